import StrictJSON
import Testing
import Wire

@testable import Conformance

@Suite(
  "The HTML report in a real browser",
  .enabled(if: ReportPage.executable != nil, "there is no Chromium on this machine"), .serialized)
struct ReportPageTests {
  /// Markup, script and addresses that a page must not take for its own.
  static let hostile = """
    </script><script>window.hit = 1</script><img src=x onerror="window.hit = 2">\
    <a href="javascript:window.hit = 3">a</a><iframe src="http://127.0.0.1:1/"></iframe>\
    <style>body { display: none }</style>\u{202E}evil\u{0}\u{1B}[31m
    """

  /// A failing vector whose target answered something hostile, and further ones made from it.
  static func result(count: Int = 1) async throws -> RunResult {
    let body = JSON.object(["id": .string(hostile)]).serialized()
    let fields: HTTPFields = [
      "Content-Type": "text/html", "X-Hostile": "<img src=x onerror=hit()>",
    ]
    var result = try await ScriptedRun(
      steps: #"{ "send": "create", "expect": { "status": 200, "clause": "c.created" } }"#,
      answers: [ScriptedRun.response(201, body, fields: fields)]
    ).result()
    let verdicts: [Verdict] = [.failed, .passed, .passed, .couldNotRun, .notApplicable]
    for number in 1..<max(count, 1) {
      var vector = result.vectors[0]
      vector.vector.id = "c.v.\(number)"
      vector.vector.title = number == 7 ? "The seventh, which is searched for" : "Another"
      vector.verdict = verdicts[number % verdicts.count]
      if vector.verdict != .failed { vector.judgement.findings = [] }
      if vector.verdict == .passed { vector.vector.clauses = ["c.hint"] }
      result.vectors.append(vector)
    }
    return result
  }

  private static let rows = "document.querySelectorAll('details.row').length"
  private static let shown = "document.getElementById('shown').textContent"

  @Test("shows what a target answered as text, runs none of it and asks for nothing")
  func hostileBodies() async throws {
    let seen = try await ReportPage.open(try await Self.result(), at: "#vector=c.v") { report in
      try await report.wait(until: "document.querySelector('details.row[open] pre')")
      let text = try #require(try await report.text("document.getElementById('main').textContent"))
      #expect(text.contains("<script>window.hit = 1</script>"))
      #expect(text.contains("<img src=x onerror="))
      #expect(text.contains("X-Hostile: <img src=x onerror=hit()>"))
      #expect(text.contains("javascript:window.hit = 3"))
      #expect(!text.unicodeScalars.contains("\u{202E}"))
      #expect(text.contains("⟨U+202E⟩evil"))
      #expect(try await report.value("window.hit === undefined") == true)
      let strangers = "document.querySelectorAll('img, iframe, object, embed, main style').length"
      #expect(try await report.number(strangers) == 0)
      #expect(try await report.number("document.scripts.length") == 2)
      let links = "[...document.links].filter(link => !link.getAttribute('href').startsWith('#'))"
      #expect(try await report.number("\(links).length") == 0)
      #expect(try await report.value("getComputedStyle(document.body).display") == "block")
    }
    #expect(seen == [])
  }

  @Test("allows no script and no request but its own, whatever came into it")
  func policy() async throws {
    let seen = try await ReportPage.open(try await Self.result()) { report in
      let attempt = """
        document.body.insertAdjacentHTML("beforeend",
          '<img src="http://127.0.0.1:1/x.png" onerror="window.hit = 1">');
        const script = document.createElement("script");
        script.textContent = "window.hit = 2";
        document.body.append(script);
        fetch("http://127.0.0.1:1/").then(() => "sent", () => "refused")
        """
      let ending = try await report.text(attempt)
      #expect(ending == "refused")
      #expect(try await report.value("window.hit === undefined") == true)
    }
    #expect(seen == [])
  }

  @Test("filters by verdict, level, gate and text")
  func filters() async throws {
    _ = try await ReportPage.open(try await Self.result(count: 50)) { report in
      #expect(try await report.text(Self.shown) == "50 of 50")
      try await report.click(".counts button[value=failed]")
      try await report.wait(until: "\(Self.shown) === '10 of 50'")
      #expect(try await report.number(Self.rows) == 10)
      let verdict = "document.getElementById('verdict').value"
      #expect(try await report.text(verdict) == "failed")
      try await report.click(".counts button[value=failed]")
      try await report.wait(until: "\(Self.shown) === '50 of 50'")
      try await report.search("SEVENTH searched")
      try await report.wait(until: "\(Self.shown) === '1 of 50'")
      #expect(try await report.text("document.querySelector('.row .id').textContent") == "c.v.7")
      try await report.search("no such words")
      try await report.wait(until: "\(Self.shown) === '0 of 50'")
      let main = "document.getElementById('main').textContent"
      #expect(try await report.text(main) == "Nothing fits these filters.")
      try await report.search("")
      try await report.wait(until: "\(Self.shown) === '50 of 50'")
      try await report.click("#gating")
      try await report.wait(until: "\(Self.shown) === '30 of 50'")
      try await Self.choose("level", "SHOULD", in: report)
      try await report.wait(until: "\(Self.shown) === '0 of 50'")
      try await report.click("#gating")
      try await report.wait(until: "\(Self.shown) === '20 of 50'")
    }
  }

  /// Chooses as a user does, whose choice raises an event.
  private static func choose(_ id: String, _ value: String, in report: ReportPage) async throws {
    _ = try await report.value(
      """
      { const list = document.getElementById("\(id)"); list.value = "\(value)";
        list.dispatchEvent(new Event("input", { bubbles: true })); }
      """)
  }

  @Test("opens what a link leads to, filters or not, and whatever the link says")
  func deepLinks() async throws {
    let open = "document.querySelector('details.row[open] .id').textContent"
    _ = try await ReportPage.open(try await Self.result(count: 400), at: "#vector=c.v.399") {
      report in
      try await report.wait(until: "document.activeElement.tagName === 'SUMMARY'")
      #expect(try await report.text(open) == "c.v.399")
      #expect(try await report.value("scrollY > 0") == true)
      try await Self.choose("verdict", "failed", in: report)
      try await report.wait(until: "\(Self.shown) === '80 of 400'")
      _ = try await report.value("location.hash = 'clause=c.created'")
      try await report.wait(until: "document.querySelector('details.clause[open]')")
      #expect(try await report.text(open) == "c.created")
      try await report.click("details.clause[open] .inside a[href='#vector=c.v']")
      try await report.wait(until: "document.querySelector('details.vector[open]')")
      #expect(try await report.text(open) == "c.v")
      for hash in ["vector=%zz", "clause=none", "unproven", "nothing", "vectors"] {
        _ = try await report.value("location.hash = '\(hash)'")
        try await report.wait(until: "document.getElementById('main').childElementCount > 0")
      }
    }
  }

  @Test("is used with keys alone")
  func keys() async throws {
    _ = try await ReportPage.open(try await Self.result(count: 8)) { report in
      let focused = "document.activeElement.querySelector('.id')?.textContent"
      try await report.press("/", code: 191)
      #expect(try await report.text("document.activeElement.id") == "search")
      try await report.press("j", code: 74)
      #expect(try await report.text("document.getElementById('search').value") == "j")
      try await report.wait(until: "\(Self.shown) !== '8 of 8'")
      try await report.search("")
      try await report.wait(until: "\(Self.shown) === '8 of 8'")
      try await report.press("Escape", code: 27)
      #expect(try await report.text("document.activeElement.tagName") == "BODY")
      try await report.press("j", code: 74)
      #expect(try await report.text(focused) == "c.v")
      try await report.press("j", code: 74)
      #expect(try await report.text(focused) == "c.v.5")
      try await report.press("k", code: 75)
      #expect(try await report.text(focused) == "c.v")
      try await report.press("Enter", code: 13)
      try await report.wait(until: "document.querySelector('details.row[open]')")
      try await report.wait(until: "location.hash === '#vector=c.v'")
    }
  }
}
