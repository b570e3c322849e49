import TraceRecorder
import Wire

/// One run of a scripted app: the trace that it writes, the time of its script, and its slips.
struct AppRun<Fault: Hashable & Sendable, Variant: Hashable & Sendable>: Sendable {
  private let faults: Set<Fault>
  private let variants: Set<Variant>
  private let recorder: TraceRecorder
  private let lines: Locked<[UInt8]>
  private let now: Locked<Int>
  private let hasCrashed = Locked(false)

  /// Begins a trace at noon of 21 July 2026, UTC.
  init(contract: String, source: String, faults: Set<Fault>, variants: Set<Variant>) {
    let lines = Locked<[UInt8]>([])
    let now = Locked(1_784_635_200_000)
    self.faults = faults
    self.variants = variants
    self.lines = lines
    self.now = now
    recorder = TraceRecorder(
      contract: contract, source: source,
      hash: { SHA256.hexadecimal(SHA256.hash(Array($0.utf8))) },
      clock: { now.withLock { $0 } },
      write: { line in
        lines.withLock { $0 += line }
        return true
      })
  }

  /// The trace so far, as JSON lines.
  var trace: String { String(decoding: lines.withLock { $0 }, as: UTF8.self) }

  /// Whether the app has this fault.
  func slips(_ fault: Fault) -> Bool { faults.contains(fault) }

  /// Whether the app differs in this way.
  func differs(_ variant: Variant) -> Bool { variants.contains(variant) }

  /// Writes down an event, unless the app has crashed.
  func record(_ event: String, _ data: TraceValue = [:], thread: String = "main") {
    guard !hasCrashed.withLock({ $0 }) else { return }
    pause(7)
    recorder.record(event, data, thread: thread)
  }

  /// Lets milliseconds of the script pass.
  func pause(_ milliseconds: Int) { now.withLock { $0 += milliseconds } }

  /// Ends the app: nothing is written from here on.
  func crash() { hasCrashed.withLock { $0 = true } }
}
