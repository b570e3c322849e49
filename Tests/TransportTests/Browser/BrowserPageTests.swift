import StrictJSON
import Testing
import Wire

@testable import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private let executable = InstalledBrowser.executable

@Suite(
  "A page in a real browser",
  .enabled(if: executable != nil, "there is no Chromium on this machine"), .serialized)
struct BrowserPageTests {
  private static let url = "https://page.test/start"

  /// Runs a closure with a page of a browser of its own, and gives what the page did.
  private func withPage(
    _ html: String, scripts: [String] = [],
    do body: (BrowserPage) async throws -> Void
  ) async throws -> [PageObservation.Kind] {
    let browser = try await Browser.start(
      try #require(executable), allowed: AllowedHosts(["page.test", "127.0.0.1"]),
      temporaryFolder: FileManager.default.temporaryDirectory.path)
    let seen = Locked<[PageObservation.Kind]>([])
    let page = browser.makePage { observation in
      seen.withLock { $0.append(observation.kind) }
    }
    let opening = BrowserPage.Opening(
      url: Self.url, html: html, scripts: scripts, handlers: ["Wallet"])
    let load = try await page.open(opening, timeout: .seconds(20))
    #expect(load == .loaded(status: 200))
    try await body(page)
    await page.close()
    await browser.close()
    #expect(browser.hasEnded)
    return seen.withLock { $0 }
  }

  private let button = PageElement.accessible(role: "button", name: "Go")

  @Test("Messages come in order with their exact text, from the first inline script on")
  func messages() async throws {
    let html = #"""
      <script>
        const wallet = webkit.messageHandlers.Wallet;
        wallet.postMessage("before" + typeof __conformPost + injected);
      </script>
      <button onclick='wallet.postMessage("{ \"a\" : 1.0 }\u2028\u{1F600}\"\\")'>Go</button>
      <script>
        wallet.postMessage({ a: [1] });
        wallet.postMessage(null);
        wallet.postMessage("half \uD800");
        JSON.stringify = () => "stolen";
        wallet.postMessage("late");
      </script>
      """#
    let seen = try await withPage(html, scripts: ["var injected = 7;"]) { page in
      expectSame(try await page.click(button, within: .seconds(5)), .done(value: "Go"))
    }
    let expected = [
      message("beforeundefined7"), message(type: "object", json: #"{"a":[1]}"#),
      message(type: "null", json: "null"), message("half \u{FFFD}", isMended: true),
      message("late"), message("{ \"a\" : 1.0 }\u{2028}\u{1F600}\"\\"),
    ]
    #expect(seen == expected.map { .message($0) })
  }

  private func message(_ text: String, isMended: Bool = false) -> PageMessage {
    PageMessage(handler: "Wallet", type: "string", text: text, json: nil, isMended: isMended)
  }

  private func message(type: String, json: String) -> PageMessage {
    PageMessage(handler: "Wallet", type: type, text: nil, json: json, isMended: false)
  }

  @Test("A user clicks and types what they can see, and nothing else")
  func acts() async throws {
    let html = """
      <input aria-label=Code><input aria-label=Phone readonly value=1>
      <input aria-label=Email disabled value=2><input aria-label=Name value=x
        onbeforeinput="event.preventDefault()">
      <button>Go</button><button style="visibility:hidden">Hidden</button>
      <div style="position:relative"><button>Under</button>
      <div style="position:absolute;inset:0">cover</div></div>
      <button id=late style="display:none">Late</button>
      <div style="height:3000px"></div><button>Below</button>
      <script>setTimeout(() => document.getElementById("late").style.display = "", 200)</script>
      """
    _ = try await withPage(html) { page in
      func field(_ name: String) -> PageElement { .accessible(role: "textbox", name: name) }
      func act(_ name: String) async throws -> BrowserPage.Act {
        try await page.click(.accessible(role: "button", name: name), within: .milliseconds(600))
      }
      func type(_ text: String, _ name: String) async throws -> BrowserPage.Act {
        try await page.type(text, into: field(name), within: .milliseconds(100))
      }
      expectSame(try await type("42é", "Code"), .done(value: "42é"))
      expectSame(try await type("7", "Code"), .done(value: "7"))
      expectSame(try await type("", "Code"), .done(value: ""))
      expectSame(try await type("5", "Phone"), .locked("it is read-only"))
      expectSame(try await type("5", "Email"), .locked("it is disabled"))
      expectSame(
        try await type("5", "Name"), .locked("it keeps what it holds when a user types into it"))
      expectSame(try await type("5", "Nowhere"), .absent)
      expectSame(try await act("Hidden"), .absent)
      expectSame(try await act("Under"), .locked("something lies over it"))
      expectSame(try await act("Late"), .done(value: "Late"))
      expectSame(try await act("Below"), .done(value: "Below"))
      expectSame(try await page.click(.selector("#late"), within: .zero), .done(value: "Late"))
      expectSame(
        try await page.wait(
          for: .selector("#none"), isVisible: false, within: .zero, staying: .milliseconds(50)),
        true)
    }
  }

  @Test("Dialogs, windows, exceptions and other hosts are told, and nothing hangs")
  func ownAccord() async throws {
    let html = """
      <button onclick="alert('hello'); window.open('https://other.test/w')">Go</button>
      <script>
        fetch("https://other.test/track", { method: "POST", body: "x" }).catch(() => {});
        setTimeout(() => { throw new Error("oops") });
      </script>
      """
    let seen = try await withPage(html) { page in
      expectSame(try await page.click(button, within: .seconds(5)), .done(value: "Go"))
      let away = try await page.evaluate(
        "location.href = 'https://other.test/gone'; 1", timeout: .seconds(5))
      #expect(away.value == 1)
      expectSame(
        try await page.wait(
          for: button, isVisible: false, within: .seconds(5), staying: .zero), true)
    }
    #expect(seen.contains(.dialog(kind: "alert", text: "hello")))
    #expect(seen.contains(.opened(url: "https://other.test/w")))
    #expect(seen.contains(.exception("Error: oops")))
    #expect(seen.contains(.left(url: "https://other.test/gone")))
    let blocked = seen.compactMap { kind in
      if case .blocked(let request) = kind { request } else { nil }
    }
    #expect(blocked.map(\.url) == ["https://other.test/track"])
    #expect(blocked.first.map { String(decoding: $0.body, as: UTF8.self) } == "x")
  }

  @Test("A page that hangs or crashes makes what is asked of it fail in time")
  func hangsAndCrashes() async throws {
    let seen = try await withPage("<p>hi") { page in
      let hang = await #expect(throws: BrowserError.self) {
        try await page.evaluate("for (;;);", timeout: .milliseconds(300))
      }
      #expect(hang?.kind == .timedOut)
      let again = BrowserPage.Opening(url: Self.url, html: "<p>again")
      expectSame(try await page.open(again, timeout: .seconds(10)), .loaded(status: 200))
      let tab = try page.current()
      let crash = await #expect(throws: BrowserError.self) {
        try await tab.call("Page.crash", timeout: .seconds(10))
      }
      #expect(crash?.kind == .crashed)
    }
    #expect(seen == [.crashed])
  }

  @Test("Storage lasts from page to page of a view, and reaches no other view")
  func storage() async throws {
    let html = "<script>localStorage.n = Number(localStorage.n ?? 0) + 1</script>"
    _ = try await withPage(html) { page in
      let opening = BrowserPage.Opening(url: Self.url, html: html)
      expectSame(try await page.open(opening, timeout: .seconds(10)), .loaded(status: 200))
      let count = try await page.evaluate("localStorage.n", timeout: .seconds(5))
      #expect(count.value == "2")
    }
  }

  @Test("An exception, a promise and no value are told apart; a picture is a PNG")
  func evaluations() async throws {
    _ = try await withPage("<h1>hi") { page in
      func evaluate(_ source: String) async throws -> BrowserPage.Evaluation {
        try await page.evaluate(source, timeout: .seconds(5))
      }
      expectSame(try await evaluate("Promise.resolve({ a: 1 })").value, ["a": 1])
      expectSame(try await evaluate("undefined").value, nil)
      expectSame(try await evaluate("null").value, .null)
      expectSame(try await evaluate("'a\\u{D800}b'").value, "a\u{FFFD}b")
      expectSame(try await evaluate("nope()").exception, "ReferenceError: nope is not defined")
      expectSame(try await evaluate("throw 'text'").exception, #"Uncaught: "text""#)
      expectSame(try await evaluate("]").exception?.contains("SyntaxError"), true)
      let picture = try #require(await page.screenshot(timeout: .seconds(10)))
      #expect(picture.prefix(4).elementsEqual([0x89, 0x50, 0x4E, 0x47]))
    }
  }
}

/// Expects two values to be equal; its arguments may be awaited, those of `#expect` may not.
private func expectSame<Value: Equatable>(
  _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(value == expected, sourceLocation: sourceLocation)
}
