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
      let task = Task { await client.send(HTTPCall(base: server.baseURL)) }
      await arrived.opened()
      client.close()
      #expect(await task.value.failure?.kind == .cancelled)
      #expect(await client.send(HTTPCall(base: server.baseURL)).failure?.kind == .cancelled)
      client.close()
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
