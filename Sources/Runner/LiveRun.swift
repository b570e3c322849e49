public import Conformance
import SDKTesting
import Transport
import Wire

/// A plan performed on real ends: libcurl, an inbox for webhooks, child processes, the wall clock.
public enum LiveRun {
  /// Performs and judges a plan.
  ///
  /// - Parameters:
  ///   - plan: What is to be performed.
  ///   - suite: The suite that it was made from.
  ///   - options: How it is performed.
  ///   - browser: The browser to show pages in, a path or a name in PATH; nil for the one that
  ///     `CONFORM_BROWSER` names, else one that is installed.
  ///   - shelf: Browsers that are shared with other runs, and outlive this one; nil for one of its
  ///     own.
  ///   - inboxes: Inboxes that are shared with other runs, none of which goes on at the same time;
  ///     nil for one of its own.
  ///   - progress: Told of every vector as it ends.
  ///   - adjust: Changes the ends before they are used, such as to put something between them and
  ///     the target.
  /// - Returns: What was found out, secrets and all; when the task is cancelled, what was found out
  ///   until then.
  public static func perform(
    _ plan: Plan, suite: Suite, options: Scheduler.Options, browser: String? = nil,
    shelf: BrowserShelf? = nil, inboxes: InboxShelf? = nil,
    progress: @escaping @Sendable (Scheduler.Record) -> Void = { _ in },
    adjust: @Sendable (inout Ports) -> Void = { _ in }
  ) async -> RunResult {
    let started = wallNow()
    var plan = plan
    let inbox = openInbox(for: &plan, inboxes)
    defer { if inboxes == nil { inbox?.close() } }
    let pages = await BrowserPool.start(for: &plan, chosen: browser, shelf: shelf)
    let runnable = plan.runnable
    var options = options
    if pages != nil, plan.context.target.driver == nil {
      options.leases = max(options.leases, views)
    }
    let client = CurlClient(CurlConfiguration(plan.context.target))
    defer { client.close() }
    var ports = Ports.live(client, inbox, folder: plan.context.target.folder)
    if plan.context.target.makeDriver != nil {
      ports.sleep = { try? await sleepBesideSDKs($0.duration) }
    }
    let drivers = DriverPool(plan.context, limit: options.leases)
    let ends = EndPool(drivers: drivers, pages: pages)
    ports.lease = { await ends.lease($0, $1) }
    adjust(&ports)
    let scheduler = Scheduler(context: plan.context, ports: ports, options: options)
    let records = await withTaskExecutorPreference(client.executor) {
      await scheduler.perform(runnable, progress: progress)
    }
    await drivers.close()
    if shelf == nil { await pages?.close() }
    return RunResult(
      plan: plan, records: records, suite: suite, startedAt: started,
      seconds: (wallNow() - started).inSeconds, seed: options.seed, isInterrupted: Task.isCancelled)
  }

  /// How many vectors may hold a view of a browser at once: they wait more than they work.
  private static let views = 8

  /// Listens for webhooks when a vector needs them; when that fails, those vectors cannot run.
  private static func openInbox(for plan: inout Plan, _ inboxes: InboxShelf?) -> Inbox? {
    guard plan.runnable.contains(where: \.usesWebhooks) else { return nil }
    let access = plan.context.target.webhooks
    do {
      return try inboxes?.inbox(access) ?? Inbox(access)
    } catch {
      plan.withhold("our inbox cannot listen at \(access.listen): \(error)", where: \.usesWebhooks)
      return nil
    }
  }
}

/// Our own time.
func wallNow() -> Instant {
  Instant(nanoseconds: WireInstant.now().nanoseconds)
}

extension Ports {
  /// Runs a hook's command to its end, for at most 30 seconds.
  private static func run(_ words: [String], in folder: String?) async -> CommandResult {
    do {
      let command = ChildCommand(words, directory: folder)
      let result = try await ChildProcess.run(command, timeout: .seconds(30))
      switch result.exit {
      case .exited(let status): return .exited(status, output: result.output)
      case .signalled(let number): return .failed("\(words[0]) was ended by signal \(number)")
      case nil: return .failed("\(words[0]) did not end within 30 seconds")
      }
    } catch {
      return .failed("\(error)")
    }
  }

  /// The real ends of a run.
  static func live(_ client: CurlClient, _ inbox: Inbox?, folder: String?) -> Ports {
    var ports = Ports(
      exchange: { await client.send($0) },
      command: { await run($0, in: folder) },
      now: wallNow,
      sleep: { span in try? await Task.sleep(for: span.duration) },
      inbox: inbox?.url,
      deliveries: inbox?.deliveries() ?? AsyncStream { $0.finish() })
    ports.submit = { client.submit($0, reply: $1) }
    return ports
  }
}

extension DriverPool {
  /// The drivers of a target: the SDK in this process, or the target's program.
  fileprivate init(_ context: RunContext, limit: Int) {
    let target = context.target
    let contract = context.contract
    self.init(limit: limit, backend: target.http?.baseURL) {
      if let makeDriver = target.makeDriver { return .success(InProcessPort(makeDriver())) }
      guard let words = target.driver else {
        return .failure(EndFailure("the target has no SDK driver; add “driver” to the target file"))
      }
      return await ProcessPort.start(words, in: target.folder, contract: contract)
    }
  }
}

extension CurlConfiguration {
  /// How a target's server is reached; its files are relative to the target file.
  init(_ target: Target) {
    self.init()
    guard let tls = target.http?.tls else { return }
    func path(_ file: String?) -> String? {
      guard let file, !file.hasPrefix("/"), let folder = target.folder else { return file }
      return "\(folder)/\(file)"
    }
    caFile = path(tls.caFile)
    certificate = path(tls.certificate)
    key = path(tls.key)
    insecure = tls.isInsecure
  }
}
