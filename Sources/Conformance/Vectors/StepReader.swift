import StrictJSON

/// Reads the steps of a vector: an action each, then what is said of it.
struct StepReader {
  let file: FileReader
  let contract: Contract

  /// The keys that any step may have.
  private static let common: Set<String> = ["expect", "advisory", "capture", "as", "raw"]

  /// The keys that name an action, each with the keys that go with it.
  static let actions: [(name: String, keys: Set<String>)] =
    [
      (
        "send", ["with", "headers", "json", "text", "base64", "credential", "method", "connection"]
      ),
      ("sendRaw", ["text", "base64"]),
      ("hook", ["with"]),
      ("passTime", []),
      ("check", []),
      ("let", []),
      ("await", ["where", "within"]),
      ("absent", ["where"]),
      ("together", ["outcomes", "repeat"]),
    ] + driverActions

  func steps(_ nodes: [JSONNode]) -> [Step] {
    nodes.compactMap(step)
  }

  private func step(_ node: JSONNode) -> Step? {
    guard node.kind == .object else {
      file.complain("expected a step as an object, received \(node.kind.phrase)", at: node)
      return nil
    }
    let named = Self.actions.filter { node[$0.name] != nil }
    guard let found = named.first, named.count == 1 else {
      complainOfAction(node, named: named.map(\.name))
      return nil
    }
    let keys = found.keys.union(Self.common).union([found.name])
    guard let object = ObjectReader(node, as: "a “\(found.name)” step", keys: keys, in: file),
      let action = action(found.name, object)
    else { return nil }
    let reader = ExpectationReader(file: file, contract: contract, isRaw: isRaw(object))
    let expect = object["expect"].flatMap { reader.expectation($0, advisory: false) }
    let advisories =
      object["advisory"].map { node in
        node.kind == .array ? Array(node.elements) : [node]
      } ?? []
    return Step(
      action: action, expect: expect,
      advisories: advisories.compactMap { advisory in
        guard var read = reader.expectation(advisory, advisory: true) else { return nil }
        if read.clause == nil { read.clause = expect?.clause }
        return read
      },
      captures: captures(object.map("capture")), label: object.string("as"),
      location: object.location)
  }

  private func complainOfAction(_ node: JSONNode, named: [String]) {
    guard named.isEmpty else {
      file.complain(
        """
        expected one action in a step, received \(named.joined(separator: " and ")); make two steps
        """,
        at: node)
      return
    }
    let keys = node.members.map(\.key).filter { !Self.common.contains($0) }
    let known = Self.actions.map(\.name)
    guard let typed = keys.first(where: { nearestName(to: $0, in: known) != nil }),
      let member = node.members.first(where: { $0.key == typed })
    else {
      file.complain(
        "expected an action in a step, one of \(known.joined(separator: ", ")); add one", at: node)
      return
    }
    file.complain(
      "“\(typed)” is no action; \(suggestion(for: typed, among: known))", at: member.keyPosition)
  }

  func isRaw(_ object: ObjectReader) -> Bool { object.bool("raw", default: false) }

  private func action(_ name: String, _ object: ObjectReader) -> Action? {
    switch name {
    case "send": send(object)
    case "sendRaw": body(object).map { .sendRaw(RawAction(body: $0)) }
    case "hook": hook(object)
    case "passTime": passTime(object)
    case "check": object["check"].flatMap(check).map { .check($0) }
    case "let": .derive(object.map("let").compactMap(derivation))
    case "await": watch(object, "await").map { .await($0) }
    case "absent": watch(object, "absent").map { .absent($0) }
    case "together": together(object)
    default: driverAction(name, object).map { .driver($0) }
    }
  }

  func captures(_ members: [JSONMember]) -> [Capture] {
    members.compactMap { member in
      if let text = member.value.string {
        return file.pointer(text, at: member.value).map {
          Capture(name: member.key, source: .pointer($0), isOptional: false)
        }
      }
      let keys: Set<String> = ["at", "matches", "header", "status", "optional"]
      guard let object = ObjectReader(member.value, as: "a capture", keys: keys, in: file) else {
        return nil
      }
      let isOptional = object.bool("optional", default: false)
      if let header = object.string("header") {
        return Capture(name: member.key, source: .header(header), isOptional: isOptional)
      }
      if object.bool("status", default: false) {
        return Capture(name: member.key, source: .status, isOptional: isOptional)
      }
      if let pattern = object.string("matches") {
        checkPattern(pattern, at: member.value)
        return Capture(name: member.key, source: .text(pattern: pattern), isOptional: isOptional)
      }
      guard object.required("at") != nil, let pointer = object.pointer("at") else { return nil }
      return Capture(name: member.key, source: .pointer(pointer), isOptional: isOptional)
    }
  }

  private func checkPattern(_ pattern: String, at node: JSONNode) {
    do {
      _ = try ECMAPattern(pattern)
    } catch {
      file.complain("expected an ECMA-262 pattern: \(error.message)", at: node)
    }
  }
}
