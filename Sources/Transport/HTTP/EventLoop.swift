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
  private var handles: [CurlHandle] = []
  /// The handles without a transfer.
  private var spare: [CurlHandle] = []
  private var waiting: [Transfer] = []
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
    while true {
      let isClosing = runJobs()
      runCommands()
      if isClosing && endIfDone() { break }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      finishTransfers()
      startWaiting()
      sleep()
    }
    spare = []
    handles = []
    curl_multi_cleanup(multi)
  }

  /// How often jobs that come of jobs are run before libcurl has its turn.
  private static let jobRounds = 16

  /// Runs the jobs that came, and those that come of them, so that libcurl is asked once for all
  /// that they send; returns whether the client is being closed.
  private func runJobs() -> Bool {
    let executor = asUnownedTaskExecutor()
    for _ in 0..<Self.jobRounds {
      let isClosing = takeJobs()
      guard !jobs.isEmpty else { return isClosing }
      for job in jobs { job.runSynchronously(on: executor) }
      jobs.removeAll(keepingCapacity: true)
    }
    return inbox.withLock { $0.isClosing }
  }

  /// Takes the jobs that came; returns whether the client is being closed.
  private func takeJobs() -> Bool {
    inbox.withLock { inbox in
      inbox.isSleeping = false
      swap(&inbox.jobs, &jobs)
      return inbox.isClosing
    }
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

  /// Waits for sockets or for a wake-up, unless there is something to do already.
  private func sleep() {
    let isIdle = inbox.withLock { inbox in
      inbox.isSleeping = inbox.isEmpty && !inbox.isClosing
      return inbox.isSleeping
    }
    if isIdle { curl_multi_poll(multi, nil, 0, 60_000, nil) }
  }

  /// Cancels everything; true once the tasks that saw it have nothing more for the loop.
  private func endIfDone() -> Bool {
    for transfer in handles.compactMap(\.transfer) + waiting { cancel(transfer) }
    return inbox.withLock { inbox in
      inbox.isClosed = inbox.isEmpty
      return inbox.isClosed
    }
  }

  // MARK: - Transfers

  private func start(_ transfer: Transfer) {
    if transfer.isCancelled {
      transfer.fail(.cancelled, "the exchange was cancelled before it began")
    } else if !waiting.isEmpty || isFull {
      waiting.append(transfer)
    } else {
      begin(transfer)
    }
  }

  private func startWaiting() {
    while !waiting.isEmpty && !isFull { begin(waiting.removeFirst()) }
  }

  private var isFull: Bool {
    spare.isEmpty && handles.count >= max(1, configuration.maxConnections)
  }

  /// A handle that has no transfer; nil when libcurl gives none.
  private func freeHandle() -> CurlHandle? {
    if let handle = spare.popLast() { return handle }
    guard let handle = CurlHandle(configuration) else { return nil }
    handles.append(handle)
    return handle
  }

  private func begin(_ transfer: Transfer) {
    guard let handle = freeHandle() else {
      transfer.fail(.other, "libcurl gave no handle")
      return
    }
    handle.prepare(transfer.call, to: transfer.endpoint, proxies: proxies)
    handle.setRequest(transfer.call.request, to: transfer.endpoint)
    let result = curl_multi_add_handle(multi, handle.easy)
    guard result == CURLM_OK else {
      spare.append(handle)
      transfer.fail(.other, String(cString: curl_multi_strerror(result)))
      return
    }
    transfer.handle = handle
    handle.transfer = transfer
  }

  private func cancel(_ transfer: Transfer) {
    transfer.isCancelled = true
    if let handle = transfer.handle {
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
      guard let handle = CurlHandle.of(easy: easy), let transfer = handle.transfer else { continue }
      end(transfer, handle, code: code)
    }
  }

  private func end(_ transfer: Transfer, _ handle: CurlHandle, code: CURLcode) {
    curl_multi_remove_handle(multi, handle.easy)
    transfer.handle = nil
    handle.transfer = nil
    spare.append(handle)
    transfer.finish(handle.exchange(of: transfer, code: code))
  }
}

/// libcurl's own set-up, once for the process.
let globalInitialization: CURLcode = ccurl_global_init()
