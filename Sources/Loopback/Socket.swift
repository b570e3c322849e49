import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A socket's descriptor and the calls that are made on it.
struct Socket: Sendable, Hashable {
  let descriptor: Int32

  /// Binds the first address of a host that can be bound, and listens.
  static func listening(host: String, port: UInt16) throws(LoopbackError) -> Socket {
    var hints = addrinfo()
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, String(port), &hints, &list)
    guard result == 0 else {
      let cause = String(cString: gai_strerror(result))
      throw LoopbackError(
        description: "expected an address of this machine, received \(host): \(cause)", code: 0)
    }
    defer { freeaddrinfo(list) }
    var code = EADDRNOTAVAIL
    var next = list
    while let address = next {
      if let socket = bound(address.pointee) { return socket }
      code = errno
      next = address.pointee.ai_next
    }
    throw LoopbackError(
      description: "cannot listen on \(host):\(port): \(String(cString: strerror(code)))",
      code: code)
  }

  private static func bound(_ address: addrinfo) -> Socket? {
    let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard descriptor >= 0 else { return nil }
    let result = Socket(descriptor: descriptor)
    result.closeOnExec()
    result.set(SOL_SOCKET, SO_REUSEADDR, 1)
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
      listen(descriptor, 1024) == 0
    else {
      let code = errno
      result.close()
      errno = code
      return nil
    }
    return result
  }

  /// The port to which the socket is bound.
  var localPort: UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &length)
      }
      // The port stands at the same place in both families.
      return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt16(bigEndian: $0.pointee.sin_port)
      }
    }
  }

  /// Takes a connection, or returns nil when there is none.
  func accept(writeTimeout: Duration) -> Socket? {
    #if canImport(Darwin)
      let taken = Darwin.accept(descriptor, nil, nil)
    #elseif canImport(Glibc)
      let taken = Glibc.accept(descriptor, nil, nil)
    #else
      let taken = Musl.accept(descriptor, nil, nil)
    #endif
    guard taken >= 0 else { return nil }
    let connection = Socket(descriptor: taken)
    connection.closeOnExec()
    connection.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    let limit = writeTimeout.nanoseconds
    var time = timeval()
    time.tv_sec = .init(limit / 1_000_000_000)
    time.tv_usec = .init(limit % 1_000_000_000 / 1000)
    setsockopt(
      taken, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    #if canImport(Darwin)
      connection.set(SOL_SOCKET, SO_NOSIGPIPE, 1)
    #endif
    return connection
  }

  private func closeOnExec() {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends all bytes; false when the peer is gone or too slow.
  func send(_ bytes: [UInt8]) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
        #if canImport(Darwin)
          let count = Darwin.send(descriptor, rest.baseAddress, rest.count, flags)
        #elseif canImport(Glibc)
          let count = Glibc.send(descriptor, rest.baseAddress, rest.count, flags)
        #else
          let count = Musl.send(descriptor, rest.baseAddress, rest.count, flags)
        #endif
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  /// Receives what is there, blocking; 0 at the end of the stream, less on an error.
  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count < 0 && errno == EINTR { continue }
      return count
    }
  }

  /// Waits until there is something to read, or until the deadline: then false.
  func waitUntilReadable(until deadline: MonotonicInstant) -> Bool {
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let result = poll(&entry, 1, deadline.millisecondsLeft)
      if result < 0 && errno == EINTR { continue }
      return result > 0
    }
  }

  /// Ends both directions; a thread that reads wakes.
  func shutDown() {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Ends our direction.
  func shutDownWriting() {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Makes the close a reset.
  func resetOnClose() {
    var value = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }

  func close() {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Musl.close(descriptor)
    #endif
  }
}
