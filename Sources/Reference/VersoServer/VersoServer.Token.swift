import StrictJSON
import Wire

extension VersoServer {
  /// A link's token: `header.payload.signature`, each in base64url.
  struct Token: Sendable {
    /// What is signed, as it stands in the token.
    var signed: String
    /// The signature, as it stands in the token.
    var signature: String
    /// What the payload says; not to be trusted before the signature is.
    var link: Link

    /// Signs a link with an app's secret.
    init(_ link: Link, secret: String, parts: TokenParts) {
      let payload = Base64URL.text(link.json.serializedBytes())
      let header = Base64URL.text(Self.header.serializedBytes())
      signed = parts == .two ? payload : header + "." + payload
      signature = Self.signature(of: signed, secret: secret)
      self.link = link
    }

    /// Reads a token; nil for what is none.
    init?(_ text: String) {
      guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
      signed = String(text[..<dot])
      signature = String(text[text.utf8.index(after: dot)...])
      let start = signed.utf8.lastIndex(of: UInt8(ascii: ".")).map(signed.utf8.index(after:))
      guard let bytes = Base64URL.bytes(String(signed[(start ?? signed.startIndex)...])),
        let payload = try? JSON(parsing: bytes), let link = Link(payload)
      else { return nil }
      self.link = link
    }

    /// Header, payload and signature, or without the header.
    var text: String { signed + "." + signature }

    /// Whether the signature is that of the secret, character by character.
    func isSigned(with secret: String) -> Bool {
      signature.isSameText(as: Self.signature(of: signed, secret: secret))
    }

    private static let header: JSON = ["alg": "HS256", "typ": "JWT"]

    private static func signature(of text: String, secret: String) -> String {
      Base64URL.text(SHA256.authenticationCode(Array(text.utf8), key: Array(secret.utf8)))
    }
  }
}

extension VersoServer.Link {
  /// The payload of a token; instants are nanoseconds since 1970.
  var json: JSON {
    [
      "jti": .string(id), "app": .string(app), "userRef": .string(userRef),
      "purpose": .string(purpose),
      "signedAt": .number(JSONNumber(Int(signedAt.nanoseconds))),
      "expiresAt": .number(JSONNumber(Int(expiresAt.nanoseconds))),
    ]
  }

  /// Reads a payload; nil when something is missing.
  init?(_ payload: JSON) {
    guard let id = payload["jti"]?.string, let app = payload["app"]?.string,
      let userRef = payload["userRef"]?.string, let purpose = payload["purpose"]?.string,
      let signedAt = Self.instant(payload["signedAt"]),
      let expiresAt = Self.instant(payload["expiresAt"])
    else { return nil }
    self.init(
      id: id, app: app, userRef: userRef, purpose: purpose, signedAt: signedAt,
      expiresAt: expiresAt)
  }

  private static func instant(_ value: JSON?) -> WireInstant? {
    (value?.number).flatMap { Int64($0.text) }.map(WireInstant.init(nanoseconds:))
  }
}
