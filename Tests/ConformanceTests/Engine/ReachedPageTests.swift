import Testing

@testable import Conformance

@Suite("Whether a page was reached")
struct ReachedPageTests {
  @Test(
    "A page that was opened is an answer of its target, and a refused connection is none",
    arguments: [
      (PageLoad.loaded(status: 200), true), (.failed("net::ERR_EMPTY_RESPONSE"), true),
      (.unreachable("net::ERR_CONNECTION_REFUSED"), false),
    ])
  func answers(load: PageLoad, isAnswer: Bool) {
    let instant = Instant(nanoseconds: 0)
    let transcript = Transcript(
      vector: "v", bindings: Bindings(),
      entries: [
        .init(
          step: [1], began: instant, ended: instant,
          event: .page(.opened(url: "http://127.0.0.1:1/", load)))
      ])
    #expect(transcript.hasAnswer == isAnswer)
  }
}
