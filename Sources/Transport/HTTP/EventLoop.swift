import CCurl
import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The thread on which libcurl's multi handle runs, and tasks that prefer it as their executor.
///
/// A task that runs here sends without waking another thread. Nothing that runs here may block.
final class EventLoop: TaskExecutor, @unchecked Sendable {
  enum Command {
    case start(Transfer)
    case cancel(Transfer)
  }

  private struct Inbox {
    var jobs: [UnownedJob] = []
    var commands: [Command] = []
    /// Whether the thread waits for sockets and has to be woken.
    var isSleeping = false
    var isClosing = false
    /// Whether the thread ended.
    var isClosed = false
    var thread: pthread_t?

    var isEmpty: Bool { jobs.isEmpty && commands.isEmpty }
  }

  private let inbox = Monitor(Inbox())
  private let multi: UnsafeMutableRawPointer?
  private let configuration: CurlConfiguration
  private let proxies: ProxySettings

  // Read and written by the loop's thread only.
  private var active: [ObjectIdentifier: Transfer] = [:]
  private var waiting: [Transfer] = []
  private var spare: [CurlHandle] = []
  private var jobs: [UnownedJob] = []
  private var commands: [Command] = []

  init(_ configuration: CurlConfiguration, proxies: ProxySettings) {
    self.configuration = configuration
    self.proxies = proxies
    multi = globalInitialization == CURLE_OK ? curl_multi_init() : nil
    ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(1, configuration.maxConnections))
    let started = multi != nil && startThread(stackSize: 4 << 20) { self.run() }
    if !started { inbox.withLock { $0.isClosed = true } }
  }

  // MARK: - From any thread

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isTaken = hand { $0.jobs.append(job) }
    // Tasks that outlive the client go on elsewhere.
    if !isTaken { globalConcurrentExecutor.enqueue(job) }
  }

  /// Hands a command over; false when the loop ended.
  func hand(_ command: Command) -> Bool {
    hand { $0.commands.append(command) }
  }

  private func hand(_ put: (inout Inbox) -> Void) -> Bool {
    inbox.withLock { inbox in
      guard !inbox.isClosed else { return false }
      put(&inbox)
      wake(&inbox)
      return true
    }
  }

  private func wake(_ inbox: inout Inbox) {
    guard inbox.isSleeping else { return }
    inbox.isSleeping = false
    curl_multi_wakeup(multi)
  }

  /// Ends the loop: what is in flight is cancelled, and the thread is waited for.
  func close() {
    let isOwnThread = inbox.withLock { inbox in
      inbox.isClosing = true
      wake(&inbox)
      return inbox.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }
    if isOwnThread { return }
    _ = inbox.wait(until: .after(.seconds(5))) { $0.isClosed ? true : nil }
  }

  // MARK: - The thread

  private func run() {
    inbox.withLock { $0.thread = pthread_self() }
    while !endIfClosing() {
      runJobs()
      runCommands()
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      finishTransfers()
      startWaiting()
      sleep()
    }
    spare.removeAll()
    curl_multi_cleanup(multi)
    inbox.withLock { $0.isClosed = true }
  }

  private func runJobs() {
    inbox.withLock { swap(&$0.jobs, &jobs) }
    for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    jobs.removeAll(keepingCapacity: true)
  }

  private func runCommands() {
    inbox.withLock { swap(&$0.commands, &commands) }
    for command in commands {
      switch command {
      case .start(let transfer): start(transfer)
      case .cancel(let transfer): cancel(transfer)
      }
    }
    commands.removeAll(keepingCapacity: true)
  }

  private func sleep() {
    let isIdle = inbox.withLock { inbox in
      inbox.isSleeping = inbox.isEmpty && !inbox.isClosing
      return inbox.isSleeping
    }
    guard isIdle else { return }
    curl_multi_poll(multi, nil, 0, 60_000, nil)
    inbox.withLock { $0.isSleeping = false }
  }

  /// Once the client is closed, cancels everything and lets the tasks see it.
  private func endIfClosing() -> Bool {
    guard inbox.withLock({ $0.isClosing }) else { return false }
    while true {
      runCommands()
      for transfer in Array(active.values) + waiting { cancel(transfer) }
      runJobs()
      if inbox.withLock({ $0.isEmpty }) { return true }
    }
  }

  // MARK: - Transfers

  private func start(_ transfer: Transfer) {
    if transfer.isCancelled {
      transfer.fail(.cancelled, "the exchange was cancelled before it began")
    } else if active.count >= max(1, configuration.maxConnections) || !waiting.isEmpty {
      waiting.append(transfer)
    } else {
      begin(transfer)
    }
  }

  private func startWaiting() {
    while !waiting.isEmpty && active.count < max(1, configuration.maxConnections) {
      begin(waiting.removeFirst())
    }
  }

  private func begin(_ transfer: Transfer) {
    guard let handle = spare.popLast() ?? CurlHandle(configuration) else {
      transfer.fail(.other, "libcurl gave no handle")
      return
    }
    handle.prepare(transfer.call, to: transfer.endpoint, proxies: proxies)
    handle.setRequest(transfer.call.request, to: transfer.endpoint)
    transfer.handle = handle
    active[ObjectIdentifier(handle)] = transfer
    let result = curl_multi_add_handle(multi, handle.easy)
    guard result != CURLM_OK else { return }
    active[ObjectIdentifier(handle)] = nil
    transfer.fail(.other, String(cString: curl_multi_strerror(result)))
  }

  private func cancel(_ transfer: Transfer) {
    transfer.isCancelled = true
    if let handle = transfer.handle, active[ObjectIdentifier(handle)] === transfer {
      end(transfer, handle, code: CURLE_ABORTED_BY_CALLBACK)
    } else if let place = waiting.firstIndex(where: { $0 === transfer }) {
      waiting.remove(at: place)
      transfer.fail(.cancelled, "the exchange was cancelled before it began")
    }
  }

  private func finishTransfers() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
        continue
      }
      let code = ccurl_message_result(message)
      guard let handle = CurlHandle.of(easy: easy),
        let transfer = active[ObjectIdentifier(handle)]
      else { continue }
      end(transfer, handle, code: code)
    }
  }

  private func end(_ transfer: Transfer, _ handle: CurlHandle, code: CURLcode) {
    curl_multi_remove_handle(multi, handle.easy)
    active[ObjectIdentifier(handle)] = nil
    let exchange = handle.exchange(of: transfer, code: code)
    transfer.handle = nil
    if spare.count < 128 { spare.append(handle) }
    transfer.finish(exchange)
  }
}

/// libcurl's own set-up, once for the process.
let globalInitialization: CURLcode = ccurl_global_init()
