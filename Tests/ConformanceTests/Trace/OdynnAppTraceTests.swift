import Testing

@testable import Conformance

@Suite("Traces of apps that embed Odynn Connect")
struct OdynnAppTraceTests {
  @Test("are found right where the document allows what they do", arguments: right)
  func allowed(_ trace: AppTrace) throws { try trace.check() }

  @Test("are found wrong, on the clause that they break and no other", arguments: wrong)
  func forbidden(_ trace: AppTrace) throws { try trace.check() }

  private static func trace(
    _ title: String, _ events: String, broken: [String] = [], isCut: Bool = false
  ) -> AppTrace {
    AppTrace(
      title: title, contract: "odynn-connect",
      events: events.replacing("$", with: "sessionId=ses_1").replacing(
        "#", with: "sessionId=ses_2"),
      isCut: isCut, broken: broken)
  }

  private static let runs =
    "user.tap $; session.received $; worker.created $; connect.called $; connect.returned $; "
    + "accept.called $"
  private static let leaves = "accept.cancelled $; worker.released $; close.called $"

  static let right: [AppTrace] = [
    trace("the plain teardown", runs + "; teardown.began $; " + leaves + "; close.returned $"),
    trace(
      "accept is cancelled before the teardown begins",
      runs
        + "; accept.cancelled $; teardown.began $; accept.threw $ kind=cancellation; "
        + "worker.released $; close.called $"
    ),
    trace(
      "the cancellation arrives after the close",
      runs + "; teardown.began $; " + leaves
        + "; close.returned $; accept.threw $ kind=cancellation"),
    trace(
      "close throws, and is called once more",
      runs + "; teardown.began $; " + leaves + "; close.threw $; close.called $; close.returned $"),
    trace(
      "the teardown begins twice, as a screen that disappears twice lets it",
      runs + "; teardown.began $; " + leaves + "; teardown.began $; screen.dismissed $"),
    trace("no event marks the teardown", runs + "; " + leaves),
    trace(
      "the task is cancelled and the sync ended before the teardown begins",
      runs
        + "; accept.cancelled $; accept.threw $ kind=cancellation; teardown.began $; "
        + "worker.released $; close.called $"
    ),
    trace(
      "the sample's teardown after a completed sync: cancels, drops, closes",
      runs + "; accept.returned $; completed $; screen.dismissed $; teardown.began $; " + leaves),
    trace(
      "nothing is closed after a completed sync",
      runs
        + "; accept.returned $; completed $; screen.dismissed $; teardown.began $; "
        + "worker.released $"
    ),
    trace(
      "the user leaves before there is a worker",
      "user.tap $; session.received $; teardown.began $; screen.dismissed $"),
    trace(
      "the user leaves while connect runs, outside of any task",
      "user.tap $; session.received $; worker.created $; connect.called $; teardown.began $; "
        + "worker.released $; close.called $; connect.threw $ kind=cancellation"
    ),
    trace(
      "the user leaves while connect runs in a task",
      "session.received $; worker.created $; connect.called $; teardown.began $; "
        + "accept.cancelled $; connect.threw $ kind=cancellation; worker.released $; close.called $"
    ),
    trace(
      "the attempt fails, is told, torn down and retried with a fresh session",
      runs
        + "; accept.threw $ kind=other; alert.shown $ text=Failed; teardown.began $; "
        + "worker.released $; close.called $; retry.tapped $; "
        + runs.replacing("$", with: "#") + "; accept.returned #; completed #; screen.dismissed #"),
    trace(
      "a connect that fails leads to the QR code at once",
      "user.tap $; session.received $; worker.created $; connect.called $; "
        + "connect.threw $ kind=other; teardown.began $; worker.released $; close.called $; "
        + "session.received #; qr.shown #; qr.shown #; "
        + "webhook.received # type=session.completed; data.requested #"
    ),
    trace(
      "a sign-in that times out leads to the QR code at once",
      runs
        + "; accept.threw $ kind=other; teardown.began $; worker.released $; close.called $; "
        + "session.received #; qr.shown #"
    ),
    trace(
      "the stalled embed is torn down before the QR code is shown",
      runs + "; teardown.began $; " + leaves
        + "; session.received #; qr.shown #; webhook.received # type=session.completed; "
        + "data.requested #"
    ),
    trace(
      "two attempts run side by side, and each is torn down",
      runs + "; " + runs.replacing("$", with: "#")
        + "; teardown.began #; accept.cancelled #; teardown.began $; accept.cancelled $; "
        + "worker.released $; worker.released #; close.called #; close.called $"
    ),
    trace(
      "the tap is known without a session",
      "user.tap; session.received $; connect.called $; connect.returned $"),
    trace(
      "the retry asks for the session",
      "retry.tapped #; session.received #; worker.created #; connect.called #; user.tap #"),
    trace(
      "the vendor asks for a new sign-in, and the user taps then",
      "webhook.received $ type=session.auth_required; session.received $; user.tap $; "
        + "connect.called $"
    ),
    trace(
      "backgrounding and other threads",
      runs.replacing("accept.called $", with: "accept.called $ thread=background extra=[1,{}]")
        + "; accept.returned $ thread=worker-7; completed $; screen.dismissed $"),
    trace(
      "the sync fails although the teardown has begun",
      runs
        + "; teardown.began $; accept.cancelled $; accept.threw $ kind=other; "
        + "worker.released $; close.called $"
    ),
    trace(
      "an older session's data are read again",
      "webhook.received $ type=session.completed; data.requested $; connect.called #; "
        + "connect.threw # kind=other; alert.shown #; qr.shown sessionId=ses_3; "
        + "webhook.received sessionId=ses_3 type=session.completed; "
        + "data.requested sessionId=ses_3; data.requested $"
    ),
    trace(
      "the backend returns the link for the QR code",
      "backend.answered $ members=[\"sessionId\",\"connectUrl\"]; session.received $"),
    trace(
      "words that only look like an id",
      "session.received $; log.written $ text=processes_started; "
        + "storage.written $ where=Keychain text=uses_2; log.written $ text=ses_"
    ),
    trace("a crash", runs + "; teardown.began $; accept.cancelled $", isCut: true),
  ]

  static let wrong: [AppTrace] = [
    trace(
      "close without cancel",
      runs + "; teardown.began $; worker.released $; close.called $; accept.threw $ kind=other",
      broken: ["sdk.teardown-order"]),
    trace(
      "close without cancel, and no end of accept",
      runs + "; teardown.began $; worker.released $; close.called $", broken: ["sdk.teardown-order"]
    ),
    trace(
      "the reference is dropped last",
      runs + "; teardown.began $; accept.cancelled $; close.called $; worker.released $",
      broken: ["sdk.teardown-order", "sdk.teardown-captures-worker"]),
    trace(
      "closed first, and once more at the end",
      runs + "; teardown.began $; close.called $; " + leaves, broken: ["sdk.teardown-order"]),
    trace(
      "dropped before it is cancelled, before the teardown is marked",
      runs.replacing("; connect.returned $", with: "")
        + "; worker.released $; teardown.began $; accept.cancelled $; close.called $",
      broken: ["sdk.teardown-order"]),
    trace(
      "no accept is recorded",
      "connect.called $; connect.returned $; teardown.began $; worker.released $; "
        + "accept.cancelled $; close.called $",
      broken: ["sdk.teardown-order"]),
    trace(
      "one of two attempts is torn down wrongly",
      runs + "; " + runs.replacing("$", with: "#")
        + "; teardown.began $; teardown.began #; accept.cancelled $; worker.released #; "
        + "accept.cancelled #; worker.released $; close.called $; close.called #",
      broken: ["sdk.teardown-order"]),
    trace(
      "a failed sync is never closed",
      runs + "; accept.threw $ kind=other; alert.shown $; teardown.began $; worker.released $",
      broken: ["sdk.teardown-order", "sdk.teardown-captures-worker"]),
    trace(
      "a cut trace that closes before it drops",
      runs + "; teardown.began $; accept.cancelled $; close.called $",
      broken: ["sdk.teardown-order"], isCut: true),
    trace(
      "the worker goes before accept is called",
      "connect.called $; connect.returned $; worker.released $; close.called $",
      broken: ["app.strong-reference"]),
    trace(
      "an alert tells the cancellation",
      runs
        + "; teardown.began $; accept.cancelled $; alert.shown $; worker.released $; "
        + "close.called $",
      broken: ["app.ux-cancel-silent"]),
    trace(
      "an id is connected again after a while",
      "connect.called $; connect.threw $ kind=other; alert.shown $; connect.called #; "
        + "connect.called $",
      broken: ["app.no-reuse", "app.ux-connect-failure"]),
    trace(
      "the QR code shows the session that stalled",
      "connect.called $; connect.threw $ kind=other; alert.shown $; qr.shown $",
      broken: ["app.fallback-fresh"]),
    trace(
      "the QR code is shown beside a running embed", runs + "; qr.shown #",
      broken: ["app.fallback-serial"]),
    trace(
      "data of a session that did not complete",
      "connect.called $; connect.threw $ kind=other; alert.shown $; qr.shown #; "
        + "webhook.received # type=session.completed; data.requested $",
      broken: ["app.prefer-webhook", "app.read-completed-id"]),
    trace(
      "the session is older than the tap", "session.received $; user.tap $; connect.called $",
      broken: ["app.create-at-intent"]),
    trace(
      "keys", #"session.received $ key=odc_live_1; log.written $ text=odc_live_2"#,
      broken: ["app.key-on-backend"]),
    trace(
      "the whole session", #"backend.answered $ members=["id","status","workerArrivalTimeoutAt"]"#,
      broken: ["app.return-only-id"]),
    trace(
      "the id in quotes", #"storage.written $ where=Defaults text="{\"id\":\"ses_8f\"}""#,
      broken: ["app.no-persist"]),
    trace(
      "a silent failure", runs + "; accept.threw $ kind=other; alert.shown #",
      broken: ["app.ux-accept-failure"]),
    trace(
      "a failure that is told before it happens",
      "connect.called $; alert.shown $; connect.threw $ kind=other",
      broken: ["app.ux-connect-failure"]),
    trace(
      "the screen goes first", runs + "; accept.returned $; screen.dismissed $; completed $",
      broken: ["app.completion-then-dismiss"]),
    trace(
      "a new worker a render", "worker.created $; worker.created $", broken: ["sdk.swiftui-once"]),
    trace(
      "the main thread waits", runs + "; main.blocked; accept.returned $",
      broken: ["app.accept-in-task"]),
    trace(
      "accept once more",
      runs + "; accept.threw $ kind=other; alert.shown $; accept.called $; accept.returned $",
      broken: ["app.network-retry-fresh"]),
  ]

  @Test(
    "may hold the id in a URL of a log, which only informs",
    arguments: [
      "GET /v1/sessions/ses_8f/data", "shows https://connect.odynn.com/link/horizon-travel/ses_8f",
    ])
  func urls(_ text: String) throws {
    let event = "session.received $; log.written $ text=\"\(text.replacing(" ", with: "\\u0020"))\""
    let result = try Self.trace("a URL", event).judged()
    #expect(result.clauses.allSatisfy { $0.verdict != .failed })
    #expect(result.vectors.flatMap(\.judgement.findings).map(\.gates) == [false])
    let plain = try Self.trace("no URL", event.replacing("/ses_", with: "=ses_")).judged()
    #expect(plain.exitCode() == 1)
  }
}
