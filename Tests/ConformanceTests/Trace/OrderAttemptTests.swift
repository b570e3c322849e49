import Testing

@testable import Conformance

@Suite("The attempts that a rule is judged for")
struct OrderAttemptTests {
  private static let keyed = #""key": "/data/k", "#

  @Test("are judged apart, however they are interleaved", arguments: interleaved)
  func apart(_ order: OrderCase) throws { try order.check() }

  private static let sequence = keyed + #""when": "s", "sequence": ["a", "b"]"#
  private static let before = keyed + #""before": ["a", "b"]"#
  private static let once = keyed + #""atMostOnce": "a""#
  private static let span = keyed + #""neverWhile": {"event": "x", "from": "a", "until": "b"}"#
  private static let answer = keyed + #""eventually": {"event": "b", "after": "a"}"#
  private static let same =
    keyed
    + #""sameValue": {"of": [{"event": "a", "at": "/data/v"}, {"event": "b", "at": "/data/v"}]}"#
  static let interleaved =
    OrderCase.holds(
      sequence, "s k=1; s k=2; a k=2; a k=1; b k=1; b k=2", "s k=1; b k=2; a k=1; b k=1")
    + [.breaks(sequence, "s k=1; s k=2; a k=1; b k=2; b k=1; a k=2", 5)]
    + OrderCase.holds(before, "a k=1; a k=2; b k=2; b k=1")
    + [.breaks(before, "a k=1; b k=2; b k=1; a k=2", 3)]
    + OrderCase.holds(once, "a k=1; a k=2; a k=\"1x\"") + [.breaks(once, "a k=1; a k=2; a k=1", 4)]
    + OrderCase.holds(span, "a k=1; x k=2; b k=1; x k=1") + [
      .breaks(span, "a k=1; a k=2; b k=2; x k=1", 5)
    ]
    + OrderCase.holds(answer, "a k=1; a k=2; b k=2; b k=1") + [
      .breaks(answer, "a k=1; a k=2; b k=1", 3)
    ]
    + [.breaks(same, "a k=1 v=1; a k=2 v=2; b k=1 v=2; b k=2 v=2", 4)]
    // An event that names no attempt belongs to none; null names none.
    + OrderCase.holds(once, "a k=1; a; a; a k=null; a k=null")
    + OrderCase.untested(once, "a; a", "a k=null; a k=null")

  @Test("are told apart by the first pointer that an event has, as values of JSON", arguments: keys)
  func telling(_ order: OrderCase) throws { try order.check() }

  private static let either = #""key": ["/data/k", "/data/l"], "before": ["a", "b"]"#
  static let keys =
    OrderCase.holds(either, "a k=1; b l=1", "a k=1 l=2; b l=1")
    + [.breaks(either, "a k=1 l=2; b l=2", 3), .breaks(either, #"a k="1"; b k=1"#, 3)]
    + OrderCase.holds(either, #"a k="ab"; b k="\u0061b""#, #"a k={"x":[1]}; b k={"x":[1]}"#)

  @Test("are those in which `when` occurs, as the other conditions say", arguments: conditions)
  func conditioned(_ order: OrderCase) throws { try order.check() }

  private static let unless = #""when": "s", "unlessBefore": ["c", "d"], "never": "x""#
  private static let only = #""when": "s", "ifBefore": "c", "never": "x""#
  private static let both = #""when": "s", "ifBefore": "c", "unlessBefore": "d", "never": "x""#
  private static let wide = #""when": "s", "neverWhile": {"event": "x", "from": "a", "until": "b"}"#
  static let conditions =
    OrderCase.untested(unless, "c; s; x", "x; d; s") + OrderCase.holds(unless, "s; c")
    + [.breaks(unless, "s; c; x", 4), .breaks(unless, "x; s", 2)]
    + OrderCase.untested(only, "s; c; x", "x; s") + OrderCase.holds(only, "c; s")
    + [.breaks(only, "c; s; x", 4)]
    + OrderCase.untested(both, "c; d; s; x", "d; c; s; x", "s; x") + [.breaks(both, "c; s; x", 4)]
    // `when` decides whether the rule holds, not where it begins.
    + [.breaks(wide, "a; x; s", 3)] + OrderCase.untested(wide, "a; x")
    + OrderCase.holds(wide, "a; s")

  @Test("end with their trace: those of another have nothing to do with them")
  func severalTraces() throws {
    let bench = try TraceBench(Self.once)
    let first = TraceBench.trace("a k=1; a k=2")
    #expect(try bench.judged(texts: [first, first]).verdict == .passed)
    let broken = try bench.judged(texts: [first, TraceBench.trace("a k=3; a k=3")])
    #expect(broken.findings.map(\.location.description) == ["2.jsonl:3:1"])
    let half = try TraceBench(Self.answer)
    #expect(try half.judged(texts: ["a k=1", "b k=1"].map { TraceBench.trace($0) }).lines == [2])
  }

  @Test("of a cut trace are blamed for what was seen, not for what may have come")
  func cut() throws {
    let bench = try TraceBench(Self.answer, Self.once)
    let judged = try bench.judged("a k=1; a k=2; b k=2; a k=2; a k=3", isCut: true)
    #expect(judged.lines == [5])
    #expect(judged.warnings.count == 1)
    #expect(judged.warnings[0].hasPrefix("1.jsonl:7:1: warning: the last line is cut"))
  }

  @Test("may be very many, and a rule that is broken very often is told a hundred times")
  func many() throws {
    let bench = try TraceBench(Self.sequence, Self.once, Self.span)
    let whole = (1...3_000).map { "s k=\($0); a k=\($0); b k=\($0)" }.joined(separator: "; ")
    #expect(try bench.judged(whole).verdict == .passed)
    let broken = (1...200).map { "a k=\($0); a k=\($0)" }.joined(separator: "; ")
    let judged = try bench.judged(broken)
    #expect(judged.findings.count == OrderOutcome.limit)
    #expect(judged.warnings.count == 1)
    #expect(judged.warnings[0].contains("broken 100 times more"))
  }
}
