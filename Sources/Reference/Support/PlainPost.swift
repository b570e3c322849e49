import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A blocking POST over plain HTTP/1.1, a connection each, for webhooks on loopback.
///
/// It waits for the receiver's answer, so that deliveries cannot overtake each other, but does not
/// look at it. An https address and a receiver that is not there are passed over.
struct PlainPost: Sendable {
  /// The longest wait for the connection, and for each read and write, in whole seconds.
  var timeout = 5

  /// Sends a delivery and waits until it is answered.
  func post(_ delivery: Delivery) {
    guard let address = PlainAddress(delivery.url) else { return }
    let socket = connect(address)
    guard socket >= 0 else { return }
    defer { close(socket) }
    guard write(message(delivery, address), to: socket) else { return }
    readHead(from: socket)
  }

  private func message(_ delivery: Delivery, _ address: PlainAddress) -> [UInt8] {
    var fields = delivery.fields
    fields.set("Host", address.authority)
    fields.set("Content-Length", String(delivery.body.count))
    fields.set("Connection", "close")
    let head = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
    return "POST \(address.target) HTTP/1.1\r\n\(head)\r\n".wireBytes + delivery.body
  }

  private func connect(_ address: PlainAddress) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, address.port, &hints, &found) == 0 else { return -1 }
    defer { freeaddrinfo(found) }
    var candidate = found
    while let info = candidate?.pointee {
      let socket = open(info)
      if socket >= 0 { return socket }
      candidate = info.ai_next
    }
    return -1
  }

  private func open(_ info: addrinfo) -> Int32 {
    let handle = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
    guard handle >= 0 else { return -1 }
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(handle, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    _ = fcntl(handle, F_SETFD, FD_CLOEXEC)
    guard Self.systemConnect(handle, info) == 0 else {
      close(handle)
      return -1
    }
    return handle
  }

  private static func systemConnect(_ handle: Int32, _ info: addrinfo) -> Int32 {
    #if canImport(Darwin)
      Darwin.connect(handle, info.ai_addr, info.ai_addrlen)
    #elseif canImport(Glibc)
      Glibc.connect(handle, info.ai_addr, info.ai_addrlen)
    #elseif canImport(Musl)
      Musl.connect(handle, info.ai_addr, info.ai_addrlen)
    #endif
  }

  private func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Self.quiet) }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  private func readHead(from socket: Int32) {
    var seen: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while seen.count < 64 << 10, !Self.holdsHead(seen) {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      seen += buffer.prefix(count)
    }
  }

  private static func holdsHead(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: [0x0D, 0x0A, 0x0D, 0x0A]) }
  }

  /// Makes a send to a closed connection an error instead of a signal.
  private static var quiet: Int32 {
    #if canImport(Darwin)
      0
    #else
      Int32(MSG_NOSIGNAL)
    #endif
  }
}

/// The parts of an `http://` address.
struct PlainAddress: Sendable, Hashable {
  /// Host and port as written.
  var authority: String
  /// The host, without brackets.
  var host: String
  /// The port, 80 when none is written.
  var port: String
  /// The path and query, `/` when there is none.
  var target: String

  /// Reads an address; nil when it is not plain http or has no host.
  init?(_ url: String) {
    guard url.hasPrefix("http://") else { return nil }
    let rest = url.dropFirst("http://".count).prefix { $0 != "#" }
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let authority = rest[..<end]
    let colon = authority.lastIndex(of: ":").flatMap {
      authority.hasPrefix("[") && authority[$0...].contains("]") ? nil : $0
    }
    self.authority = String(authority)
    target = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
    host = authority[..<(colon ?? end)].filter { $0 != "[" && $0 != "]" }
    port = colon.map { String(authority[authority.index(after: $0)...]) } ?? "80"
    guard !host.isEmpty else { return nil }
  }
}
