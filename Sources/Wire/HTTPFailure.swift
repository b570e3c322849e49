/// Why there is no whole response.
public enum HTTPFailureKind: String, Sendable, Hashable, CaseIterable {
  /// The host name has no address.
  case unresolved
  /// The connection was refused, or its address cannot be reached.
  case refused
  /// No connection within the connect timeout.
  case connectTimeout
  /// The TLS handshake failed, or the certificate was not accepted.
  case tls
  /// A connection, but no whole response within the timeout.
  case timeout
  /// The connection closed without a byte.
  case emptyReply
  /// The connection was reset.
  case reset
  /// The connection closed within the head.
  case truncatedHead
  /// The connection closed within the body.
  case truncatedBody
  /// What came is not HTTP.
  case malformed
  /// The caller cancelled, or the client was closed.
  case cancelled
  /// Anything else; the message says what.
  case other

  /// Whether nobody can have received the request.
  public var neverArrived: Bool {
    switch self {
    case .unresolved, .refused, .connectTimeout, .tls: true
    default: false
    }
  }
}

/// The end of an exchange that has no whole response.
public struct HTTPFailure: Error, Sendable, Hashable {
  /// What kind of end it was.
  public var kind: HTTPFailureKind
  /// One sentence: what was expected and what came.
  public var message: String
  /// What came before the end; nil when there was no whole head.
  public var partial: HTTPResponse?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - kind: What kind of end it was.
  ///   - message: One sentence.
  ///   - partial: What came before the end.
  public init(kind: HTTPFailureKind, message: String, partial: HTTPResponse? = nil) {
    self.kind = kind
    self.message = message
    self.partial = partial
  }
}

/// How an exchange ended.
public enum HTTPOutcome: Sendable, Hashable {
  /// A whole response.
  case response(HTTPResponse)
  /// No whole response.
  case failure(HTTPFailure)

  /// The whole response, or nil.
  public var response: HTTPResponse? {
    guard case .response(let response) = self else { return nil }
    return response
  }

  /// The failure, or nil.
  public var failure: HTTPFailure? {
    guard case .failure(let failure) = self else { return nil }
    return failure
  }
}
