import Loopback
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
  "A view that has another's storage, emptied",
  .enabled(if: executable != nil, "there is no Chromium on this machine"), .serialized)
struct BrowserReuseTests {
  /// Stores something in every way that a page has.
  private static let store = #"""
    (async () => {
      document.cookie = "n=1; max-age=3600";
      localStorage.n = sessionStorage.n = 1;
      window.name = "former";
      await caches.open("n");
      await new Promise((resolve, reject) => {
        const opening = indexedDB.open("n");
        opening.onupgradeneeded = () => opening.result.createObjectStore("s");
        opening.onsuccess = () => { opening.result.close(); resolve(); };
        opening.onerror = reject;
      });
      await navigator.serviceWorker.register("/worker.js");
      const file = await (await navigator.storage.getDirectory()).getFileHandle("n", { create: true });
      addEventListener("pagehide", () => { localStorage.late = document.cookie = "late=1"; });
      return file.name;
    })()
    """#

  /// Lists what is stored.
  private static let list = #"""
    (async () => {
      const names = [];
      for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
      return [
        document.cookie, Object.keys(localStorage), Object.keys(sessionStorage), window.name,
        await caches.keys(), (await indexedDB.databases()).map((one) => one.name),
        (await navigator.serviceWorker.getRegistrations()).length, names,
      ];
    })()
    """#

  private static let nothing: JSON = ["", [], [], "", [], [], 0, []]

  /// Runs a closure with a browser whose views have each other's storage, and a server of pages.
  private func withBrowser(_ body: (Browser, _ url: String) async throws -> Void) async throws {
    let visits = Locked(0)
    let server = try LoopbackServer { request, _ in
      func text(_ type: String, _ body: String) -> LoopbackReply {
        LoopbackReply(
          status: 200,
          fields: [
            HTTPField("Content-Type", type), HTTPField("Cache-Control", "max-age=3600"),
            HTTPField("Set-Cookie", "served=1; HttpOnly"),
          ], body: Array(body.utf8))
      }
      if request.target == "/worker.js" { return text("text/javascript", "") }
      if request.target == "/count" {
        return text("text/plain", "\(visits.withLock { visits in visits += 1; return visits })")
      }
      return text("text/html", "<p>hi")
    }
    defer { server.stop() }
    let browser = try await Browser.start(
      try #require(executable), allowed: AllowedHosts(["127.0.0.1"]),
      temporaryFolder: FileManager.default.temporaryDirectory.path, isReusing: true)
    do {
      try await body(browser, server.baseURL)
    } catch {
      await browser.close()
      throw error
    }
    await browser.close()
  }

  /// The contexts of a browser besides its first.
  private func contexts(_ browser: Browser) async throws -> JSON? {
    try await browser.connection.call("Target.getBrowserContexts", timeout: .seconds(5))[
      "browserContextIds"]
  }

  private func open(
    _ url: String, isFresh: Bool = false, in page: BrowserPage
  ) async throws {
    let opening = BrowserPage.Opening(url: url, isFresh: isFresh)
    let load = try await page.open(opening, timeout: .seconds(20))
    #expect(load == .loaded(status: 200))
  }

  private func evaluate(_ source: String, in page: BrowserPage) async throws -> JSON? {
    let result = try await page.evaluate(source, timeout: .seconds(10))
    #expect(result.exception == nil)
    return result.value
  }

  @Test("finds nothing that the former one stored or cached")
  func findsNothing() async throws {
    try await withBrowser { browser, url in
      var known: JSON?
      for round in 1...4 {
        let page = browser.makePage { _ in }
        try await open(url + "/", in: page)
        let found = try await evaluate(Self.list, in: page)
        #expect(found == Self.nothing, "round \(round)")
        let count = try await evaluate("fetch('/count').then((one) => one.text())", in: page)
        #expect(count == .string("\(round)"))
        #expect(try await evaluate(Self.store, in: page) == "n")
        #expect(try await evaluate(Self.list, in: page) != Self.nothing)
        await page.close()
        let contexts = try await contexts(browser)
        #expect(contexts?.array?.count == 1)
        #expect(known == nil || contexts == known, "another context in round \(round)")
        known = contexts
      }
    }
  }

  @Test("is emptied within a view, too, when a page is opened afresh")
  func opensAfresh() async throws {
    try await withBrowser { browser, url in
      let page = browser.makePage { _ in }
      try await open(url + "/", in: page)
      _ = try await evaluate(Self.store, in: page)
      try await open(url + "/", in: page)
      #expect(try await evaluate("localStorage.n", in: page) == "1")
      for _ in 1...3 {
        try await open(url + "/", isFresh: true, in: page)
        #expect(try await evaluate(Self.list, in: page) == Self.nothing)
        _ = try await evaluate(Self.store, in: page)
      }
      await page.close()
      #expect(try await contexts(browser)?.array?.count == 2)
    }
  }

  @Test("is never had after a crash, a page that hangs or a frame of another origin")
  func throwsAway() async throws {
    try await withBrowser { browser, url in
      func view(_ what: String, _ body: (BrowserPage) async throws -> Void) async throws {
        let page = browser.makePage { _ in }
        try await open(url + "/", in: page)
        try await body(page)
        await page.close()
        #expect(try await contexts(browser) == [], "\(what)")
      }
      let other = try LoopbackServer { _, _ in .text(200, "another origin, by its port") }
      defer { other.stop() }
      try await view("frame") { page in
        let source = """
          new Promise((resolve) => {
            const frame = document.createElement("iframe");
            frame.onload = () => resolve(frames.length);
            frame.src = "\(other.baseURL)/";
            document.body.append(frame);
          })
          """
        let count = try await evaluate(source, in: page)
        #expect(count == 1)
      }
      try await view("crash") { page in
        let tab = try page.current()
        await #expect(throws: BrowserError.self) {
          try await tab.call("Page.crash", timeout: .seconds(10))
        }
      }
      try await view("hang") { page in
        await #expect(throws: BrowserError.self) {
          try await page.evaluate("for (;;);", timeout: .milliseconds(300))
        }
      }
    }
  }
}
