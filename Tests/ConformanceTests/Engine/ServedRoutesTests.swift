import StrictJSON
import Testing
import Wire

@testable import Conformance

@Suite("Served routes")
struct ServedRoutesTests {
  private func answer(_ status: Int, times: Int? = nil) -> ServedAnswer {
    ServedAnswer(
      status: status, fields: HTTPFields(), body: [], delay: .zero, fault: nil, times: times)
  }

  private func route(
    _ name: String, body: JSON? = nil, _ answers: [ServedAnswer]
  ) -> ServedRoute {
    let condition = body.map { body in
      Expectation(
        clause: nil, status: nil, headers: [],
        body: (body.object ?? [:]).map { name, value in
          MemberMatcher(pointer: JSONPointer([name]), rule: .equals(.constant(value)))
        }, anyString: [], noString: [], outcome: nil, value: [], error: [], isAdvisory: false,
        location: FileLocation(path: "vectors.json", line: 1, column: 1))
    }
    return ServedRoute(
      name: name, method: "POST", path: "/api", condition: condition, bindings: Bindings(),
      answers: answers)
  }

  private func request(
    _ method: String = "POST", _ target: String = "/api", _ body: JSON? = nil
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, target: target, fields: ["Content-Type": "application/json"],
      body: body?.serializedBytes() ?? [])
  }

  @Test("Nothing is served at first")
  func empty() {
    var routes = ServedRoutes()
    #expect(routes.answer(request()) == nil)
  }

  @Test(
    "A route takes what has its method and path; the query is not looked at",
    arguments: [
      ("POST", "/api", true), ("POST", "/api?x=1", true), ("GET", "/api", false),
      ("post", "/api", false), ("POST", "/api/", false), ("POST", "/API", false),
    ])
  func taking(method: String, target: String, isTaken: Bool) {
    var routes = ServedRoutes()
    routes.add([route("a", [answer(200)])])
    #expect((routes.answer(request(method, target)) != nil) == isTaken)
  }

  @Test("Answers are given in order, each as often as it says; then there is none")
  func queue() {
    var routes = ServedRoutes()
    routes.add([route("a", [answer(201, times: 2), answer(202, times: 1)])])
    let given = (0..<4).map { _ in routes.answer(request())?.answer.status }
    #expect(given == [201, 201, 202, nil])
  }

  @Test("An answer that does not say how often is given for ever")
  func endless() {
    var routes = ServedRoutes()
    routes.add([route("a", [answer(201, times: 1), answer(202), answer(203)])])
    let given = (0..<4).map { _ in routes.answer(request())?.answer.status }
    #expect(given == [201, 202, 202, 202])
  }

  @Test("When a route's answers are used up, the next that fits is asked")
  func next() {
    var routes = ServedRoutes()
    routes.add([route("first", [answer(201, times: 1)]), route("second", [answer(202)])])
    #expect(routes.answer(request())?.route == "first")
    #expect(routes.answer(request())?.route == "second")
  }

  @Test("What was added later is asked first, and takes the place of what has its name")
  func later() {
    var routes = ServedRoutes()
    routes.add([route("a", [answer(201)]), route("b", [answer(202)])])
    routes.add([route("c", [answer(203, times: 1)])])
    #expect(routes.answer(request())?.route == "c")
    #expect(routes.answer(request())?.route == "a")
    routes.add([route("a", [answer(204, times: 1)])])
    #expect(routes.answer(request())?.answer.status == 204)
    #expect(routes.answer(request())?.route == "b", "the earlier a is gone")
  }

  @Test("What fails a condition is left to other routes, and uses no answer up")
  func conditions() {
    var routes = ServedRoutes()
    routes.add([
      route("start", body: ["action": "start"], [answer(200, times: 1)]),
      route("capture", body: ["action": "capture"], [answer(202)]),
    ])
    #expect(routes.answer(request("POST", "/api", ["action": "capture"]))?.route == "capture")
    #expect(routes.answer(request("POST", "/api", ["action": "start"]))?.route == "start")
    #expect(routes.answer(request("POST", "/api", ["action": "start"])) == nil)
    #expect(routes.answer(request("POST", "/api", ["action": "stop"])) == nil)
    #expect(routes.answer(request()) == nil, "a body that is no JSON meets no condition")
  }
}
