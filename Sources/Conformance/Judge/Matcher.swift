import StrictJSON
import Wire

/// Holds an expectation against what was seen; pure.
struct Matcher {
  let bindings: Bindings

  /// Every difference, in the order in which the expectation says things; empty when it fits.
  ///
  /// - Throws: The first name that the expectation refers to and that has no value, or what an
  ///   instant is counted from and cannot be read as one.
  func differences(
    _ expectation: Expectation, _ observation: Observation
  ) throws(MissingValue) -> [Difference] {
    var found: [Difference] = []
    if let status = expectation.status { found += self.status(status, observation) }
    for header in expectation.headers { found += try self.header(header, observation) }
    for member in expectation.body { found += try body(member, observation) }
    for text in expectation.anyString {
      found += anyString(try bindings.text(of: text), observation)
    }
    for text in expectation.noString { found += noString(try bindings.text(of: text), observation) }
    if let outcome = expectation.outcome {
      found += self.outcome(try bindings.value(of: outcome), observation)
    }
    for member in expectation.value { found += try value(member, observation) }
    for member in expectation.error { found += try error(member, observation) }
    return found
  }

  private func status(_ matcher: StatusMatcher, _ observation: Observation) -> [Difference] {
    guard let status = observation.status else {
      return [Difference(at: "/status", expected: matcher.description, received: "no answer")]
    }
    guard !matcher.matches(status) else { return [] }
    return [Difference(at: "/status", expected: matcher.description, received: String(status))]
  }

  private func header(
    _ header: HeaderMatcher, _ observation: Observation
  ) throws(MissingValue) -> [Difference] {
    let place = "/headers/\(header.name)"
    let lines = lines(named: header.name, observation)
    switch header.rule {
    case .absent where lines.isEmpty, .present where !lines.isEmpty: return []
    case .absent:
      return [Difference(at: place, expected: "no such header", received: quoted(lines[0]))]
    case .present: return [Difference(at: place, expected: "the header", received: "none")]
    case .equals(let template):
      let text = try bindings.text(of: template)
      if lines.contains(where: { $0.isSameText(as: text) }) { return [] }
      return [
        Difference(at: place, expected: quoted(text), received: lines.first.map(quoted) ?? "none")
      ]
    case .schema(let schema):
      guard let line = lines.first else {
        return [Difference(at: place, expected: "the header", received: "none")]
      }
      return violations(of: schema, JSON.string(line), place)
    }
  }

  /// The values of a header; a name with `*` stands for every name that fits.
  private func lines(named name: String, _ observation: Observation) -> [String] {
    guard let fields = observation.fields else { return [] }
    guard name.utf8.contains(UInt8(ascii: "*")) else { return fields.all(name) }
    let glob = Glob(name.lowercased())
    return fields.filter { glob.matches($0.name.lowercased()) }.map(\.value)
  }

  private func body(
    _ member: MemberMatcher, _ observation: Observation
  ) throws(MissingValue) -> [Difference] {
    let place = "/body\(member.pointer)"
    guard !observation.isCut else { return [] }
    guard let document = observation.body?.document else {
      if case .absent = member.rule { return [] }
      return [
        Difference(
          at: place, expected: "a JSON body", received: unread(observation.body), isAbsence: true)
      ]
    }
    let node = document.root.node(at: member.pointer)
    return try rule(member.rule, node?.value, place) { document.root.node(at: $0)?.value }
  }

  private func value(
    _ member: MemberMatcher, _ observation: Observation
  ) throws(MissingValue) -> [Difference] {
    let place = "/value\(member.pointer)"
    let value = observation.value?.value(at: member.pointer)
    return try rule(member.rule, value, place) { observation.value?.value(at: $0) }
  }

  private func error(
    _ member: MemberMatcher, _ observation: Observation
  ) throws(MissingValue) -> [Difference] {
    let place = "/error\(member.pointer)"
    let value = observation.error?.value(at: member.pointer)
    return try rule(member.rule, value, place) { observation.error?.value(at: $0) }
  }

  private func outcome(_ wanted: JSON, _ observation: Observation) -> [Difference] {
    let received = observation.outcome ?? "nothing"
    let allowed = wanted.array?.compactMap(\.string) ?? [Bindings.text(of: wanted)]
    if allowed.contains(where: { $0.isSameText(as: received) }) { return [] }
    return [
      Difference(at: "/outcome", expected: allowed.joined(separator: " or "), received: received)
    ]
  }
}

// MARK: - Values

extension Matcher {
  private func rule(
    _ rule: ValueRule, _ value: JSON?, _ place: String, sibling: (JSONPointer) -> JSON?
  ) throws(MissingValue) -> [Difference] {
    switch rule {
    case .absent where value == nil, .present where value != nil: return []
    case .absent: return [Difference(at: place, expected: "no such member", received: shown(value))]
    case .present:
      return [Difference(at: place, expected: "the member", received: "none", isAbsence: true)]
    case .equals(let template):
      let wanted = try bindings.value(of: template)
      guard let value else {
        return [Difference(at: place, expected: shown(wanted), received: "no such member")]
      }
      return StrictJSON.differences(expected: wanted, actual: value).map { difference in
        Difference(
          at: place + difference.pointer.description, expected: shown(difference.expected),
          received: shown(difference.actual))
      }
    case .contains(let template):
      let text = try bindings.text(of: template)
      if let string = value?.string, holds(string, text) { return [] }
      return [
        Difference(at: place, expected: "a text that holds \(quoted(text))", received: shown(value))
      ]
    case .schema(let schema):
      guard let value else {
        return [Difference(at: place, expected: "the member", received: "none", isAbsence: true)]
      }
      return violations(of: schema, value, place)
    case .instant(let source, let plus, let within):
      return try instant(source, plus, within, value, place, sibling: sibling)
    }
  }

  private func instant(
    _ source: InstantSource, _ plus: Template?, _ within: TimeSpan, _ value: JSON?,
    _ place: String, sibling: (JSONPointer) -> JSON?
  ) throws(MissingValue) -> [Difference] {
    let origin: JSON?
    switch source {
    case .pointer(let pointer): origin = sibling(pointer)
    case .template(let template): origin = try bindings.value(of: template)
    }
    guard let from = origin?.string.flatMap({ Instant(rfc3339: $0) }) else {
      throw MissingValue(name: shown(origin), isUnreadable: true)
    }
    var wanted = from
    if let plus {
      let text = try bindings.text(of: plus)
      guard let span = TimeSpan(iso8601: text) else {
        return [Difference(at: place, expected: "a duration", received: quoted(text))]
      }
      wanted = from + span
    }
    guard let instant = value?.string.flatMap({ Instant(rfc3339: $0) }) else {
      return [
        Difference(at: place, expected: "the RFC 3339 instant \(wanted)", received: shown(value))
      ]
    }
    let gap = instant - wanted
    guard gap.nanoseconds.magnitude > within.nanoseconds.magnitude else { return [] }
    return [
      Difference(
        at: place, expected: "\(wanted), give or take \(within)",
        received: "\(instant), which is \(gap) off")
    ]
  }

  private func violations(
    of schema: CompiledSchema, _ value: JSON, _ place: String
  ) -> [Difference] {
    guard let document = try? JSONDocument(parsing: value.serializedBytes()) else { return [] }
    return schema.validate(document.root).map { violation in
      Difference(
        at: place + violation.instance.description, expected: violation.expected,
        received: violation.received)
    }
  }
}

// MARK: - Texts anywhere

extension Matcher {
  private func anyString(_ text: String, _ observation: Observation) -> [Difference] {
    guard let body = observation.body else {
      return [Difference(at: "/body", expected: quoted(text) + " somewhere", received: "no body")]
    }
    let texts = strings(of: body) + observation.texts
    if texts.contains(where: { holdsWhole($0, text) }) || observation.isCut { return [] }
    let place = observation.texts.isEmpty ? " somewhere in the body" : " somewhere in the request"
    return [Difference(at: "/body", expected: quoted(text) + place, received: unread(body))]
  }

  private func noString(_ text: String, _ observation: Observation) -> [Difference] {
    let inBody = observation.body.flatMap { strings(of: $0).first { holds($0, text) } }
    let found = inBody ?? observation.texts.first { holds($0, text) }
    guard let found else { return [] }
    return [
      Difference(
        at: inBody == nil ? "" : "/body", expected: "nothing that holds \(quoted(text))",
        received: quoted(found))
    ]
  }

  /// Every text of a body: names and string values of JSON, else the whole as it is.
  private func strings(of body: Observation.Body) -> [String] {
    guard let root = body.document?.root else {
      return [String(decoding: body.bytes, as: UTF8.self)]
    }
    var texts: [String] = []
    var open = [root]
    while let node = open.popLast() {
      if let text = node.string { texts.append(text) }
      for member in node.members {
        texts.append(member.key)
        open.append(member.value)
      }
      open += node.elements
    }
    return texts
  }

  private func holds(_ text: String, _ part: String) -> Bool {
    occurrences(of: Array(part.utf8), in: Array(text.utf8)).contains { _ in true }
  }

  /// Whether a text holds another as a whole word, as in a message or a URI's last segment.
  private func holdsWhole(_ text: String, _ word: String) -> Bool {
    let bytes = Array(text.utf8)
    let part = Array(word.utf8)
    return occurrences(of: part, in: bytes).contains { start in
      let end = start + part.count
      let opens = start == 0 || !Self.isWordByte(bytes[start - 1])
      let closes =
        end == bytes.count || !Self.isWordByte(bytes[end])
        || (bytes[end] == UInt8(ascii: ".")
          && (end + 1 == bytes.count || !Self.isWordByte(bytes[end + 1])))
      return opens && closes
    }
  }

  private func occurrences(of part: [UInt8], in bytes: [UInt8]) -> [Int] {
    guard !part.isEmpty, bytes.count >= part.count else { return [] }
    return (0...bytes.count - part.count).filter { start in
      bytes[start] == part[0] && bytes[start..<start + part.count].elementsEqual(part)
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2E, 0x80...0xFF: true
    default: false
    }
  }
}

// MARK: - Showing values

/// A value as one line, cut after 200 characters.
func shown(_ value: JSON?) -> String {
  guard let value else { return "no such member" }
  return shortened(value.serialized())
}

/// A text in quotation marks as JSON has them, cut after 200 characters.
func quoted(_ text: String) -> String {
  shortened(JSON.string(text).serialized())
}

/// A body as one line, cut after 200 characters.
func unread(_ body: Observation.Body?) -> String {
  guard let body, !body.bytes.isEmpty else { return "an empty body" }
  return shortened(String(decoding: body.bytes.prefix(800), as: UTF8.self))
}

private func shortened(_ text: String) -> String {
  guard text.unicodeScalars.count > 200 else { return text }
  return String(text.unicodeScalars.prefix(200)) + "…"
}
