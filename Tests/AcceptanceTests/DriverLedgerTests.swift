import SDKDriving
import StrictJSON
import Testing

@testable import Runner

/// What is open between the runner and a driver's program.
@Suite("The ledger of a driver's program")
struct DriverLedgerTests {
  private static let returned: JSON = ["outcome": "returned", "value": ["id": "con_1"]]

  /// What a message leads to, in words.
  private func told(_ consequence: DriverLedger.Consequence) -> String {
    switch consequence {
    case .none: "nothing"
    case .ended(let id, let number, let outcome): "\(id): call \(number) ended, \(outcome)"
    case .endedAgain(let number): "call \(number) ended again"
    case .controlled(let id, let result): "\(id): \(result.serialized())"
    case .event(let event, let id): "event \(event.name), \(id?.serialized() ?? "no id")"
    case .broke(let reason): reason
    }
  }

  private func take(_ line: String, _ ledger: inout DriverLedger) -> String {
    told(ledger.take(DriverMessage(Array(line.utf8))))
  }

  @Test("Each request has an id of its own, and is open until it is answered")
  func ids() {
    var ledger = DriverLedger()
    ledger.beginLease()
    let reset = ledger.add(.control("reset"))
    let first = ledger.add(.call(number: 7, lease: ledger.lease))
    let second = ledger.add(.call(number: 8, lease: ledger.lease))
    #expect(Set([reset, first, second]).count == 3)
    #expect(ledger.id(ofCall: 8) == second)
    #expect(ledger.openCalls == [first, second])
    #expect(take(#"{"id":\#(reset),"result":{"a":1}}"#, &ledger) == #"\#(reset): {"a":1}"#)
    #expect(!ledger.isOpen(reset))
    #expect(ledger.isOpen(first))
  }

  @Test("A call that ended and is answered again ended again; it is not open any more")
  func again() {
    var ledger = DriverLedger()
    ledger.beginLease()
    let id = ledger.add(.call(number: 3, lease: ledger.lease))
    let line = #"{"jsonrpc":"2.0","id":\#(id),"result":\#(Self.returned.serialized())}"#
    guard case .ended(id, 3, .returned(let value)) = ledger.take(DriverMessage(Array(line.utf8)))
    else {
      Issue.record("expected the call to have ended")
      return
    }
    #expect(value["id"]?.string == "con_1")
    #expect(ledger.openCalls.isEmpty)
    #expect(take(line, &ledger) == "call 3 ended again")
  }

  @Test("What belongs to an earlier vector is dropped, the first answer and the second")
  func earlier() {
    var ledger = DriverLedger()
    ledger.beginLease()
    let id = ledger.add(.call(number: 3, lease: ledger.lease))
    ledger.beginLease()
    #expect(ledger.id(ofCall: 3) == nil)
    #expect(ledger.openCalls == [id], "it is still to be cancelled")
    let line = #"{"id":\#(id),"result":{"outcome":"threw","error":{"kind":"cancelled"}}}"#
    #expect(take(line, &ledger) == "nothing")
    #expect(take(line, &ledger) == "nothing")
    #expect(!ledger.isOpen(id))
  }

  @Test("An operation that is not there has no outcome; another error breaks the protocol")
  func errors() {
    var ledger = DriverLedger()
    ledger.beginLease()
    let first = ledger.add(.call(number: 1, lease: ledger.lease))
    let second = ledger.add(.call(number: 2, lease: ledger.lease))
    let notThere = #"{"id":\#(first),"error":{"code":-32601,"message":"no such operation"}}"#
    #expect(take(notThere, &ledger) == "\(first): call 1 ended, notOffered")
    let failed = #"{"id":\#(second),"error":{"code":-32000,"message":"no simulator"}}"#
    #expect(
      take(failed, &ledger) == "the driver answered a call with the error -32000: no simulator")
  }

  @Test(
    "What is none of the protocol breaks it, and the reason says what was written",
    arguments: [
      ("loading…", "no JSON-RPC message: loading…"),
      ("[1]", "no JSON-RPC message: [1]"),
      (#"{"id":99,"result":{}}"#, "the id 99, which no request of ours has"),
      (#"{"id":"1","result":{}}"#, "without an id of ours"),
      (#"{"id":1}"#, "without an id of ours and a result"),
      (#"{"method":"log","params":{"name":"x"}}"#, "no event with a name"),
      (#"{"id":"e1","method":"event","params":{}}"#, "no event with a name"),
      (#"{"id":1,"result":{"connectionId":"con_1"}}"#, "neither returned nor threw"),
      (#"{"id":1,"result":{"outcome":"threw","error":{}}}"#, "neither returned nor threw"),
      (#"{"id":2,"error":{"code":1,"message":"no device"}}"#, "reset with the error 1: no device"),
    ])
  func broken(line: String, reason: String) {
    var ledger = DriverLedger()
    ledger.beginLease()
    _ = ledger.add(.call(number: 1, lease: ledger.lease))
    _ = ledger.add(.control("reset"))
    #expect(take(line, &ledger).contains(reason))
  }

  @Test("A control request that is answered twice breaks the protocol")
  func controlTwice() {
    var ledger = DriverLedger()
    let id = ledger.add(.control("advance"))
    #expect(take(#"{"id":\#(id),"result":{}}"#, &ledger) == "\(id): {}")
    #expect(take(#"{"id":\#(id),"result":{}}"#, &ledger) == "the driver answered advance twice")
  }

  @Test("An event keeps its id, whatever kind that is; one without an id is not acknowledged")
  func events() {
    var ledger = DriverLedger()
    let line = #"{"id":ID,"method":"event","params":{"name":"sheet.shown","data":{"a":1}}}"#
    #expect(
      take(line.replacing("ID", with: #""e1""#), &ledger) == #"event sheet.shown, "e1""#)
    #expect(take(line.replacing("ID", with: "4"), &ledger) == "event sheet.shown, 4")
    #expect(take(line.replacing(#""id":ID,"#, with: ""), &ledger) == "event sheet.shown, no id")
  }
}
