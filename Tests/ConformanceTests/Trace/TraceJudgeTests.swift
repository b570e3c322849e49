import StrictJSON
import Testing

@testable import Conformance

@Suite("Judging a trace")
struct TraceJudgeTests {
  @Test("tells each unknown event once, and what was meant")
  func unknownEvents() throws {
    let bench = try TraceBench(#""before": ["close.called", "b"]"#, events: "close.called b")
    let judged = try bench.judged("close.caled; b; close.caled; nothing-like-it")
    #expect(judged.verdict == .failed)
    #expect(
      judged.warnings == [
        "1.jsonl:2:1: warning: “close.caled” is no event of t (2 times); "
          + "did you mean “close.called”?",
        "1.jsonl:5:1: warning: “nothing-like-it” is no event of t; known here: b, close.called",
      ])
    #expect(judged.result.subjects.first?.warnings == judged.warnings)
  }

  @Test("takes the order of the lines where times go back, and tells it once")
  func times() throws {
    let judged = try TraceBench(#""before": ["a", "b"]"#).judged("a at=9; b at=5; z at=4; z at=4")
    #expect(judged.verdict == .passed)
    #expect(judged.warnings.count == 1)
    #expect(judged.warnings[0].hasPrefix("1.jsonl:3:1: warning: this event is dated before"))
    #expect(judged.warnings[0].contains("(2 times)"))
  }

  @Test("tells a time that cannot be read")
  func unreadableTime() throws {
    let text = TraceBench.trace("a") + #"{"event": "b", "at": "noon"}"# + "\n"
    let judged = try TraceBench(#""before": ["a", "b"]"#).judged(texts: [text])
    #expect(judged.verdict == .passed)
    #expect(
      judged.warnings.first?.hasPrefix("1.jsonl:3:1: warning: expected “at” as RFC 3339") == true)
  }

  @Test("is incomplete where nothing was checked", arguments: ["", "z", "a", "unknown"])
  func nothing(_ events: String) throws {
    let judged = try TraceBench(#""before": ["a", "b"]"#).judged(events)
    #expect(judged.verdict == .untested)
    #expect(judged.result.outcome == .incomplete)
    #expect(judged.result.exitCode() == 4)
    #expect(judged.result.vectors.map(\.verdict) == [.notApplicable])
  }

  @Test("gives each rule a vector of its own, and each finding a place and both lines")
  func report() throws {
    let bench = try TraceBench(
      #""before": ["a", "b"]"#, #""advisory": true, "neverAfter": {"event": "x", "after": "b"}"#)
    let judged = try bench.judged("b; a; x")
    #expect(judged.result.vectors.map(\.vector.id) == ["order.t.rule", "order.t.rule.2"])
    #expect(judged.result.vectors.map(\.verdict) == [.failed, .passed])
    #expect(
      judged.sentences == [
        "2: expected a before b (line 2), received a in line 3, after it",
        "4: expected no x after b in line 2, received x in line 4",
      ])
    #expect(judged.findings.map(\.gates) == [true, false])
    #expect(judged.findings[0].location.description == "1.jsonl:2:1")
    #expect(judged.result.exitCode() == 1)
  }

  @Test("does not show the text that holds a secret")
  func secretText() throws {
    let bench = try TraceBench(
      #""noSecretIn": {"event": "a", "at": "/data", "pattern": "k_[0-9]+"}"#,
      #""noSecretIn": {"event": "a", "at": "/data", "valueOf": {"event": "b", "at": "/data/v"}}"#)
    let judged = try bench.judged("b v=topsecret; a t=k_4711:topsecret")
    #expect(judged.findings.count == 2)
    #expect(judged.findings.map(\.at) == ["/data/t", "/data/t"])
    let shown = judged.findings.map { "\($0)" }.joined()
    #expect(!shown.contains("4711") && !shown.contains("topsecret"))
  }

  @Test("compares texts with values that come later, as far as memory allows")
  func lateValues() throws {
    let bench = try TraceBench(
      #""noSecretIn": {"event": "a", "at": "/data/t", "valueOf": {"event": "b", "at": "/data/v"}}"#)
    #expect(try bench.judged("a t=has-topsecret; z; b v=topsecret").lines == [2])
    let long = String(repeating: "x", count: 1 << 19)
    let filler = (0..<5).map { _ in "a t=\(long)" }.joined(separator: "; ")
    let judged = try bench.judged(
      "b v=known-secret; a t=known-secret; \(filler); a t=has-topsecret; b v=topsecret")
    #expect(judged.lines == [3, 9])
  }

  @Test("holds the rules that are asked for, and keeps their names")
  func filters() throws {
    let bench = try TraceBench(#""never": "x""#, #""never": "y""#)
    let all = TraceJudge(context: bench.context, role: .app)
    let none = TraceJudge(context: bench.context, role: .app, filters: [Glob("order.u*")])
    let sdk = TraceJudge(context: bench.context, role: .sdk)
    #expect([all, none, sdk].map(\.isEmpty) == [false, true, true])
    #expect(bench.context.contract.tracedRoles == [.app])
  }

  @Test("says a rule in plain words", arguments: summaries)
  func words(_ rule: String, _ expected: String) throws {
    let rule = try #require(try TraceBench(rule).context.contract.order.first)
    #expect(rule.summary.isSameText(as: expected), "\(rule.summary)")
  }

  static let summaries = [
    (
      #""key": "/data/k", "when": "s", "ifBefore": "c", "unlessBefore": ["d", "e"], "#
        + #""sequence": ["a", "b"]"#,
      "for each /data/k, where s occurs, if c came before it, unless d or e came before it: a, "
        + "then b"
    ),
    (#""before": ["a", "b"], "advisory": true"#, "a before the first b (advisory)"),
    (
      #""never": {"event": "a", "where": {"/data/v": {"schema": {"type": "null"}}, "/thread": "#
        + #""main"}}"#,
      #"never a (/data/v fits {"type":"null"}, /thread = "main")"#
    ),
    (
      #""eventually": {"event": "a", "after": "b", "within": "PT2S", "until": "c", "#
        + #""orAnywhere": "d"}"#,
      "a after each b within 2 s, before the next c, or d in any attempt"
    ),
    (#""when": "s", "eventually": {"event": "a"}"#, "where s occurs: a somewhere"),
    (
      #""sameValue": {"of": [{"event": "a", "at": "/x"}, {"event": "b", "at": "/y"}]}"#,
      "/y of b is what /x of a last was"
    ),
    (
      #""noSecretIn": {"event": "a", "at": "/x", "pattern": "k", "valueOf": {"event": "b", "#
        + #""at": "/y"}}"#,
      "nothing in /x of a that is found by k or the value of /y of b"
    ),
  ]

  @Test("complains of a rule that cannot be judged", arguments: complaints)
  func complaint(_ rule: String, _ expected: String) {
    let found = #expect(throws: Diagnostics.self) { try TraceBench(rule) }
    #expect(found?.description.contains(expected) == true, "\(found?.description ?? "accepted")")
  }

  static let complaints = [
    (#""never": "a", "before": ["a", "b"]"#, "received “before” and “never”"),
    (#""before": ["a"]"#, "expected a list of 2 events, received an array of 1 element"),
    (#""before": ["a", "b", "c"]"#, "expected a list of 2 events, received an array of 3 elements"),
    (#""sequence": ["a"]"#, "expected a list of 2 to 32 events"),
    (#""never": "a", "unlessBefore": "b""#, "expected “when” beside"),
    (#""key": "/k", "never": "a""#, "expected “when” in a rule with “key”"),
    (#""noSecretIn": {"event": "a", "at": "/x"}"#, "expected “pattern” or “valueOf”"),
    (#""noSecretIn": {"event": "a", "at": "/x", "pattern": "("}"#, "this pattern cannot be used"),
    (#""eventually": {"event": "a", "from": "b"}"#, "“from”"),
    (#""neverAfter": {"event": "a"}"#, "after"),
  ]
}
