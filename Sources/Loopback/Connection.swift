import Wire

/// One connection of the server: reads requests and answers them in order.
struct Connection {
  let core: ServerCore
  let socket: Socket
  let number: Int
  private var parser: HTTPRequestParser
  private var requests = 0

  init(core: ServerCore, socket: Socket, number: Int) {
    self.core = core
    self.socket = socket
    self.number = number
    parser = HTTPRequestParser(limits: .init(head: core.limits.head, body: core.limits.body))
  }

  mutating func run() {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer in
      while socket.waitUntilReadable(until: .after(core.limits.idle)) {
        let count = socket.receive(into: buffer)
        guard count > 0 else { break }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        guard answer(parser.feed(bytes)) else { break }
      }
    }
  }

  /// Answers what came; false when the connection is to be closed.
  private mutating func answer(_ events: [HTTPRequestParser.Event]) -> Bool {
    for event in events {
      switch event {
      case .head(let incoming):
        let line = "HTTP/1.1 100 Continue\r\n\r\n"
        if incoming.expectsContinue && !socket.send(Array(line.utf8)) { return false }
      case .request(let incoming):
        guard answer(incoming) else { return false }
      case .malformed(let error):
        refuse(error)
        return false
      }
    }
    return true
  }

  private mutating func answer(_ incoming: HTTPIncomingRequest) -> Bool {
    requests += 1
    let peer = LoopbackPeer(
      connection: number, request: requests, version: incoming.version, receivedAt: .now())
    let reply = core.handler(incoming.request, peer)
    guard core.pause(reply.delay) else { return false }
    if reply.resets { socket.resetOnClose() }
    if reply.drop { return false }
    let message = reply.message(to: incoming)
    guard message.interim.isEmpty || socket.send(message.interim),
      socket.send(message.bytes)
    else { return false }
    if message.closes && !reply.resets { linger() }
    return !message.closes && !reply.resets
  }

  private func refuse(_ error: HTTPSyntaxError) {
    var reply = LoopbackReply.text(error.status, error.message + "\n")
    reply.closes = true
    let request = HTTPIncomingRequest(request: HTTPRequest(), version: "HTTP/1.1")
    guard socket.send(reply.message(to: request).bytes) else { return }
    linger()
  }

  /// Lets the client read the answer before unread bytes of its own turn the close into a reset
  /// (RFC 9112, 9.6).
  private func linger() {
    socket.shutDownWriting()
    let deadline = MonotonicInstant.after(.milliseconds(500))
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer in
      while deadline.nanosecondsLeft > 0, socket.waitUntilReadable(until: deadline),
        socket.receive(into: buffer) > 0
      {}
    }
  }
}
