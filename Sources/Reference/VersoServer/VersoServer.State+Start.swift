import Loopback
import StrictJSON
import Wire

extension VersoServer.State {
  /// Answers `action: "start"`: verifies the link, uses it up and begins a login.
  mutating func start(
    _ body: JSONObject, now: WireInstant
  ) throws(VersoServer.Failure) -> LoopbackReply {
    let text = try text("token", in: body)
    try checkDevice(body["device"])
    let link = try verifiedLink(text)
    let key = ExactText(link.id)
    if rules.consumption == .replaysAnswer, let used = usedLinks[key] ?? nil,
      let attempt = attempts[used]
    {
      return .json(rules.startStatus, rendering(attempt))
    }
    do throws(VersoServer.Failure) {
      try checkFreshness(of: link, now: now)
    } catch {
      throw refused(error, link, now: now)
    }
    let attempt = open(link, now: now)
    consume(link, by: attempt)
    announceStart(attempt, now: now)
    return .json(rules.startStatus, rendering(attempt))
  }

  private func checkDevice(_ device: JSON?) throws(VersoServer.Failure) {
    switch rules.deviceCheck {
    case .none: return
    case .crashesWithout:
      guard device?.object != nil else {
        throw VersoServer.Failure(status: 500, message: "Internal error.")
      }
    case .knownPlatform:
      guard device == nil || device?["platform"] == "ios" else {
        throw malformed("expected the platform ios")
      }
    case .filledIn:
      guard device?.object?.allSatisfy({ $0.value != "" }) ?? true else {
        throw malformed("expected no empty text in device")
      }
    case .shape: break
    }
    guard let device else { return }
    guard let members = device.object, members.allSatisfy({ $0.value.string != nil }) else {
      throw malformed("expected device as an object of strings")
    }
  }

  /// The login of a link, with a credential of its own.
  private mutating func open(_ link: VersoServer.Link, now: WireInstant) -> VersoServer.Attempt {
    let window = rules.loginWindow ?? parameters.loginWindow
    let deadline: WireInstant? =
      switch rules.loginTimer {
      case .fromStart: now + window
      case .fromSigning: link.signedAt + window
      case .ignored: nil
      }
    let attempt = VersoServer.Attempt(
      nonce: rules.fixedNonce ?? mint("cn_"), secret: rules.fixedSecret ?? mint("cs_"), link: link,
      user: rules.users == .atCapture ? "" : record(of: link, now: now), deadline: deadline)
    attempts[attempt.key] = attempt
    return attempt
  }

  /// The record of a link's user, made if needed.
  mutating func record(of link: VersoServer.Link, now: WireInstant) -> String {
    let key = VersoServer.UserKey(link)
    if rules.users != .everyStart, let user = users[key] { return user }
    let user = mint("usr_")
    users[key] = user
    if rules.announcesProgress { send(.user(link), now: now) }
    return user
  }

  private mutating func announceStart(_ attempt: VersoServer.Attempt, now: WireInstant) {
    if rules.startedTiming == .atStart { send(.started(attempt), now: now) }
  }
}

// MARK: - Links

extension VersoServer.State {
  private mutating func verifiedLink(
    _ text: String
  ) throws(VersoServer.Failure) -> VersoServer.Link {
    guard let token = VersoServer.Token(try token(of: text)),
      let secret = secrets[ExactText(token.link.app)]
    else { throw unsigned() }
    if rules.signatureCheck == .exact, !token.isSigned(with: secret) {
      if rules.burnsTamperedLinks { usedLinks[ExactText(token.link.id)] = .some(nil) }
      throw unsigned()
    }
    let purpose = rules.purposeCheck == .nativeConnect ? "connect-native" : "connect"
    guard rules.purposeCheck == .none || token.link.purpose.isSameText(as: purpose) else {
      throw VersoServer.Failure(
        status: rules.statuses.otherPurpose, message: "This link is for another purpose.")
    }
    return token.link
  }

  private func token(of text: String) throws(VersoServer.Failure) -> String {
    guard rules.tokenForm == .wholeLink else { return text }
    guard text.hasPrefix("https://"), let start = text.lastIndex(of: "=") else {
      throw malformed("expected the link in token")
    }
    return String(text[text.index(after: start)...])
  }

  private func unsigned() -> VersoServer.Failure {
    VersoServer.Failure(status: rules.statuses.unsigned, message: "This link is not valid.")
  }

  /// Refuses a link that is used up or expired; a deadline itself is already too late.
  private mutating func checkFreshness(
    of link: VersoServer.Link, now: WireInstant
  ) throws(VersoServer.Failure) {
    let isExpired = now >= expiry(of: link, now: now)
    let expired = VersoServer.Failure(
      status: rules.statuses.expired, message: "This link has expired. Sign a new link.")
    if isExpired, rules.looksAtExpiryFirst { throw expired }
    guard usedLinks[ExactText(link.id)] == nil else {
      throw VersoServer.Failure(
        status: rules.statuses.used, message: "This link has been used. Sign a new link.")
    }
    if isExpired { throw expired }
  }

  private mutating func expiry(of link: VersoServer.Link, now: WireInstant) -> WireInstant {
    let lifetime = rules.linkLifetime ?? parameters.linkLifetime
    guard rules.linkTimer == .fromFirstUse else { return link.signedAt + lifetime }
    let first = firstUses[ExactText(link.id)] ?? now
    firstUses[ExactText(link.id)] = first
    return first + lifetime
  }

  private mutating func consume(_ link: VersoServer.Link, by attempt: VersoServer.Attempt) {
    switch rules.consumption {
    case .atStart, .replaysAnswer: usedLinks[ExactText(link.id)] = .some(attempt.key)
    case .afterCheck: unsettledLinks[ExactText(link.id)] = attempt.key
    case .atCapture, .never: break
    }
  }

  private mutating func refused(
    _ failure: VersoServer.Failure, _ link: VersoServer.Link, now: WireInstant
  ) -> VersoServer.Failure {
    guard rules.announcesRefusedStarts || rules.refusedStartsGetCredential else { return failure }
    var failure = failure
    let attempt = open(link, now: now)
    if rules.announcesRefusedStarts { announceStart(attempt, now: now) }
    if rules.refusedStartsGetCredential {
      failure.members = [
        "captureNonce": .string(attempt.nonce), "clientSecret": .string(attempt.secret),
      ]
    }
    return failure
  }
}

// MARK: - Rendering

extension VersoServer.Attempt {
  /// Both halves of the credential.
  var key: ExactText { Self.key(nonce: nonce, secret: secret) }

  /// Both halves of a credential; no half has the character between them.
  static func key(nonce: String, secret: String) -> ExactText {
    ExactText(nonce + "\n" + secret)
  }
}

extension VersoServer.State {
  /// The answer to a start, with the eight members that the SDK for iOS reads.
  private func rendering(_ attempt: VersoServer.Attempt) -> JSON {
    let window = (rules.loginWindow ?? parameters.loginWindow).components.seconds
    var body: JSONObject = [
      "captureNonce": .string(attempt.nonce),
      "clientSecret": .string(attempt.secret),
      "provider": .string(parameters.provider),
      "loginUrl": .string("https://\(parameters.providerHost)/auth/login"),
      "cookieDomain": .string(parameters.providerHost),
      "cookieName": .string(parameters.cookieName),
      "sessionUrl": .string("https://\(parameters.providerHost)/api/auth/session"),
      "expiresInSeconds": .number(JSONNumber(Int(window))),
    ]
    let context = VersoServer.EditContext(parameters: parameters, attempt: attempt)
    for edit in rules.startEdits { edit(&body, context) }
    return .object(body)
  }
}
