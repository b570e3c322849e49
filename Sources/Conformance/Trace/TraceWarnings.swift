/// What should be looked at in a trace, though it fails nothing: gathered while the trace is read,
/// so that a slip that comes a thousand times is told once.
struct TraceWarnings: Sendable {
  private struct Slip: Sendable {
    var line: Int
    var count: Int
  }

  private let path: String
  private var unknown: [ExactName: Slip] = [:]
  private var earlier: Slip?
  private var untimed: Slip?
  private var latest: Instant?
  /// Names that are kept; a trace may be full of nonsense.
  private static let nameLimit = 100

  private struct ExactName: Hashable {
    var bytes: [UInt8]
  }

  init(path: String) { self.path = path }

  mutating func noteUnknown(_ name: String, _ line: Int) {
    let name = ExactName(bytes: Array(name.utf8.prefix(200)))
    guard unknown[name] != nil || unknown.count < Self.nameLimit else { return }
    unknown[name, default: Slip(line: line, count: 0)].count += 1
  }

  /// Notes when an event was; nil when it says so in no way that can be read.
  mutating func noteTime(_ at: Instant?, _ line: Int) {
    guard let at else {
      untimed = Slip(line: untimed?.line ?? line, count: (untimed?.count ?? 0) + 1)
      return
    }
    if let latest, at < latest {
      earlier = Slip(line: earlier?.line ?? line, count: (earlier?.count ?? 0) + 1)
    }
    latest = at
  }

  /// Every warning, in the order of the lines.
  func diagnostics(of contract: Contract, names: Set<String>) -> [Diagnostic] {
    var found: [(Int, String)] = unknown.map { name, slip in
      let name = String(decoding: name.bytes, as: UTF8.self)
      return (
        slip.line,
        "“\(name)” is no event of \(contract.id)\(times(slip)); \(suggestion(for: name, among: names))"
      )
    }
    if let earlier {
      found.append(
        (
          earlier.line,
          "this event is dated before the one above it\(times(earlier)); the order of the lines counts"
        ))
    }
    if let untimed {
      found.append(
        (
          untimed.line,
          "expected “at” as RFC 3339 has it, such as 2026-07-21T12:00:00.000Z\(times(untimed)); rules about time leave the event out"
        ))
    }
    return found.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { line, message in
      Diagnostic(
        message, at: FileLocation(path: path, line: line, column: 1), severity: .warning)
    }
  }

  private func times(_ slip: Slip) -> String { slip.count > 1 ? " (\(slip.count) times)" : "" }
}
