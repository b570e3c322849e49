import StrictJSON

/// What the readers of each report form ask of it; a complaint a line, none when all is well.
enum FormRules {
  /// JUnit as Jenkins, GitLab and GitHub's actions read it.
  static func junit(_ text: String) throws -> [String] {
    let root = try XMLTree(text)
    var complaints: [String] = []
    func need(_ condition: Bool, _ complaint: @autoclosure () -> String) {
      if !condition { complaints.append(complaint()) }
    }
    need(root.name == "testsuites", "the root is \(root.name)")
    need(root.children.allSatisfy { $0.name == "testsuite" }, "something beside test suites")
    for suite in [root] + root.children {
      let cases = suite.all("testcase")
      let counts = [
        ("tests", cases.count), ("failures", suite.all("failure").count),
        ("errors", suite.all("error").count), ("skipped", suite.all("skipped").count),
      ]
      for (name, count) in counts {
        need(suite.attributes[name] == String(count), "\(name) is not \(count)")
      }
      need(suite.attributes["name"]?.isEmpty == false, "a suite without a name")
      need(suite.attributes["time"].flatMap(Double.init) != nil, "a suite without a time")
    }
    for test in root.children.flatMap(\.children) {
      let name = test.attributes["name"] ?? ""
      need(test.name == "testcase" && !name.isEmpty, "a test case without a name")
      need(test.attributes["classname"]?.isEmpty == false, "\(name) has no class name")
      need(test.attributes["time"].flatMap(Double.init) != nil, "\(name) has no time")
      let endings = test.children.filter { ["failure", "error", "skipped"].contains($0.name) }
      need(endings.count < 2, "\(name) ends in two ways")
      for ending in endings {
        need(ending.attributes["message"] != nil, "\(name) fails without a message")
      }
      let known = ["failure", "error", "skipped", "system-out"]
      need(test.children.allSatisfy { known.contains($0.name) }, "\(name) has a stranger inside")
    }
    return complaints
  }

  /// Workflow commands: `::level key=value,…::message`, one a line, with what would end one escaped.
  static func github(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let isCommand =
        String(line).wholeMatch(
          of: /::(error|warning|notice) file=[^:,]+,line=\d+,col=\d+,title=[^:,\r]+::[^\r]+/) != nil
      let isEscaped = line.ranges(of: "%").allSatisfy { place in
        ["%25", "%0A", "%0D", "%3A", "%2C"].contains(line[place.lowerBound...].prefix(3))
      }
      return isCommand && isEscaped ? nil : String(line)
    }
  }

  /// GitLab's code quality: the members that it documents, and no fingerprint twice.
  static let gitlab = #"""
    { "type": "array", "items": { "type": "object",
      "required": ["description", "check_name", "fingerprint", "severity", "location"],
      "properties": {
        "description": { "type": "string", "minLength": 1 },
        "check_name": { "type": "string", "minLength": 1 },
        "fingerprint": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
        "severity": { "enum": ["info", "minor", "major", "critical", "blocker"] },
        "location": { "type": "object", "required": ["path", "lines"],
          "properties": { "path": { "type": "string", "pattern": "^[^/.]" },
            "lines": { "type": "object", "required": ["begin"],
              "properties": { "begin": { "type": "integer", "minimum": 1 } } } } } } } }
    """#

  /// Markdown: nothing of HTML, no control character, whole tables and fences, and small enough for a
  /// job summary.
  static func markdown(_ text: String) -> [String] {
    var complaints: [String] = []
    var fence: Substring?
    var columns: Int?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        if line == open { fence = nil }
        continue
      }
      if line.hasPrefix("```") { fence = line.prefix { $0 == "`" } }
      if line.hasPrefix("|") {
        let count = line.replacing("\\|", with: "").count { $0 == "|" }
        if let columns, columns != count { complaints.append("a row of other columns: \(line)") }
        columns = count
      } else {
        columns = nil
      }
      if outsideCode(line).contains("<") { complaints.append("HTML: \(line)") }
    }
    if fence != nil { complaints.append("a fence stays open") }
    if text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" }) {
      complaints.append("a control character")
    }
    if text.utf8.count > 1 << 20 { complaints.append("more than 1 MiB") }
    return complaints
  }

  /// A line without its code spans, as CommonMark 6.1 finds them.
  private static func outsideCode(_ line: Substring) -> String {
    let scalars = Array(line.unicodeScalars)
    var kept = String.UnicodeScalarView()
    var index = 0
    func run(at start: Int) -> Int { scalars[start...].prefix { $0 == "`" }.count }
    while index < scalars.count {
      if scalars[index] == "\\" {
        index += 2
        continue
      }
      guard scalars[index] == "`" else {
        kept.append(scalars[index])
        index += 1
        continue
      }
      let ticks = run(at: index)
      var end = index + ticks
      while end < scalars.count, !(scalars[end] == "`" && run(at: end) == ticks) {
        end += scalars[end] == "`" ? run(at: end) : 1
      }
      index = end < scalars.count ? end + ticks : index + ticks
    }
    return String(kept)
  }
}
