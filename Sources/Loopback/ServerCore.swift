import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The part of a server that its threads share; the server itself only holds it.
final class ServerCore: Sendable {
  private struct State {
    var isStopping = false
    var listener: Socket?
    var accepted = 0
    /// The open connections by their number.
    var connections: [Int: Socket] = [:]
    /// The threads that run, the accepting one included.
    var threads = 0
  }

  let limits: LoopbackLimits
  let handler: @Sendable (HTTPRequest, LoopbackPeer) -> LoopbackReply
  private let state = Monitor(State())

  init(
    limits: LoopbackLimits,
    handler: @escaping @Sendable (HTTPRequest, LoopbackPeer) -> LoopbackReply
  ) {
    self.limits = limits
    self.handler = handler
  }

  func start(_ listener: Socket) throws(LoopbackError) {
    state.withLock {
      $0.listener = listener
      $0.threads = 1
    }
    guard startThread({ self.acceptConnections(listener) }) else {
      state.withLock { $0.threads = 0 }
      listener.close()
      throw LoopbackError(description: "cannot start a thread to accept connections", code: EAGAIN)
    }
  }

  /// Wakes every thread; they see that the server stops.
  func stop() {
    state.withLock { state in
      state.isStopping = true
      state.listener?.shutDown()
      for connection in state.connections.values { connection.shutDown() }
    }
  }

  func waitForEnd(until deadline: MonotonicInstant) -> Bool {
    state.wait(until: deadline) { $0.threads == 0 ? true : nil } ?? false
  }

  /// Waits for a while; false when the server stopped meanwhile.
  func pause(_ duration: Duration) -> Bool {
    guard duration > .zero else { return true }
    let stopped = state.wait(until: .after(duration)) { $0.isStopping ? true : nil }
    return stopped == nil
  }
}

// MARK: - Accepting

extension ServerCore {
  private func acceptConnections(_ listener: Socket) {
    while waitForPlace() {
      // A second's poll is the backstop where shutting a listener down wakes nobody.
      guard listener.waitUntilReadable(until: .after(.seconds(1))) else { continue }
      guard let connection = listener.accept(writeTimeout: limits.write) else {
        // No descriptor left, or the client is gone already: let others end first.
        guard pause(.milliseconds(5)) else { break }
        continue
      }
      serve(connection)
    }
    state.withLock {
      $0.listener = nil
      listener.close()
      $0.threads -= 1
    }
  }

  /// Waits until another connection may be taken; false when the server stops.
  private func waitForPlace() -> Bool {
    while true {
      let goesOn: Bool? = state.wait(until: .after(.seconds(60))) { state in
        if state.isStopping { return false }
        return state.connections.count < limits.connections ? true : nil
      }
      if let goesOn { return goesOn }
    }
  }

  private func serve(_ socket: Socket) {
    let number: Int? = state.withLock { state in
      guard !state.isStopping else { return nil }
      state.accepted += 1
      state.connections[state.accepted] = socket
      state.threads += 1
      return state.accepted
    }
    guard let number else {
      socket.close()
      return
    }
    let started = startThread {
      var connection = Connection(core: self, socket: socket, number: number)
      connection.run()
      self.end(number)
    }
    if !started { end(number) }
  }

  /// Closes a connection under the lock, so that `stop` never touches a descriptor used anew.
  private func end(_ number: Int) {
    state.withLock { state in
      state.connections.removeValue(forKey: number)?.close()
      state.threads -= 1
    }
  }
}
