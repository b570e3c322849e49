import StrictJSON
import Wire

extension Bindings {
  /// When a wait ends.
  func end(of action: TimeAction, from now: Instant) throws(MissingValue) -> Instant {
    var end: Instant
    switch action.end {
    case .after(let template):
      let text = try text(of: template)
      guard let span = TimeSpan(iso8601: text) else { throw MissingValue(name: text) }
      end = now + span
    case .at(let template):
      let value = try value(of: template)
      guard let instant = value.string.flatMap({ Instant(rfc3339: $0) }) else {
        throw MissingValue(name: Self.text(of: value))
      }
      end = instant
    }
    guard let plus = action.plus else { return end }
    let text = try text(of: plus)
    guard let span = TimeSpan(iso8601: text) else { throw MissingValue(name: text) }
    return end + span
  }

  /// Gives derived values their names, in order.
  mutating func derive(_ derivations: [Derivation]) throws(MissingValue) {
    for derivation in derivations {
      var text = Self.text(of: try value(of: derivation.of))
      if derivation.changes.isEmpty {
        self[derivation.name] = try value(of: derivation.of)
        continue
      }
      for change in derivation.changes { text = change.applied(to: text) }
      self[derivation.name] = .string(text)
    }
  }
}

extension Derivation.Change {
  /// The text after the change.
  func applied(to text: String) -> String {
    switch self {
    case .uppercase: text.uppercased()
    case .lowercase: text.lowercased()
    case .repeated(let times): String(repeating: text, count: times)
    case .replace(let segment, let at): Self.replaced(text, segment: segment, at: at)
    case .query(let name): Self.queryItem(name, of: text)
    }
  }

  private static func replaced(_ text: String, segment: Int, at place: Int?) -> String {
    var segments = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let wanted = segment < 0 ? segments.count + segment : segment - 1
    let filled = segments.indices.filter { !segments[$0].isEmpty }
    guard let index = filled.min(by: { abs($0 - wanted) < abs($1 - wanted) }) else { return text }
    var characters = Array(segments[index].unicodeScalars)
    let changed = min(place ?? characters.count / 2, characters.count - 1)
    characters[changed] = characters[changed] == "A" ? "B" : "A"
    segments[index] = String(String.UnicodeScalarView(characters))
    return segments.joined(separator: ".")
  }

  private static func queryItem(_ name: String, of text: String) -> String {
    guard let query = text.split(separator: "?", maxSplits: 1).dropFirst().first else { return "" }
    for item in query.split(separator: "#")[0].split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[0] == name { return String(parts[1]) }
    }
    return ""
  }
}

extension Expectation {
  /// Whether what was seen fits, with nothing left to say.
  func isMet(by observation: Observation?, _ bindings: Bindings) -> Bool {
    guard let observation else { return false }
    return (try? Matcher(bindings: bindings).differences(self, observation).isEmpty) ?? false
  }
}

extension Step {
  /// Whether performing the step leaves something in the transcript.
  var leavesEntry: Bool {
    switch action {
    case .send, .sendRaw, .hook, .passTime, .await, .driver, .page: true
    case .check, .derive, .absent, .together: false
    }
  }

  /// Whether the step is judged over the whole vector, after a settling time.
  var isJudgedAtTheEnd: Bool {
    switch action {
    case .absent, .check(.count), .check(.maxInFlight): true
    default: false
    }
  }
}

extension Instant {
  /// The same instant as the wire says it.
  init(_ instant: WireInstant) {
    self.init(nanoseconds: instant.nanoseconds)
  }
}
