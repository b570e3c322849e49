import Conformance
import Wire

/// The line that says how far a run is, while it runs and only on a terminal.
final class Progress: Sendable {
  private let output: Output
  private let total: Int
  private let what: String
  private let counts = Locked((done: 0, failed: 0))

  init(_ output: Output, total: Int, what: String) {
    self.output = output
    self.total = total
    self.what = what
  }

  /// Counts a vector that ended.
  func note(_ record: Scheduler.Record) {
    guard output.showsProgress else { return }
    let (done, failed) = counts.withLock { counts in
      counts.done += 1
      if record.judgement.findings.contains(where: \.gates) { counts.failed += 1 }
      return counts
    }
    output.progress("\(what): \(done) of \(total), \(failed) with findings")
  }

  func clear() {
    output.progress("")
  }
}
