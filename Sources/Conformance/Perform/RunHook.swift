import StrictJSON

/// A hook that is asked for the run as a whole and not for one vector, such as the clock's.
struct RunHook: Sendable {
  let name: String
  let scheduler: Scheduler

  func ask(_ binding: Target.HookBinding, _ arguments: JSONObject) async -> HookRecord {
    let context = scheduler.context
    let builder = RequestBuilder(context: context, bindings: context.parameters)
    switch builder.hookCall(binding, arguments) {
    case .http(let call):
      return HookRecord(name, .object(arguments), await scheduler.ports.exchange(call))
    case .command(let words):
      return HookRecord(name, .object(arguments), await scheduler.ports.command(words))
    case .missing(let reference):
      return HookRecord(name, .object(arguments), .failed("“\(reference)” has no value"))
    }
  }
}
