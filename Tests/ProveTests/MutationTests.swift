import Conformance
import Prove
import Runner
import StrictJSON
import Testing
import Wire

@Suite("Generated faults")
struct MutationTests {
  @Test(
    "A member is changed at its place, and only there",
    arguments: [
      (["a"], MemberChange.dropped, #"{"b":[{"c":"x"}]}"#),
      (["a"], .nulled, #"{"a":null,"b":[{"c":"x"}]}"#),
      (["a"], .retyped, #"{"a":"1","b":[{"c":"x"}]}"#),
      (["a"], .renamed, #"{"A":1,"b":[{"c":"x"}]}"#),
      (["b", "*", "c"], .changed, #"{"a":1,"b":[{"c":"xx"}]}"#),
      (["b", "*", "c"], .retyped, #"{"a":1,"b":[{"c":42}]}"#),
    ])
  func changesMember(_ path: [String], _ change: MemberChange, _ expected: String) throws {
    let value: JSON = ["a": 1, "b": [["c": "x"]]]
    #expect(value.mutated(at: path, change) == (try JSON(parsing: expected)))
  }

  @Test("A member that is not there, or a text that is none, is not changed")
  func leavesTheRest() {
    let value: JSON = ["a": 1, "n": .null]
    #expect(value.mutated(at: ["z"], .dropped) == nil)
    #expect(value.mutated(at: ["a"], .changed) == nil)
    #expect(value.mutated(at: ["n"], .nulled) == nil)
    #expect(value.mutated(at: ["a", "*", "c"], .dropped) == nil)
  }

  @Test("An operation is known by its method, its path and its constant members")
  func fits() {
    let shape = OperationShape(name: "read", method: "GET", path: "/v1/things/{id}/data")
    #expect(shape.fits(method: "GET", path: "/v1/things/7/data", body: []))
    #expect(!shape.fits(method: "POST", path: "/v1/things/7/data", body: []))
    #expect(!shape.fits(method: "GET", path: "/v1/things/7", body: []))
    let start = OperationShape(
      name: "start", method: "POST", path: "{path}", constants: ["action": "start"])
    #expect(start.fits(method: "POST", path: "/x", body: Array(#"{"action":"start"}"#.utf8)))
    #expect(!start.fits(method: "POST", path: "/x", body: Array(#"{"action":"stop"}"#.utf8)))
  }

  @Test("An answer is changed with its length, and counted; another answer passes as it is")
  func changesAnswers() throws {
    let shape = OperationShape(name: "read", method: "GET", path: "/a")
    let mutator = Mutator(
      Mutation(
        name: "m", kind: .dropped, clause: "c",
        change: .member(shape, status: 200, path: ["b"], .dropped)))
    let changed = mutator.changed(exchange("/a", #"{"b":1,"c":2}"#))
    #expect(changed.response?.body == Array(#"{"c":2}"#.utf8))
    #expect(changed.response?.fields[first: "content-length"] == "7")
    let other = exchange("/other", #"{"b":1}"#)
    #expect(mutator.changed(other) == other)
    #expect(mutator.count == 1)
  }

  @Test("Every generated fault has a name of its own and a documented clause of its role")
  func derives() throws {
    let suite = try Conformance.Suite.embedded()
    for contract in suite.contracts {
      let files = specFiles.filter { $0.path.contains("/\(contract.id)/") }
      for role in Role.allCases {
        let all = Mutations.all(of: contract, ContractSurface(files), role: role)
        #expect(Set(all.map(\.name)).count == all.count)
        #expect(all.allSatisfy { contract.clause($0.clause)?.role == role })
        #expect(all.allSatisfy { contract.clause($0.clause)?.provenance == .documented })
      }
    }
  }

  private func exchange(_ path: String, _ body: String) -> HTTPExchange {
    let head = HTTPResponseHead(status: 200, fields: ["Content-Length": "\(body.utf8.count)"])
    let now = WireInstant.now()
    return HTTPExchange(
      call: HTTPCall(base: "http://127.0.0.1", request: HTTPRequest(target: path)),
      outcome: .response(HTTPResponse(head: head, body: Array(body.utf8))),
      sentAt: now, answeredAt: now, duration: .zero)
  }
}
