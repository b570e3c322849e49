import StrictJSON

/// Reads one JSON object of a file of ours: each read names the key and says what is wrong with it.
struct ObjectReader {
  let node: JSONNode
  let file: FileReader
  /// What the object is, with its article, for the sentences: “a clause”.
  let what: String

  /// Complains when the node is not an object, and of every key that is not known.
  init?(_ node: JSONNode, as what: String, keys: Set<String>, in file: FileReader) {
    guard node.kind == .object else {
      file.complain("expected \(what) as an object, received \(node.kind.phrase)", at: node)
      return nil
    }
    self.node = node
    self.file = file
    self.what = what
    for member in node.members where !keys.contains(member.key) && member.key != "$schema" {
      let hint = suggestion(for: member.key, among: keys)
      file.complain("“\(member.key)” is not known in \(what); \(hint)", at: member.keyPosition)
    }
  }

  var location: FileLocation { file.location(of: node) }

  /// The value of a key; nil when it is absent.
  subscript(key: String) -> JSONNode? { node[key] }

  func required(_ key: String) -> JSONNode? {
    if let value = node[key] { return value }
    file.complain("expected “\(key)” in \(what); add it", at: node)
    return nil
  }

  func string(_ key: String) -> String? {
    node[key].flatMap { string($0, key) }
  }

  func requiredString(_ key: String) -> String? {
    required(key).flatMap { string($0, key) }
  }

  private func string(_ value: JSONNode, _ key: String) -> String? {
    if let text = value.string { return text }
    file.complain("expected “\(key)” as a string, received \(value.kind.phrase)", at: value)
    return nil
  }

  func bool(_ key: String, default fallback: Bool) -> Bool {
    guard let value = node[key] else { return fallback }
    if let flag = value.bool { return flag }
    file.complain("expected “\(key)” as true or false, received \(value.kind.phrase)", at: value)
    return fallback
  }

  func integer(_ key: String) -> Int? {
    guard let value = node[key] else { return nil }
    if let number = value.number?.int { return number }
    file.complain("expected “\(key)” as a whole number, received \(value.kind.phrase)", at: value)
    return nil
  }

  func span(_ key: String) -> TimeSpan? {
    guard let text = string(key), let value = node[key] else { return nil }
    if let span = TimeSpan(iso8601: text) { return span }
    file.complain("expected “\(key)” as a duration such as PT2M, received “\(text)”", at: value)
    return nil
  }

  func strings(_ key: String) -> [String] {
    guard let value = node[key] else { return [] }
    return elements(of: value, key).compactMap { string($0, key) }
  }

  func array(_ key: String) -> [JSONNode] {
    node[key].map { elements(of: $0, key) } ?? []
  }

  private func elements(of value: JSONNode, _ key: String) -> [JSONNode] {
    guard value.kind == .array else {
      file.complain("expected “\(key)” as an array, received \(value.kind.phrase)", at: value)
      return []
    }
    return Array(value.elements)
  }

  /// The members of an object under a key, in the order of the file; none when it is absent.
  func map(_ key: String) -> [JSONMember] {
    guard let value = node[key] else { return [] }
    guard value.kind == .object else {
      file.complain("expected “\(key)” as an object, received \(value.kind.phrase)", at: value)
      return []
    }
    return Array(value.members)
  }

  /// One of an enumeration's raw values.
  func choice<Choice: RawRepresentable & CaseIterable>(_ key: String) -> Choice?
  where Choice.RawValue == String {
    guard let value = node[key], let text = string(value, key) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map(\.rawValue)
    let hint = suggestion(for: text, among: known)
    file.complain(
      "expected “\(key)” as one of \(known.joined(separator: ", ")), received “\(text)”; \(hint)",
      at: value)
    return nil
  }

  /// A JSON Pointer (RFC 6901) under a key.
  func pointer(_ key: String) -> JSONPointer? {
    guard let value = node[key], let text = string(value, key) else { return nil }
    return file.pointer(text, at: value)
  }

  /// Complains unless the file says format 1.
  func checkFormat() {
    guard let value = required("format") else { return }
    guard value.number?.int != 1 else { return }
    file.complain(
      "expected “format” 1, which this version reads; received \(value.value.serialized())",
      at: value)
  }
}

extension FileReader {
  func pointer(_ text: String, at node: JSONNode) -> JSONPointer? {
    do {
      return try JSONPointer(parsing: text)
    } catch {
      complain("expected a JSON Pointer such as /id, received “\(text)”", at: node)
      return nil
    }
  }

  func pointer(_ text: String, at position: JSONPosition) -> JSONPointer? {
    do {
      return try JSONPointer(parsing: text)
    } catch {
      complain("expected a JSON Pointer such as /id, received “\(text)”", at: position)
      return nil
    }
  }
}
