import Testing
import Transport
import Wire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A TLS server of the openssl command with a certificate of its own, in a temporary folder.
private struct TLSServer {
  let folder: String
  let port: String
  private let process: ChildProcess

  static var isAvailable: Bool {
    get async {
      let version = try? await ChildProcess.run(
        ChildCommand(["openssl", "version"]), timeout: .seconds(10))
      return version?.output.starts(with: "OpenSSL 3".utf8) == true
    }
  }

  /// Makes a key and its certificate, and starts a server that answers every GET.
  init(arguments: [String] = []) async throws {
    let parent = FileManager.default.temporaryDirectory.path
    var template = Array("\(parent)/conform-tls-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
    let made = try await ChildProcess.run(
      ChildCommand(
        [
          "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
          "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj",
          "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
        ], directory: folder), timeout: .seconds(20))
    try #require(made.exit == .exited(0))
    let command = [
      "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "cert.pem", "-key", "key.pem",
      "-www",
    ]
    process = try ChildProcess(ChildCommand(command + arguments, directory: folder))
    var found: String?
    while found == nil {
      let bytes = try #require(try await process.output.next(timeout: .seconds(10)))
      let line = String(decoding: bytes, as: UTF8.self)
      if line.hasPrefix("ACCEPT") { found = line.split(separator: ":").last.map { String($0) } }
    }
    port = try #require(found)
  }

  func end() async {
    await process.terminate(grace: .seconds(2))
    _ = try? await ChildProcess.run(ChildCommand(["rm", "-r", folder]), timeout: .seconds(10))
  }

  /// Performs one exchange with a client of its own.
  func exchange(
    isRaw: Bool = false, _ configure: (inout CurlConfiguration) -> Void
  ) async -> HTTPExchange {
    var configuration = CurlConfiguration.direct
    configure(&configuration)
    let client = CurlClient(configuration)
    defer { client.close() }
    let bytes = "GET / HTTP/1.1\r\nHost: h\r\n\r\n".wireBytes
    return await client.send(
      HTTPCall(base: "https://127.0.0.1:\(port)", rawBytes: isRaw ? bytes : nil))
  }
}

@Suite("TLS", .enabled("needs the openssl command, version 3") { await TLSServer.isAvailable })
struct TLSTests {
  @Test("A certificate that nobody vouches for is refused, unless it is the CA or not checked")
  func trust() async throws {
    let server = try await TLSServer()
    for isRaw in [false, true] {
      let refused = await server.exchange(isRaw: isRaw) { _ in }
      #expect(refused.failure?.kind == .tls, "\(refused.outcome)")
      let trusted = await server.exchange(isRaw: isRaw) { $0.caFile = server.folder + "/cert.pem" }
      #expect(trusted.response?.status == 200, "\(trusted.outcome)")
      let unchecked = await server.exchange(isRaw: isRaw) { $0.insecure = true }
      #expect(unchecked.response?.status == 200, "\(unchecked.outcome)")
    }
    await server.end()
  }

  @Test("A client certificate is shown when there is one")
  func clientCertificate() async throws {
    let server = try await TLSServer(arguments: ["-Verify", "1", "-CAfile", "cert.pem"])
    let refused = await server.exchange { $0.insecure = true }
    #expect(refused.failure?.kind == .tls, "\(refused.outcome)")
    let known = await server.exchange {
      $0.insecure = true
      $0.certificate = server.folder + "/cert.pem"
      $0.key = server.folder + "/key.pem"
    }
    #expect(known.response?.status == 200, "\(known.outcome)")
    await server.end()
  }
}
