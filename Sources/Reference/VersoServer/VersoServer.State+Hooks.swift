import Loopback
import StrictJSON
import Wire

extension VersoServer {
  /// The hooks that the state machine answers; the clock's and the queue's are the shell's.
  static let hooks = [
    "link.sign", "provider.session", "provider.session.finish", "webhook.subscribe",
    "connections.list", "sync.inspect",
  ]
}

extension VersoServer.State {
  /// Does what the environment of the server is asked for.
  mutating func hook(
    _ name: String, _ request: HTTPRequest, now: WireInstant
  ) -> Result<JSON, HookRefusal> {
    do throws(HookRefusal) {
      let call = try HookCall(name: name, request: request)
      switch name {
      case "link.sign": return .success(try sign(call, now: now))
      case "provider.session": return .success(try login(call))
      case "provider.session.finish": return .success(try finishLogin(call))
      case "webhook.subscribe": return .success(try subscribe(call))
      case "connections.list": return .success(try list(call))
      case "sync.inspect": return .success(try inspectSync(call, now: now))
      default: throw .notOffered(name)
      }
    } catch {
      return .failure(error)
    }
  }

  /// Signs a link as an app's backend does.
  private mutating func sign(_ call: HookCall, now: WireInstant) throws(HookRefusal) -> JSON {
    let app = call.arguments["app"] == nil ? parameters.app : try call.text("app")
    let purpose = call.arguments["purpose"] == nil ? "connect" : try call.text("purpose")
    let link = VersoServer.Link(
      id: mint("lnk_"), app: app, userRef: try call.text("userRef"), purpose: purpose,
      signedAt: now, expiresAt: now + (rules.linkLifetime ?? parameters.linkLifetime))
    let token = VersoServer.Token(link, secret: secret(of: app), parts: rules.tokenParts).text
    return ["url": .string(parameters.linkBase + token), "token": .string(token)]
  }

  private mutating func secret(of app: String) -> String {
    if let secret = secrets[ExactText(app)] { return secret }
    let secret = "vs_live_" + minter.token(length: 32)
    secrets[ExactText(app)] = secret
    return secret
  }
}

// MARK: - The provider

extension VersoServer.State {
  /// Logs in to an account at the provider; its id and address are the same each time.
  private mutating func login(_ call: HookCall) throws(HookRefusal) -> JSON {
    let account = try call.text("account")
    guard let isUsable = (call.arguments["usable"] ?? true).bool else {
      throw HookRefusal(status: 400, "expected the argument usable as true or false")
    }
    let digest = SHA256.hexadecimal(SHA256.hash(Array(account.utf8))).prefix(12)
    let session = VersoServer.ProviderSession(
      token: "pst_" + minter.token(length: 40), accessToken: "pat_" + minter.token(length: 40),
      account: account, accountID: "user-\(digest)", email: "\(digest)@mail.example",
      isUsable: isUsable)
    sessions[ExactText(session.token)] = session
    return [
      "sessionToken": .string(session.token), "accessToken": .string(session.accessToken),
      "providerAccountId": .string(session.accountID),
      "providerAccountEmail": .string(session.email),
    ]
  }

  private mutating func finishLogin(_ call: HookCall) throws(HookRefusal) -> JSON {
    let token = try call.text("sessionToken")
    guard sessions[ExactText(token)] != nil else {
      throw HookRefusal("the provider has no such session")
    }
    sessions[ExactText(token)]?.isUsable = true
    return [:]
  }
}

// MARK: - Looking

extension VersoServer.State {
  /// The live connections of a user, the oldest first; refused for a user without a record.
  private func list(_ call: HookCall) throws(HookRefusal) -> JSON {
    let userRef = try call.text("userRef")
    guard users.keys.contains(where: { $0.userRef.string.isSameText(as: userRef) }) else {
      throw HookRefusal("there is no user \(userRef)")
    }
    let ids = connections.filter { $0.userRef.isSameText(as: userRef) }.map(\.id)
    return ["connections": .array(ids.map(JSON.string))]
  }

  /// When the first sync of a connection started, null before it does.
  private func inspectSync(_ call: HookCall, now: WireInstant) throws(HookRefusal) -> JSON {
    let id = try call.text("connectionId")
    guard let connection = connections.first(where: { $0.id.isSameText(as: id) }) else {
      throw HookRefusal("there is no connection \(id)")
    }
    guard let syncsAt = connection.syncsAt, syncsAt <= now else { return ["startedAt": .null] }
    return ["startedAt": .string(rules.timestamps.text(syncsAt))]
  }
}
