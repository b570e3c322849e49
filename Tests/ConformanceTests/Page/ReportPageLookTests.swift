import StrictJSON
import Testing

@testable import Conformance

@Suite(
  "How the HTML report looks in a real browser",
  .enabled(if: ReportPage.executable != nil, "there is no Chromium on this machine"), .serialized)
struct ReportPageLookTests {
  /// A device, and the colours that its user likes.
  struct Device: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var width: Int
    var height: Int
    var isMobile = false
    var isDark = false
  }

  static let devices = [
    Device(testDescription: "a desktop", width: 1280, height: 900),
    Device(testDescription: "a desktop at night", width: 1280, height: 900, isDark: true),
    Device(testDescription: "a phone", width: 390, height: 844, isMobile: true),
    Device(
      testDescription: "a narrow phone at night", width: 320, height: 640, isMobile: true,
      isDark: true),
  ]

  /// Every text that stands out too little from what is behind it (WCAG 2.2, 1.4.3).
  private static let faint = """
    (() => {
      const parts = color => color.match(/[\\d.]+/g).map(Number);
      const light = color => {
        const [r, g, b] = parts(color).slice(0, 3).map(part => {
          const c = part / 255;
          return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const behind = element => {
        for (let at = element; at; at = at.parentElement) {
          const color = getComputedStyle(at).backgroundColor;
          const [, , , alpha = 1] = parts(color);
          if (alpha > 0) return color;
        }
        return "rgb(255, 255, 255)";
      };
      const found = [];
      for (const element of document.body.querySelectorAll("*")) {
        const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!hasText || !element.checkVisibility() || /^(SCRIPT|STYLE)$/.test(element.tagName)) continue;
        const [a, b] = [light(getComputedStyle(element).color), light(behind(element))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) found.push(element.tagName + "." + element.className + " " + ratio);
      }
      return found;
    })()
    """

  /// What is wider than the screen, or too small to read.
  private static let misfits = """
    (() => {
      const wide = document.documentElement.clientWidth + 1, found = [];
      if (document.documentElement.scrollWidth > wide) found.push("the page scrolls sideways");
      for (const element of document.body.querySelectorAll("*")) {
        if (!element.checkVisibility() || !element.textContent.trim()) continue;
        if (element.getBoundingClientRect().right > wide) found.push("wide " + element.tagName + "." + element.className);
        if (parseFloat(getComputedStyle(element).fontSize) < 12) found.push("small " + element.tagName);
      }
      return found;
    })()
    """

  @Test("is read on every device", arguments: devices)
  func reading(device: Device) async throws {
    let result = try await ReportPageTests.result(count: 30)
    let seen = try await ReportPage.open(result) { report in
      try await report.show(
        width: device.width, height: device.height, isMobile: device.isMobile,
        isDark: device.isDark)
      for place in ["vectors", "vector=c.v", "clauses", "clause=c.created", "unproven"] {
        _ = try await report.value("location.hash = '\(place)'")
        let isThere =
          place.contains("=")
          ? "document.querySelector('details.row[open]')" : "!document.querySelector('.none')"
        try await report.wait(until: isThere)
        #expect(try await report.value(Self.faint) == [], "\(place)")
        #expect(try await report.value(Self.misfits) == [], "\(place)")
      }
      let dark = "matchMedia('(prefers-color-scheme: dark)').matches"
      #expect(try await report.value(dark) == .bool(device.isDark))
    }
    #expect(seen == [])
  }

  @Test("marks the words that differ, and nothing when little is the same")
  func difference() async throws {
    var result = try await ReportPageTests.result()
    var finding = result.vectors[0].judgement.findings[0]
    finding.expected = "the string “card_declined” in /error/code"
    finding.actual = "the string “generic_decline” in /error/code"
    var other = finding
    other.expected = "1 of 10 to end with done"
    other.actual = "10 (done, done)"
    result.vectors[0].judgement.findings = [finding, other]
    _ = try await ReportPage.open(result, at: "#vector=c.v") { report in
      try await report.wait(until: "document.querySelector('mark')")
      let marks = "[...document.querySelectorAll('mark')].map(mark => mark.textContent)"
      #expect(try await report.value(marks) == ["card_declined", "generic_decline"])
    }
  }

  @Test("answers with 10,000 vectors in it, and shows them all in the end")
  func large() async throws {
    let result = try await ReportPageTests.result(count: 10_000)
    let text = HTMLReport.report(result, exit: 1, version: "0")
    #expect(text.utf8.count < 24 << 20)
    let rows = "document.querySelectorAll('details.row').length"
    let shown = "document.getElementById('shown').textContent"
    _ = try await ReportPage.open(result) { report in
      #expect(try await report.text(shown) == "10000 of 10000")
      try await report.search("v.9999")
      try await report.wait(until: "\(shown) === '1 of 10000' && \(rows) === 1")
      try await report.search("")
      try await report.wait(until: "\(rows) === 10000")
    }
  }
}
