import StrictJSON
import Testing

@testable import Conformance

@Suite("Comparing, joining and excusing runs")
struct CompareTests {
  /// A report with vectors of the given verdicts.
  private func report(
    _ verdicts: [(id: String, verdict: String)], shard: String? = nil, target: String = "t",
    choices: [String: String] = [:]
  ) throws -> StoredReport {
    let vectors = verdicts.map { id, verdict -> JSON in
      var chosen = JSONObject()
      for (name, value) in choices { chosen[name] = .string(value) }
      let finding: JSON = [
        "step": 1, "clause": "c", "gates": true, "message": "m", "expected": "e", "actual": "a",
        "at": "/status",
      ]
      return [
        "id": .string(id), "contract": "c", "verdict": .string(verdict), "clauses": ["c"],
        "seconds": 1, "location": "v.json:1:1",
        "findings": verdict == "failed" ? [finding] : [], "choices": .object(chosen),
      ]
    }
    let exit = verdicts.contains { $0.verdict == "failed" } ? 1 : 0
    let json: JSON = [
      "format": 1, "tool": ["name": "conform", "version": "0"],
      "run": [
        "outcome": "conformant", "exit": .number(JSONNumber(exit)),
        "startedAt": "2026-01-01T00:00:00Z",
        "seconds": 1, "shard": shard.map { .string($0) } ?? .null,
      ],
      "targets": [["name": .string(target)]],
      "contracts": [["id": "c", "revision": "1", "digest": "d", "vectorsDigest": "v"]],
      "summary": [:],
      "clauses": [["id": "c", "verdict": .string(exit == 1 ? "failed" : "passed"), "vectors": []]],
      "vectors": .array(vectors),
    ]
    return try StoredReport(parsing: json.serializedBytes(), path: "\(shard ?? "whole").json")
  }

  @Test(
    "Each kind of change is told apart",
    arguments: [
      ("passed", "failed", ReportDifference.Kind.newlyBroken, ReportDifference.Answer.breaking),
      ("failed", "passed", .fixed, .compatibleWithNotes),
      ("couldNotRun", "passed", .newlyTested, .compatibleWithNotes),
      ("passed", "couldNotRun", .noLongerRun, .breaking),
    ])
  func kinds(
    old: String, new: String, kind: ReportDifference.Kind, answer: ReportDifference.Answer
  ) throws {
    let difference = ReportDifference(
      from: try report([("a", old)]), to: try report([("a", new)]))
    #expect(difference.changes.map(\.kind) == [kind])
    #expect(difference.answer == answer)
  }

  @Test("A vector that is gone is breaking, unless it has another name now")
  func gone() throws {
    let (old, new) = (try report([("a", "passed")]), try report([("b", "passed")]))
    #expect(ReportDifference(from: old, to: new).answer == .breaking)
    #expect(ReportDifference(from: old, to: new, renames: ["a": "b"]).answer == .compatible)
  }

  @Test("Another choice among those allowed is a note")
  func choices() throws {
    let difference = ReportDifference(
      from: try report([("a", "passed")], choices: ["1 status": "200"]),
      to: try report([("a", "passed")], choices: ["1 status": "201"]))
    #expect(difference.changes.map(\.kind) == [.changedChoice])
    #expect(difference.answer == .compatibleWithNotes)
  }

  @Test("Shards take every vector once, and stay where they are when others come")
  func shards() throws {
    let ids = (0..<200).map { "v.\($0)" }
    let parts = try (1...3).map { try #require(Shard("\($0)/3")).members(of: ids) }
    #expect(parts.reduce(0) { $0 + $1.count } == ids.count)
    #expect(parts.reduce(Set()) { $0.union($1) } == Set(ids))
    let more = try #require(Shard("1/3")).members(of: ids + ["w.1", "w.2"])
    #expect(more.intersection(ids) == parts[0])
    for text in ["0/3", "4/3", "1", "a/b", "1/0", "-1/3"] { #expect(Shard(text) == nil) }
  }

  @Test("Shards with times have as much to do as one another")
  func balanced() throws {
    let seconds = Dictionary(uniqueKeysWithValues: (0..<40).map { ("v.\($0)", Double($0)) })
    let loads = try (1...4).map { number in
      try #require(Shard("\(number)/4")).members(of: Array(seconds.keys), seconds: seconds)
        .reduce(0) { $0 + (seconds[$1] ?? 0) }
    }
    #expect((loads.max() ?? 0) - (loads.min() ?? 0) <= 40)
  }

  @Test("Joined shards are the run as a whole")
  func merge() throws {
    let whole = try ReportMerge.merge([
      try report([("b", "failed")], shard: "2/2"), try report([("a", "passed")], shard: "1/2"),
    ])
    #expect(whole["vectors"]?.array?.compactMap { $0["id"]?.string } == ["a", "b"])
    #expect(whole["run"]?["exit"]?.number?.int == 1)
    #expect(whole["run"]?["outcome"]?.string == "nonconformant")
    #expect(whole["clauses"]?[0]?["verdict"]?.string == "failed")
    #expect(whole["run"]?["shard"] == .null)
  }

  @Test("What does not belong together is refused, with the reason")
  func refusals() throws {
    let first = try report([("a", "passed")], shard: "1/2")
    let cases: [([StoredReport], String)] = [
      ([first], "missing: 2"),
      ([first, try report([("b", "passed")], shard: "1/2")], "both shard 1/2"),
      ([first, try report([("a", "passed")], shard: "2/2")], "may not overlap"),
      ([first, try report([("b", "passed")], shard: "2/2", target: "u")], "another target"),
      ([try report([("a", "passed")])], "without --shard"),
    ]
    for (parts, reason) in cases {
      let error = #expect(throws: ReportMerge.Refusal.self) { try ReportMerge.merge(parts) }
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
  }

  @Test("A known failure excuses its own finding only, and says when it is stale")
  func known() async throws {
    let failing = ScriptedRun(
      steps: #"{ "send": "create", "expect": { "status": 201, "clause": "c.created" } }"#,
      answers: [ScriptedRun.response(201, #"{"id":7}"#)])
    func apply(_ members: String, day: String = "2026-01-01") async throws -> (RunResult, Int) {
      var result = try await failing.result()
      let text = #"{"format":1,"known":[{"vector":"c.*","reason":"r","owner":"o",\#(members)}]}"#
      let known = try KnownFailures(
        parsing: Array(text.utf8), path: "known.json", suite: failing.suite())
      let stale = known.apply(to: &result, day: day)
      return (result, stale.count)
    }
    let (excused, none) = try await apply(#""clause":"c.id","finding":{"at":"/body/id"}"#)
    #expect(excused.vectors[0].verdict == .knownFailure)
    #expect(excused.exitCode(isStale: none > 0) == 0)
    let (other, stale) = try await apply(#""clause":"c.id","finding":{"at":"/status"}"#)
    #expect(other.vectors[0].verdict == .failed)
    #expect(stale == 1)
    #expect(other.exitCode(isStale: true) == 1)
    let (expired, one) = try await apply(
      #""clause":"c.id","expires":"2025-12-31""#, day: "2026-01-01")
    #expect(expired.vectors[0].verdict == .failed)
    #expect(one == 1)
  }

  @Test("A known failure that passes makes the run stale")
  func unexpectedPass() async throws {
    let passing = ScriptedRun(
      steps: #"{ "send": "create", "expect": { "status": 201, "clause": "c.created" } }"#,
      answers: [ScriptedRun.response(201, #"{"id":"t_1"}"#)])
    var result = try await passing.result()
    let text = #"{"format":1,"known":[{"vector":"c.v","clause":"c.id","reason":"r","owner":"o"}]}"#
    let known = try KnownFailures(
      parsing: Array(text.utf8), path: "known.json", suite: passing.suite())
    let stale = known.apply(to: &result, day: "2026-01-01")
    #expect(stale.count == 1)
    #expect(result.vectors[0].verdict == .unexpectedPass)
    #expect(result.exitCode(isStale: true) == 6)
  }

  @Test(
    "A part of a run says only of whole ids that they passed, since others may have the rest",
    arguments: [("c.v", 1, Verdict.unexpectedPass), ("c.*", 0, .passed), ("c.other", 0, .passed)])
  func knownInPart(vector: String, count: Int, verdict: Verdict) async throws {
    let passing = ScriptedRun(
      steps: #"{ "send": "create", "expect": { "status": 201, "clause": "c.created" } }"#,
      answers: [ScriptedRun.response(201, #"{"id":"t_1"}"#)])
    var result = try await passing.result()
    result.shard = "1/2"
    let entry = #"{"vector":"\#(vector)","clause":"c.id","reason":"r","owner":"o"}"#
    let known = try KnownFailures(
      parsing: Array(#"{"format":1,"known":[\#(entry)]}"#.utf8), path: "known.json",
      suite: passing.suite())
    #expect(known.apply(to: &result, day: "2026-01-01").count == count)
    #expect(result.vectors[0].verdict == verdict)
  }
}
