import StrictJSON
import Testing

@testable import Conformance

/// A rule, a trace, and what must come of it.
struct OrderCase: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable, Equatable {
    case holds
    case breaks([Int])
    case untested
  }

  var rule: String
  var trace: String
  var outcome: Outcome
  var isCut = false

  var testDescription: String { "\(rule) over \(trace)\(isCut ? " (cut)" : "")" }

  static func holds(_ rule: String, _ traces: String...) -> [OrderCase] {
    traces.map { OrderCase(rule: rule, trace: $0, outcome: .holds) }
  }

  static func untested(_ rule: String, _ traces: String...) -> [OrderCase] {
    traces.map { OrderCase(rule: rule, trace: $0, outcome: .untested) }
  }

  static func breaks(_ rule: String, _ trace: String, _ lines: Int...) -> OrderCase {
    OrderCase(rule: rule, trace: trace, outcome: .breaks(lines))
  }

  /// The same for a trace whose last line is cut.
  var cut: OrderCase {
    var copy = self
    copy.isCut = true
    return copy
  }

  func check() throws {
    let judged = try TraceBench(rule).judged(trace, isCut: isCut)
    let found: Outcome =
      switch judged.verdict {
      case .passed: .holds
      case .failed: .breaks(judged.lines)
      default: .untested
      }
    #expect(found == outcome, "\(judged.sentences)")
  }
}

@Suite("Each kind of order rule")
struct OrderKindTests {
  @Test("sequence: each occurs, in this order", arguments: sequences)
  func sequence(_ order: OrderCase) throws { try order.check() }

  private static let abc = #""when": "s", "sequence": ["a", "b", "c"]"#
  private static let ab = #""when": "s", "sequence": [["a", "x"], "b"]"#
  static let sequences =
    OrderCase.holds(abc, "s; a; b; c", "s; z; a; z; b; z; c; z", "s; a; b; c; a; c; b")
    // What came before `when` counts where nothing follows: the last of it.
    + OrderCase.holds(
      abc, "a; s; b; c", "a; b; s; c", "a; b; c; s", "c; s; a; b; c", "b; a; b; s; c")
    + OrderCase.untested(abc, "a; b; c", "c; b; a", "z")
    + [
      .breaks(abc, "s; b; a; c", 3), .breaks(abc, "s; a; c; b", 4), .breaks(abc, "s; c; b; a", 4),
      .breaks(abc, "s; a; b", 2), .breaks(abc, "s", 2), .breaks(abc, "s; c; a; b; c", 3),
      .breaks(abc, "b; s; a; c", 2), .breaks(abc, "s; a; c", 4),
    ]
    + OrderCase.holds(ab, "s; x; b", "s; a; x; b", "s; x; b; a")
    + [.breaks(ab, "s; b; x; a", 3)]
    + [OrderCase.breaks(abc, "s; b; a", 3).cut, OrderCase.breaks(abc, "s; b; c", 3).cut]
    + (OrderCase.untested(abc, "s", "s; a", "s; a; b") + OrderCase.holds(abc, "s; a; b; c"))
    .map(\.cut)

  @Test("before: the first stands before the first of the second", arguments: befores)
  func precedence(_ order: OrderCase) throws { try order.check() }

  private static let before = #""before": ["a", "b"]"#
  static let befores =
    OrderCase.holds(before, "a; b", "a; z; b; b", "a; b; a")
    + OrderCase.untested(before, "a", "z")
    + [.breaks(before, "b; a", 2), .breaks(before, "b", 2), .breaks(before, "z; b; b; a; b", 3)]
    + [OrderCase.breaks(before, "b", 2).cut]
    + [.breaks(#""before": ["a", "a"]"#, "a; a", 2)]

  @Test("exactlyOnce, atMostOnce and never count", arguments: counts)
  func count(_ order: OrderCase) throws { try order.check() }

  private static let exactly = #""when": "s", "exactlyOnce": "a""#
  static let counts =
    OrderCase.holds(exactly, "s; a", "a; s", "s; z; a")
    + OrderCase.untested(exactly, "a", "a; a")
    + [
      .breaks(exactly, "s", 2), .breaks(exactly, "a; s; a", 4),
      .breaks(exactly, "a; a; s; a", 3, 5),
    ]
    + [OrderCase.breaks(exactly, "s; a; a", 4).cut] + OrderCase.untested(exactly, "s").map(\.cut)
    + OrderCase.holds(#""exactlyOnce": "a""#, "z; a") + [.breaks(#""exactlyOnce": "a""#, "z; z", 1)]
    + OrderCase.holds(#""atMostOnce": "a""#, "a", "z; a; z")
    + OrderCase.untested(#""atMostOnce": "a""#, "z")
    + [.breaks(#""atMostOnce": "a""#, "a; z; a; a", 4, 5)]
    + OrderCase.holds(#""never": "a""#, "z") + OrderCase.untested(#""never": "a""#, "")
    + OrderCase.holds(#""when": "s", "never": "a""#, "s; z")
    + OrderCase.untested(#""when": "s", "never": "a""#, "a; z")
    + [.breaks(#""when": "s", "never": "a""#, "a; s; a", 2, 4), .breaks(#""never": "a""#, "a", 2)]

  @Test("neverAfter and neverWhile look at spans", arguments: spans)
  func span(_ order: OrderCase) throws { try order.check() }

  private static let after = #""neverAfter": {"event": "x", "after": "a"}"#
  private static let until = #""neverAfter": {"event": "x", "after": "a", "until": "b"}"#
  private static let whole = #""neverWhile": {"event": "x", "from": "a", "until": ["b", "c"]}"#
  private static let again = #""neverWhile": {"event": "a", "from": "a", "until": "b"}"#
  private static let edge = #""neverWhile": {"event": "b", "from": "a", "until": "b"}"#
  static let spans =
    OrderCase.holds(after, "x; a; z", "a") + OrderCase.untested(after, "x; z")
    + [.breaks(after, "a; x; x", 3, 4), .breaks(after, "x; a; a; x", 5)]
    + OrderCase.holds(until, "a; b; x", "a; b; x; a; b")
    + [.breaks(until, "a; x; b; x", 3), .breaks(until, "a; b; a; x", 5)]
    + OrderCase.holds(whole, "a; c; x", "x; a; b; x") + [.breaks(whole, "a; x; b", 3)]
    + OrderCase.holds(again, "a; b; a", "a") + [.breaks(again, "a; a; b; a", 3)]
    // One line ends a span, begins the next, and is judged by the first.
    + [.breaks(edge, "a; b", 3)]

  @Test("eventually: an answer follows each time", arguments: answers)
  func eventually(_ order: OrderCase) throws { try order.check() }

  private static let answer = #""eventually": {"event": "b", "after": "a"}"#
  private static let timed = #""eventually": {"event": "b", "after": "a", "within": "PT2S"}"#
  private static let before2 = #""eventually": {"event": "b", "after": "a", "until": "c"}"#
  private static let or = #""eventually": {"event": "b", "after": "a", "orAnywhere": "x"}"#
  private static let anywhere = #""when": "s", "eventually": {"event": "b"}"#
  private static let once =
    #""eventually": {"event": "b", "after": "a", "until": "c"}, "key": "/data/k""#
  static let answers =
    // Up to the next `until`, one answer will do.
    OrderCase.holds(before2, "a; b; a", "a; b; a; a; c; a; b") + [
      .breaks(before2, "a; b; a; c; a", 6)
    ]
    + OrderCase.holds(once, "a k=1; b k=1; c k=2; a k=1")
    + OrderCase.holds(answer, "a; b", "a; a; b", "b; a; b") + OrderCase.untested(answer, "b", "z")
    + [.breaks(answer, "a", 2), .breaks(answer, "b; a", 3), .breaks(answer, "a; b; a; a", 4)]
    + OrderCase.untested(answer, "a").map(\.cut) + OrderCase.holds(answer, "a; b; a").map(\.cut)
    + OrderCase.holds(timed, "a at=1; b at=3", "a; b at=9", "a at=1; b", "a at=5; b at=1")
    + [.breaks(timed, "a at=1; b at=3.001", 3), .breaks(timed, "a at=1; z", 2)]
    + OrderCase.holds(before2, "a; b; c", "a; b; c; a; b")
    + [.breaks(before2, "a; c; b", 2), .breaks(before2, "a; b; c; a; c; a; b", 5)]
    + [OrderCase.breaks(before2, "a; c", 2).cut]
    + OrderCase.holds(or, "a; x", "a; z; b") + [.breaks(or, "x; a", 3)]
    + OrderCase.holds(anywhere, "s; b", "b; s") + OrderCase.untested(anywhere, "b")
    + [.breaks(anywhere, "s; z", 2)] + OrderCase.untested(anywhere, "s").map(\.cut)

  @Test("onlyOnThread looks at the thread that an event names", arguments: threads)
  func thread(_ order: OrderCase) throws { try order.check() }

  private static let main = #""onlyOnThread": {"event": "a", "thread": "main"}"#
  static let threads =
    OrderCase.holds(main, "a thread=main", "a thread=main; a; b thread=background")
    + OrderCase.untested(main, "a", "b thread=main")
    + [.breaks(main, "a thread=main; a thread=background; a thread=Main", 3, 4)]

  @Test("sameValue, differentValue and earlierValue compare members", arguments: values)
  func value(_ order: OrderCase) throws { try order.check() }

  private static let of =
    #"{"of": [{"event": "a", "at": "/data/v"}, {"event": "b", "at": "/data/w"}]}"#
  private static let same = #""sameValue": "# + of
  private static let different = #""differentValue": "# + of
  private static let earlier = #""earlierValue": "# + of
  private static let own = #""differentValue": {"of": [{"event": "a", "at": "/data/v"}]}"#
  static let values =
    OrderCase.holds(same, "a v=1; b w=1", "a v=1; a v=2; b w=2; b w=2.0", "a v=1; b w=1; a v=9")
    + OrderCase.untested(same, "b w=1; a v=1", "a v=1; b", "a v=null; b w=1", "a v=1; b w=null")
    + [.breaks(same, "a v=1; b w=2; b w=1", 3), .breaks(same, "a v=1; a v=2; b w=1", 4)]
    + [.breaks(same, #"a v="1"; b w=1"#, 3)]
    + OrderCase.holds(different, "a v=1; b w=2") + OrderCase.untested(different, "b w=1; a v=1")
    + [.breaks(different, "a v=1; a v=2; b w=1; b w=2", 4, 5)]
    + OrderCase.holds(earlier, "a v=1; a v=2; b w=1; b w=2") + OrderCase.untested(earlier, "b w=1")
    + [.breaks(earlier, "a v=1; b w=2; a v=2; b w=2", 3)]
    + OrderCase.holds(own, "a v=1; a v=2") + [.breaks(own, "a v=1; a v=2; a v=1", 4)]

  @Test("noSecretIn searches texts", arguments: secrets)
  func secret(_ order: OrderCase) throws { try order.check() }

  private static let pattern =
    #""noSecretIn": {"event": "a", "at": "/data/t", "pattern": "k_[0-9]"}"#
  private static let object = #""noSecretIn": {"event": "a", "at": "/data", "pattern": "^k_[0-9]"}"#
  private static let valueOf =
    #""noSecretIn": {"event": "a", "at": "/data/t", "valueOf": {"event": "b", "at": "/data/v"}}"#
  static let secrets =
    OrderCase.holds(pattern, "a t=none", "a t=k_x") + OrderCase.untested(pattern, "a", "a t=null")
    + [.breaks(pattern, "a t=k_1; a t=-k_2-; b t=k_3", 2, 3)]
    + [.breaks(object, #"a t={"u":["x","k_1"]}"#, 2), .breaks(object, #"a k_1=x"#, 2)]
    + [.breaks(object, #"a t="\u006b_1""#, 2)]
    + OrderCase.holds(object, "a t=x-k_1")
    // A value may come after the text; an empty one is no value; a short one is a word.
    + OrderCase.holds(valueOf, "b v=secret-1; a t=other", "b v=ab1; a t=cab12", "b v=ab1; a t=xab1")
    + OrderCase.untested(valueOf, "a t=x", "b v=secret-1", #"b v=""; a t=x"#, "b v=7; a t=7")
    + [.breaks(valueOf, "a t=is-secret-1!; b v=secret-1", 2)]
    + [.breaks(valueOf, "b v=ab1; a t=x:ab1; a t=ab1", 3, 4)]
    + [
      .breaks(valueOf, "b v=secret-12; b v=longer-secret; a t=xsecret-12x; a t=longer-secret", 4, 5)
    ]

  @Test("schema looks at a member", arguments: schemas)
  func member(_ order: OrderCase) throws { try order.check() }

  private static let text =
    #""schema": {"event": "a", "at": "/data/v", "schema": {"type": "string"}}"#
  static let schemas =
    OrderCase.holds(text, "a v=x", "a; a v=x") + OrderCase.untested(text, "a", "b v=1")
    + [.breaks(text, "a v=x; a v=1; a v=null", 3, 4)]
}
