import StrictJSON

/// Reads one JSON object of a file of ours: each read names the key and says what is wrong with it.
struct ObjectReader {
  let node: JSONNode
  let file: FileReader
  /// What the object is, with its article, for the sentences: “a clause”.
  let what: String

  /// Complains when the node is not an object, and of every key that is not known.
  ///
  /// `$schema`, by which editors find the schema, is known at the root of a file. `about` is a
  /// text for people wherever it is known.
  init?(_ node: JSONNode, as what: String, keys: Set<String>, in file: FileReader) {
    guard node.kind == .object else {
      let parts = keys.count <= 4 ? " with \(keys.sorted().said(with: "or"))" : ""
      file.complain("expected \(what) as an object\(parts), received \(node.summary)", at: node)
      return nil
    }
    self.node = node
    self.file = file
    self.what = what
    for member in node.members {
      if isText(member) { _ = string(member.value, member.key) }
      guard !keys.contains(member.key), !isSchema(member) else { continue }
      let hint = suggestion(for: member.key, among: keys, listing: .max)
      file.complain("“\(member.key)” is not known in \(what); \(hint)", at: member.keyPosition)
    }
  }

  /// Whether a member only says something to people or editors, wherever it is known.
  private func isText(_ member: JSONMember) -> Bool {
    member.isNamed("about") || isSchema(member)
  }

  private func isSchema(_ member: JSONMember) -> Bool {
    member.isNamed("$schema") && node.id == node.documentRoot.id
  }

  var location: FileLocation { file.location(of: node) }

  /// The value of a key; nil when it is absent.
  subscript(key: String) -> JSONNode? { node[key] }

  func required(_ key: String) -> JSONNode? {
    if let value = node[key] { return value }
    file.complain("expected “\(key)” in \(what); add it", at: node)
    return nil
  }

  /// Complains that a key's value is not what it must be.
  func complain(_ key: String, as expected: String, _ value: JSONNode) {
    complain(key, as: expected, value, hint: nil)
  }

  private func complain(_ key: String, as expected: String, _ value: JSONNode, hint: String?) {
    let hint = hint.map { "; \($0)" } ?? ""
    file.complain(
      "expected “\(key)” as \(expected), received \(value.summary)\(hint)", at: value)
  }

  /// Complains unless the file says format 1.
  func checkFormat() {
    guard let value = required("format") else { return }
    guard value.number?.int != 1 else { return }
    complain("format", as: "the number 1, which this version reads", value)
  }
}

// MARK: - Single values

extension ObjectReader {
  func string(_ key: String) -> String? {
    node[key].flatMap { string($0, key) }
  }

  func requiredString(_ key: String) -> String? {
    required(key).flatMap { string($0, key) }
  }

  private func string(_ value: JSONNode, _ key: String) -> String? {
    if let text = value.string { return text }
    complain(key, as: "a string", value)
    return nil
  }

  func bool(_ key: String, default fallback: Bool) -> Bool {
    guard let value = node[key] else { return fallback }
    if let flag = value.bool { return flag }
    complain(key, as: "true or false", value, hint: value.string.flatMap(Self.meantBool))
    return fallback
  }

  private static func meantBool(_ text: String) -> String? {
    switch text.lowercased() {
    case "true", "yes", "on": "did you mean true?"
    case "false", "no", "off": "did you mean false?"
    default: nil
    }
  }

  /// A whole number of at least another.
  func integer(_ key: String, from least: Int = 0) -> Int? {
    guard let value = node[key] else { return nil }
    if let number = value.number?.int, number >= least { return number }
    complain(key, as: "a whole number from \(least)", value)
    return nil
  }

  /// A length of time, not negative.
  func span(_ key: String) -> TimeSpan? {
    guard let value = node[key] else { return nil }
    if let span = value.string.flatMap(TimeSpan.init(iso8601:)), span >= .zero { return span }
    complainOfDuration(key, value)
    return nil
  }

  /// A duration that may be negative, or a text with references that becomes one.
  func duration(_ key: String) -> Template? {
    guard let value = node[key] else { return nil }
    let template = value.string.map { Template($0) }
    if let template, template.constant.map({ TimeSpan(iso8601: $0) != nil }) ?? true {
      return template
    }
    complainOfDuration(key, value)
    return nil
  }

  private func complainOfDuration(_ key: String, _ value: JSONNode) {
    let text = value.string ?? (value.kind == .number ? value.value.serialized() : "")
    let meant = TimeSpan.meant(by: text).map { "did you mean “\($0)”?" }
    complain(key, as: "a duration (ISO 8601) such as PT2M", value, hint: meant)
  }

  /// One of an enumeration's raw values.
  func choice<Choice: RawRepresentable & CaseIterable>(_ key: String) -> Choice?
  where Choice.RawValue == String {
    node[key].flatMap { choice($0, key) }
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ value: JSONNode, _ key: String
  ) -> Choice? where Choice.RawValue == String {
    if let choice = value.string.flatMap(Choice.init(rawValue:)) { return choice }
    let known = Choice.allCases.map(\.rawValue)
    let hint = value.string.flatMap { nearestName(to: $0, in: known) }
    file.complain(
      """
      expected “\(key)” as \(known.count == 1 ? known[0] : "one of \(known.joined(separator: ", "))"), \
      received \(value.summary)\(hint.map { "; did you mean “\($0)”?" } ?? "")
      """,
      at: value)
    return nil
  }

  /// A JSON Pointer (RFC 6901) under a key.
  func pointer(_ key: String) -> JSONPointer? {
    guard let value = node[key], let text = string(value, key) else { return nil }
    return file.pointer(text, at: value)
  }
}

// MARK: - Several values

extension ObjectReader {
  func strings(_ key: String) -> [String] {
    guard let value = node[key] else { return [] }
    return elements(of: value, key).compactMap { string($0, key) }
  }

  /// A list of at least one string, which must be there.
  func requiredStrings(_ key: String) -> [String] {
    requiredArray(key).compactMap { string($0, key) }
  }

  /// A string, or a list of at least one.
  func stringOrStrings(_ key: String) -> [String] {
    guard let value = node[key] else { return [] }
    if let text = value.string { return [text] }
    guard value.kind == .array, value.count > 0 else {
      complain(key, as: "a string or a list of them", value)
      return []
    }
    return strings(key)
  }

  /// A list of at least one of an enumeration's raw values, which must be there.
  func requiredChoices<Choice: RawRepresentable & CaseIterable>(_ key: String) -> [Choice]
  where Choice.RawValue == String {
    requiredArray(key).compactMap { choice($0, key) }
  }

  func array(_ key: String) -> [JSONNode] {
    node[key].map { elements(of: $0, key) } ?? []
  }

  /// The elements of a list that must be there and have at least one.
  func requiredArray(_ key: String) -> [JSONNode] {
    guard let value = required(key) else { return [] }
    guard value.kind == .array, value.count == 0 else { return elements(of: value, key) }
    file.complain("expected at least one element in “\(key)”; add one", at: value)
    return []
  }

  private func elements(of value: JSONNode, _ key: String) -> [JSONNode] {
    guard value.kind == .array else {
      complain(key, as: "an array", value, hint: Self.brackets(around: value))
      return []
    }
    return Array(value.elements)
  }

  /// What to write where a list of one element was meant, or a command in one piece.
  private static func brackets(around value: JSONNode) -> String? {
    guard let text = value.string else {
      return value.kind == .object ? "put it in brackets: [{ … }]" : nil
    }
    let words = text.split(separator: " ").map { JSON.string(String($0)).serialized() }
    return "did you mean [\(words.joined(separator: ", "))]?"
  }

  /// The members of an object under a key, in the order of the file; none when it is absent.
  func map(_ key: String) -> [JSONMember] {
    guard let value = node[key] else { return [] }
    guard value.kind == .object else {
      complain(key, as: #"an object such as { "name": … }"#, value)
      return []
    }
    return Array(value.members)
  }

  /// The members of an object under a key, each a string, in the order of the file.
  func stringMap(_ key: String) -> [(name: String, text: String)] {
    map(key).compactMap { member in
      if let text = member.value.string { return (member.key, text) }
      file.complain(
        "expected “\(member.key)” in “\(key)” as a string, received \(member.value.summary)",
        at: member.value)
      return nil
    }
  }
}

// MARK: - Keys that exclude each other

extension ObjectReader {
  /// The one key of several that is there; complains when there is none, or more than one.
  func oneOf(_ keys: [String]) -> String? {
    let found = keys.filter { node[$0] != nil }
    if found.count == 1 { return found[0] }
    let received = found.isEmpty ? "none; add one" : "\(found.said(with: "and")); keep one"
    file.complain(
      "expected one of \(keys.said(with: "or")) in \(what), received \(received)", at: node)
    return nil
  }

  /// Complains when more than one key of several is there.
  func atMostOne(of keys: [String]) {
    let found = keys.filter { node[$0] != nil }
    guard found.count > 1 else { return }
    file.complain(
      """
      expected at most one of \(keys.said(with: "or")) in \(what), received \
      \(found.said(with: "and")); keep one
      """,
      at: node)
  }

  /// Complains when a key is there that says nothing beside another.
  func refuse(_ key: String, beside other: String) {
    guard let value = node[key] else { return }
    file.complain("“\(key)” says nothing beside “\(other)”; remove it", at: value)
  }
}

extension [String] {
  /// The texts in quotes as a list of a sentence: “a”, “b” or “c”.
  func said(with conjunction: String) -> String {
    let quoted = map { "“\($0)”" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return "\(quoted.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}

// MARK: - Pointers and patterns

extension FileReader {
  func pointer(_ text: String, at node: JSONNode) -> JSONPointer? {
    pointer(text, at: node.position)
  }

  func pointer(_ text: String, at position: JSONPosition) -> JSONPointer? {
    do {
      return try JSONPointer(parsing: text)
    } catch {
      let path = text.drop { $0 == "$" }.split(separator: ".").joined(separator: "/")
      complain(
        "expected a JSON Pointer such as /id, received “\(text)”; did you mean “/\(path)”?",
        at: position)
      return nil
    }
  }

  /// Whether a text is an ECMA-262 pattern; complains if not.
  func isPattern(_ pattern: String, at node: JSONNode?) -> Bool {
    do {
      _ = try ECMAPattern(pattern)
      return true
    } catch {
      if let node { complain("this pattern cannot be used: \(error.message)", at: node) }
      return false
    }
  }
}
