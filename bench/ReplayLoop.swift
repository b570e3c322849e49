import Conformance
import Transport

/// The engine whole: one vector planned, performed, written down and judged again and again.
func runReplayLoop(_ load: Load) async -> Int {
  var configuration = CurlConfiguration()
  configuration.proxy = .none
  let client = CurlClient(configuration)
  defer { client.close() }
  let scheduler = Scheduler(
    context: load.context, ports: Ports(client),
    options: Scheduler.Options(width: load.width))
  let vectors = Array(repeating: load.vector, count: load.requests)
  let records = await withTaskExecutorPreference(client.executor) {
    await scheduler.perform(vectors)
  }
  return records.count { $0.judgement.findings.isEmpty && !$0.judgement.checked.isEmpty }
}
