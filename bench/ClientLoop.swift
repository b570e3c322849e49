import Transport
import Wire

/// The client alone: tasks on its executor, each sending one request after another.
func runClientLoop(_ load: Load) async -> Int {
  var configuration = CurlConfiguration()
  configuration.proxy = .none
  let client = CurlClient(configuration)
  defer { client.close() }
  return await withTaskExecutorPreference(client.executor) {
    await withTaskGroup(of: Int.self) { group in
      for number in 0..<load.width {
        group.addTask {
          var succeeded = 0
          for _ in 0..<load.share(of: number) {
            let exchange = await client.send(load.call)
            if exchange.status == 201 { succeeded += 1 }
          }
          return succeeded
        }
      }
      return await group.reduce(0, +)
    }
  }
}
