import StrictJSON
import Testing
import Wire

@testable import Conformance

/// Where a text is looked for in what an SDK sends.
@Suite("Texts of a request")
struct RequestTextTests {
  private static let secret = "s3cr3t"

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var target = "/log"
    var fields: HTTPFields = [:]
    var body = ""
    var isFound = true

    var testDescription: String { name }
  }

  static let rows = [
    Row(name: "a JSON body", body: #"{"event":{"session":"s3cr3t"}}"#),
    Row(name: "a header", fields: ["X-Session": "s3cr3t"]),
    Row(name: "a credential in a header", fields: ["Authorization": "Bearer s3cr3t"]),
    Row(name: "the path", target: "/log/s3cr3t"),
    Row(name: "the path, encoded", target: "/log/s%33cr3t"),
    Row(name: "the query", target: "/log?session=s3cr3t"),
    Row(name: "the query, encoded", target: "/log?session=s%33cr%33t"),
    Row(
      name: "a form, encoded",
      fields: ["Content-Type": "application/x-www-form-urlencoded"], body: "session=s%33cr3t"),
    Row(name: "part of another word", target: "/log/xs3cr3tx", isFound: false),
    Row(name: "nowhere", fields: ["X-Session": "other"], isFound: false),
  ]

  @Test("A text is found in body, headers, path and query, decoded", arguments: rows)
  func found(row: Row) throws {
    let request = HTTPRequest(
      method: "POST", target: row.target, fields: row.fields, body: Array(row.body.utf8))
    let wanted = Expectation(
      clause: nil, status: nil, headers: [], body: [],
      anyString: [Template(Self.secret, raw: true)], noString: [], outcome: nil, value: [],
      error: [], isAdvisory: false, location: FileLocation(path: "v.json", line: 1, column: 1))
    let differences = try Matcher(bindings: Bindings()).differences(
      wanted, Observation(request: request))
    #expect(differences.isEmpty == row.isFound)
    var unwanted = wanted
    swap(&unwanted.anyString, &unwanted.noString)
    let found = try Matcher(bindings: Bindings()).differences(
      unwanted, Observation(request: request))
    if row.isFound { #expect(!found.isEmpty) }
  }

  @Test("A hook that nothing listened for says so, also when it was recorded")
  func neverArrived() throws {
    let record = HookRecord(
      name: "session.mint", arguments: .null, outcome: .failed, message: "refused",
      neverArrived: true)
    #expect(try HookRecord(json: record.json) == record)
  }
}
