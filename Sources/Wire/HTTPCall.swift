/// What a client is asked to send, and within which limits.
public struct HTTPCall: Sendable, Hashable {
  /// Scheme, authority and an optional path prefix: `http://127.0.0.1:8080/api`.
  public var base: String
  /// The request; a target that begins with `/` or `?` is appended to the prefix, any other
  /// (absolute, `*`) is sent as it is.
  public var request: HTTPRequest
  /// Whether the request needs a connection that carried no other; libcurl may resend on others.
  public var freshConnection: Bool
  /// From the start to the last byte.
  public var timeout: Duration
  /// From the start until the connection stands, TLS included.
  public var connectTimeout: Duration
  /// The number of body bytes that are kept; the rest is only counted.
  public var bodyCap: Int
  /// Bytes to send as they are instead of the request, or nil.
  ///
  /// They go out on a connection of their own. `request.method` still says whether the answer has
  /// a body.
  public var rawBytes: [UInt8]?

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - base: Scheme, authority, path prefix.
  ///   - request: The request.
  ///   - freshConnection: Whether a new connection is needed.
  ///   - timeout: From the start to the last byte, 10 s by default.
  ///   - connectTimeout: Until the connection stands, 5 s by default.
  ///   - bodyCap: Body bytes kept, 1 MiB by default.
  ///   - rawBytes: Bytes to send instead of the request.
  public init(
    base: String, request: HTTPRequest = HTTPRequest(), freshConnection: Bool = false,
    timeout: Duration = .seconds(10), connectTimeout: Duration = .seconds(5),
    bodyCap: Int = 1 << 20, rawBytes: [UInt8]? = nil
  ) {
    self.base = base
    self.request = request
    self.freshConnection = freshConnection
    self.timeout = timeout
    self.connectTimeout = connectTimeout
    self.bodyCap = bodyCap
    self.rawBytes = rawBytes
  }
}
