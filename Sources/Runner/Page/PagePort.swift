import Conformance
import StrictJSON
import Transport
import Wire

/// A view of a browser that one vector holds: does what it is told, one thing after the other.
final class PagePort: Sendable {
  private typealias Job = (command: PageCommand, reply: @Sendable (EndReply) -> Void)

  private let page: BrowserPage
  private let jobs: AsyncStream<Job>.Continuation

  /// How long nothing must have happened before a page counts as settled.
  private static let quiet = Duration.milliseconds(400)

  init(_ page: BrowserPage) {
    self.page = page
    let (stream, jobs) = AsyncStream.makeStream(of: Job.self)
    self.jobs = jobs
    Task.detached {
      for await (command, reply) in stream { reply(await Self.perform(command, on: page)) }
      await page.close()
    }
  }

  /// The view as the engine knows it.
  var end: LeasedEnd {
    LeasedEnd(
      about: EndDescription(showsPages: true),
      submit: { request, reply in
        guard case .page(let command) = request else {
          return reply(.broke("a page was asked for what only an SDK can do"))
        }
        self.jobs.yield((command, reply))
      },
      giveBack: { self.jobs.finish() })
  }

  private static func perform(_ command: PageCommand, on page: BrowserPage) async -> EndReply {
    do throws(BrowserError) {
      return .page(try await answer(command, page))
    } catch {
      switch error.kind {
      case .timedOut: return .page(.hung(error.description))
      case .crashed: return .page(.gone)
      default: return .broke("the browser failed: \(error)")
      }
    }
  }

  private static func answer(
    _ command: PageCommand, _ page: BrowserPage
  ) async throws(BrowserError) -> PageRecord {
    switch command {
    case .open(let opening, let span):
      let load = try await page.open(BrowserPage.Opening(opening), timeout: span.duration)
      return .opened(url: opening.url, PageLoad(load))
    case .tell(let script, let events, let span):
      return try await tell(script, events, page, span.duration)
    case .click(let element, let unless, let span):
      if let unless, try await isSeen(unless, page, span.duration) {
        return .acted(.done(value: ""))
      }
      let act = try await page.click(PageElement(element), within: span.duration)
      return .acted(PageAct(act))
    case .type(let text, let element, let span):
      let act = try await page.type(text, into: PageElement(element), within: span.duration)
      return .acted(PageAct(act))
    case .evaluate(let source, let span):
      let result = try await page.evaluate(source, timeout: span.duration)
      return .evaluated(result.value, exception: result.exception)
    case .look(let element, let isVisible, let span, let stay):
      let holds = try await page.wait(
        for: PageElement(element), isVisible: isVisible, within: span.duration,
        staying: stay.duration)
      return .looked(holds: holds)
    case .settle(let span):
      await page.settle(quiet: quiet, within: max(span.duration, quiet))
      return .settled
    case .picture:
      return .picture(await page.screenshot(timeout: .seconds(5)) ?? [])
    }
  }

  private static func isSeen(
    _ element: Target.ElementLocator, _ page: BrowserPage, _ timeout: Duration
  ) async throws(BrowserError) -> Bool {
    try await page.wait(
      for: PageElement(element), isVisible: true, within: timeout, staying: .zero)
  }

  private static func tell(
    _ script: String, _ events: [String], _ page: BrowserPage, _ timeout: Duration
  ) async throws(BrowserError) -> PageRecord {
    let listened = try await page.listenedEvents(timeout: timeout)
    let result = try await page.evaluate(script, timeout: timeout)
    let called = result.value?["called"]?.array?.compactMap(\.string) ?? []
    return .told(
      heard: called + events.filter { listened.contains($0) },
      exception: result.exception ?? result.value?["threw"]?.string)
  }
}

// MARK: - The engine's words and the browser's

extension BrowserPage.Opening {
  fileprivate init(_ opening: PageOpening) {
    self.init(
      url: opening.url, html: opening.html, scripts: opening.scripts, handlers: opening.handlers,
      isFresh: opening.isFresh)
  }
}

extension PageElement {
  fileprivate init(_ locator: Target.ElementLocator) {
    switch locator {
    case .accessible(let role, let name): self = .accessible(role: role, name: name)
    case .selector(let selector): self = .selector(selector)
    }
  }
}

extension PageLoad {
  fileprivate init(_ load: BrowserPage.Load) {
    switch load {
    case .loaded(let status): self = .loaded(status: status)
    case .unreachable(let reason): self = .unreachable(reason)
    case .failed(let reason): self = .failed(reason)
    }
  }
}

extension PageAct {
  fileprivate init(_ act: BrowserPage.Act) {
    switch act {
    case .done(let value): self = .done(value: value)
    case .absent: self = .absent
    case .locked(let reason): self = .locked(reason)
    }
  }
}
