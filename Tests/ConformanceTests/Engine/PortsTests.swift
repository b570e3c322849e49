import Conformance
import Testing
import Wire

@Suite("The ends of a run")
struct PortsTests {
  @Test("What is put before the exchange is not passed by: nothing is submitted any more")
  func submission() {
    let answer: @Sendable (HTTPCall) async -> HTTPExchange = { call in
      HTTPExchange(
        call: call, outcome: .failure(HTTPFailure(kind: .refused, message: "none here")),
        sentAt: WireInstant(nanoseconds: 0), answeredAt: WireInstant(nanoseconds: 0),
        duration: .zero)
    }
    var ports = Ports(
      exchange: answer, now: { Instant(nanoseconds: 0) }, sleep: { _ in })
    let call = HTTPCall(base: "http://127.0.0.1:9")
    #expect(!ports.submit(call) { _ in })
    ports.submit = { _, _ in true }
    #expect(ports.submit(call) { _ in })
    ports.exchange = answer
    #expect(!ports.submit(call) { _ in })
  }
}
