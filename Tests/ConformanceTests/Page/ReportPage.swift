import Foundation
import StrictJSON
import Testing
import Wire

@testable import Conformance
@testable import Transport

/// An HTML report on disk, opened in a real browser by its `file:` URL.
struct ReportPage {
  /// The browser of this machine; nil when there is none.
  static let executable = try? BrowserExecutable.find(
    nil, environment: ProcessInfo.processInfo.environment)

  let page: BrowserPage
  let url: String

  /// Opens a report, does something with it, and gives what the page did of its own accord.
  static func open(
    _ result: RunResult, at fragment: String = "", do body: (ReportPage) async throws -> Void
  ) async throws -> [PageObservation.Kind] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "report.html")
    try Data(HTMLReport.report(result, exit: 1, version: "0").utf8).write(to: file)
    let browser = try await Browser.start(
      try #require(executable), allowed: AllowedHosts([]),
      temporaryFolder: FileManager.default.temporaryDirectory.path)
    let seen = Locked<[PageObservation.Kind]>([])
    let page = browser.makePage { observation in
      seen.withLock { $0.append(observation.kind) }
    }
    let url = "file://\(file.path)"
    let load = try await page.open(
      BrowserPage.Opening(url: url + fragment), timeout: .seconds(60))
    #expect(load == .loaded(status: 200))
    try await body(ReportPage(page: page, url: url))
    await page.close()
    await browser.close()
    return seen.withLock { $0 }
  }

  /// The value of an expression in the page.
  func value(_ source: String) async throws -> JSON? {
    let evaluation = try await page.evaluate(source, timeout: .seconds(60))
    #expect(evaluation.exception == nil, "\(source)")
    return evaluation.value
  }

  func text(_ source: String) async throws -> String? { try await value(source)?.string }

  func number(_ source: String) async throws -> Int? { try await value(source)?.number?.int }

  /// Waits until an expression is true, for at most 30 seconds.
  func wait(until source: String) async throws {
    let poll = """
      new Promise((done, fail) => {
        const end = performance.now() + 30000;
        const look = () => (\(source)) ? done(true)
          : performance.now() > end ? done(false) : requestAnimationFrame(look);
        look();
      })
      """
    #expect(try await value(poll) == true, "never came true: \(source)")
  }

  func click(_ selector: String) async throws {
    let act = try await page.click(.selector(selector), within: .seconds(10))
    guard case .done = act else {
      Issue.record("\(selector) was not clicked: \(act)")
      return
    }
  }

  /// Types into the search field, in place of what stands in it.
  func search(_ text: String) async throws {
    let act = try await page.type(text, into: .selector("#search"), within: .seconds(30))
    guard case .done = act else {
      Issue.record("“\(text)” was not typed: \(act)")
      return
    }
  }

  /// Presses a key as a user does.
  func press(_ key: String, code: Int = 0) async throws {
    var down: JSONObject = [
      "type": "keyDown", "key": .string(key), "windowsVirtualKeyCode": .number(JSONNumber(code)),
    ]
    if key.utf8.count == 1 { down["text"] = .string(key) }
    if key == "Enter" { down["text"] = "\r" }
    let tab = try page.current()
    try await tab.call("Input.dispatchKeyEvent", down, timeout: .seconds(10))
    try await tab.call(
      "Input.dispatchKeyEvent", ["type": "keyUp", "key": .string(key)], timeout: .seconds(10))
  }

  /// Shows the page as a device of a size does.
  func show(width: Int, height: Int, isMobile: Bool = false, isDark: Bool = false) async throws {
    let tab = try page.current()
    try await tab.call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(JSONNumber(width)), "height": .number(JSONNumber(height)),
        "deviceScaleFactor": isMobile ? 3 : 1, "mobile": .bool(isMobile),
      ], timeout: .seconds(10))
    let scheme: JSON = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    try await tab.call(
      "Emulation.setEmulatedMedia", ["features": .array([scheme])], timeout: .seconds(10))
  }
}
