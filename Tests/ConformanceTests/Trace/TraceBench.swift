import StrictJSON

@testable import Conformance

/// A contract of one clause and some rules, and short ways to write traces for it.
struct TraceBench {
  let suite: Suite
  let context: RunContext

  /// Makes a contract whose rules are these, each without its clause.
  init(_ rules: String..., events: String = "a b c d s e f x y z") throws {
    let names = events.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ", ")
    let listed = rules.map { "{\"clause\": \"t.rule\", \($0)}" }.joined(separator: ", ")
    let text = """
      {
        "format": 1, "id": "t", "title": "T", "revision": "1",
        "documents": {"page": {"title": "Page"}},
        "events": {"driver": ["shown"], "app": [\(names)]},
        "clauses": [
          {"id": "t.rule", "level": "MUST", "role": "app", "provenance": "documented",
            "observable": "trace", "text": "It holds.",
            "source": {"document": "page", "section": "All"}}
        ],
        "order": [\(listed)]
      }
      """
    suite = try Suite(
      specs: [.init(path: "t/contract.json", bytes: Array(text.utf8))], vectors: [])
    guard let contract = suite.contract("t") else { throw BenchError.noContract }
    context = RunContext(contract: contract, target: Target(recorded: "t", role: .app))
  }

  enum BenchError: Error { case noContract }

  /// The first line of a trace of the bench's contract.
  static let header = #"{"format": 1, "contract": "t", "role": "app", "source": "Bench"}"#

  /// A trace from events divided by `;`, each a name and members: `a k=1 at=2 thread=main`.
  ///
  /// `at` is in seconds, `thread` the event's own; all others stand in its data.
  static func trace(_ events: String, contract: String = "t", isCut: Bool = false) -> String {
    let first = header.replacing(#""t""#, with: "\"\(contract)\"")
    let lines = [first] + events.split(separator: ";").map { line(String($0)) }
    return lines.joined(separator: "\n") + (isCut ? "\n{\"event\": \"" : "\n")
  }

  private static func line(_ event: String) -> String {
    let words = event.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    var root: JSONObject = ["event": .string(words.first ?? "")]
    var data = JSONObject()
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, text) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
      switch name {
      case "at":
        let instant = Instant(nanoseconds: Int64((Double(text) ?? 0) * 1e9))
        root["at"] = .string(instant.description)
      case "thread": root["thread"] = .string(text)
      default: data[name] = (try? JSON(parsing: text)) ?? .string(text)
      }
    }
    root["data"] = .object(data)
    return JSON.object(root).serialized()
  }

  /// What the rules say of a trace.
  func judged(_ events: String, isCut: Bool = false) throws -> Judged {
    try judged(texts: [Self.trace(events, isCut: isCut)])
  }

  /// What the rules say of whole trace files.
  func judged(texts: [String]) throws -> Judged {
    var judge = TraceJudge(context: context, role: .app)
    for (number, text) in texts.enumerated() {
      try judge.judge(Array(text.utf8), path: "\(number + 1).jsonl")
    }
    return Judged(judge, judge.result(suite))
  }

  /// What came of it.
  struct Judged {
    let result: RunResult
    let warnings: [String]

    init(_ judge: TraceJudge, _ result: RunResult) {
      self.result = result
      warnings = judge.warnings.map(\.description)
    }

    /// The verdict of the bench's clause.
    var verdict: ClauseVerdict? { result.clauses.first?.verdict }
    /// Every finding, in the order of the rules.
    var findings: [Finding] { result.vectors.flatMap(\.judgement.findings) }
    /// The lines of the findings.
    var lines: [Int] { findings.map(\.location.line) }
    /// The findings as sentences.
    var sentences: [String] { findings.map { "\($0.location.line): \($0.message)" } }
  }
}
