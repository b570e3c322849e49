public import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Who sent a request, and as which one of its connection.
public struct LoopbackPeer: Sendable, Hashable {
  /// The number of the connection, from 1 in the order of accepting.
  public var connection: Int
  /// The number of the request on its connection, from 1.
  public var request: Int
  /// The version that the client sent: `HTTP/1.1`.
  public var version: String
  /// When the request was whole.
  public var receivedAt: WireInstant
}

/// Limits of a loopback server.
public struct LoopbackLimits: Sendable, Hashable {
  /// The connections served at once, each with a thread; further ones wait to be accepted.
  public var connections = 1024
  /// The bytes of a request's head; more is answered 431.
  public var head = 64 << 10
  /// The bytes of a request's body; more is answered 413.
  public var body = 32 << 20
  /// How long a connection may be silent before it is closed.
  public var idle = Duration.seconds(120)
  /// How long a client may leave an answer unread.
  public var write = Duration.seconds(30)

  /// Creates the usual limits.
  public init() {}
}

/// Why a server could not begin to listen.
public struct LoopbackError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with address and cause.
  public var description: String
  /// The system's error number, 0 when there is none.
  public var code: Int32
}

/// An HTTP/1.1 server for tests and reference implementations: a thread for each connection.
///
/// It keeps connections alive, answers pipelined requests in order, reads chunked bodies, sends
/// 100 on request, and answers what is no request with 400. Replies can be delayed, cut or dropped.
public final class LoopbackServer: Sendable {
  /// The host as it was given.
  public let host: String
  /// The port on which it listens.
  public let port: UInt16
  private let core: ServerCore

  /// Binds and listens; requests are served from now on.
  ///
  /// - Parameters:
  ///   - port: The port, or 0 for any free one.
  ///   - host: An address or name of this machine.
  ///   - limits: Limits of connections and messages.
  ///   - handler: Answers a request; runs on the connection's thread and may block.
  /// - Throws: An error when the address cannot be bound.
  public init(
    port: UInt16 = 0, host: String = "127.0.0.1", limits: LoopbackLimits = LoopbackLimits(),
    handler: @escaping @Sendable (HTTPRequest, LoopbackPeer) -> LoopbackReply
  ) throws(LoopbackError) {
    let listener = try Socket.listening(host: host, port: port)
    self.host = host
    self.port = listener.localPort
    core = ServerCore(limits: limits, handler: handler)
    try core.start(listener)
  }

  deinit {
    core.stop()
  }

  /// The URL of the server without a path: `http://127.0.0.1:8080`.
  public var baseURL: String {
    let name = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
    return "http://\(name.contains(":") ? "[\(name)]" : name):\(port)"
  }

  /// Closes the listener and every connection and waits for their threads.
  ///
  /// Handlers are not interrupted: one that is still running after the deadline ends on its own.
  /// Not to be called from a handler, which would wait for itself.
  ///
  /// - Parameter deadline: How long to wait.
  /// - Returns: Whether every thread ended in time.
  @discardableResult
  public func stop(deadline: Duration = .seconds(2)) -> Bool {
    core.stop()
    return core.waitForEnd(until: .after(deadline))
  }
}
