import Loopback
import Testing
import Transport
import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The number of the thread that runs this.
@Sendable private func threadNumber() -> UInt {
  UInt(bitPattern: pthread_self().hashValue)
}

@Suite("The client's executor")
struct CurlExecutorTests {
  @Test("Tasks that prefer the executor run on one thread, before and after sending")
  func oneThread() async throws {
    try await withServer({ _, _ in .text("ok") }) { server, client in
      let threads = await withTaskExecutorPreference(client.executor) {
        await withTaskGroup(of: [UInt].self) { group in
          for _ in 0..<8 {
            group.addTask {
              let before = threadNumber()
              let exchange = await client.send(HTTPCall(base: server.baseURL))
              #expect(exchange.response?.status == 200)
              return [before, threadNumber()]
            }
          }
          return await group.reduce(into: Set<UInt>()) { $0.formUnion($1) }
        }
      }
      #expect(threads.count == 1)
    }
  }

  @Test("Closing cancels what is in flight, and later calls end as cancelled")
  func closing() async throws {
    let arrived = Gate(1)
    try await withServer({ _, _ in
      arrived.arriveAndWait()
      return .raw([], closes: false)
    }) { server, client in
      let call = HTTPCall(base: server.baseURL, timeout: .seconds(300))
      let task = Task { await client.send(call) }
      await arrived.opened()
      client.close()
      #expect(await task.value.failure?.kind == .cancelled)
      #expect(await client.send(HTTPCall(base: server.baseURL)).failure?.kind == .cancelled)
      client.close()
    }
  }

  @Test("What is submitted is answered once, by the loop's thread, whatever else is under way")
  func submitting() async throws {
    try await withServer({ request, _ in .text(request.target) }) { server, client in
      let (answers, telling) = AsyncStream.makeStream(of: String.self)
      for number in 0..<20 {
        let call = HTTPCall(base: server.baseURL, request: HTTPRequest(target: "/\(number)"))
        let isSent = client.submit(call) { exchange in
          telling.yield(String(decoding: exchange.response?.body ?? [], as: UTF8.self))
        }
        #expect(isSent)
      }
      var answered: [String] = []
      for await answer in answers {
        answered.append(answer)
        if answered.count == 20 { break }
      }
      #expect(Set(answered) == Set((0..<20).map { "/\($0)" }))
    }
  }

  @Test("What is submitted ends as cancelled when the client is closed, and later calls at once")
  func submittingToClosed() async throws {
    let arrived = Gate(1)
    try await withServer({ _, _ in
      arrived.arriveAndWait()
      return .raw([], closes: false)
    }) { server, client in
      let (ends, telling) = AsyncStream.makeStream(of: HTTPFailureKind?.self)
      let call = HTTPCall(base: server.baseURL, timeout: .seconds(300))
      #expect(client.submit(call) { telling.yield($0.failure?.kind) })
      await arrived.opened()
      client.close()
      #expect(client.submit(call) { telling.yield($0.failure?.kind) })
      telling.finish()
      let kinds = await ends.reduce(into: []) { $0.append($1) }
      #expect(kinds == [.cancelled, .cancelled])
    }
  }

  @Test("Bytes as they are cannot be submitted, and are not sent")
  func submittingBytes() async throws {
    try await withServer({ _, _ in .text("ok") }) { server, client in
      let call = HTTPCall(base: server.baseURL, rawBytes: Array("GET / HTTP/1.1\r\n\r\n".utf8))
      let isSent = client.submit(call) { _ in Issue.record("nothing was to be sent") }
      #expect(!isSent)
    }
  }

  @Test("Tasks on the executor survive its end")
  func executorAfterClose() async throws {
    let client = CurlClient(.direct)
    let executor = client.executor
    client.close()
    let sum = await withTaskExecutorPreference(executor) {
      await withTaskGroup(of: Int.self) { group in
        for number in 1...10 { group.addTask { number } }
        return await group.reduce(0, +)
      }
    }
    #expect(sum == 55)
  }

  @Test("The version of libcurl is told")
  func version() {
    #expect(CurlClient.libraryVersion.split(separator: ".").count >= 2)
  }
}
