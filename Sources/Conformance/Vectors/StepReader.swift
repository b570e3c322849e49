import StrictJSON

/// Reads the steps of a file's vectors: an action each, then what is said of it.
///
/// A class, since a contract is much to copy for every step.
final class StepReader {
  let file: FileReader
  let contract: Contract
  /// The routes that the file's vectors may serve by name, as they stand in it.
  let routes: [String: JSONNode]
  /// The contexts that the file's vectors may give a page by name, as they stand in it.
  let contexts: [String: JSONNode]
  /// Those of the routes that were read whole, so that vectors which serve one share it.
  var wholeRoutes: [String: RouteTemplate] = [:]
  private let expectations: ExpectationReader
  private let rawExpectations: ExpectationReader

  /// Reads the routes and contexts of a file's root.
  init(file: FileReader, contract: Contract, root: ObjectReader) {
    self.file = file
    self.contract = contract
    let routes = root.map("routes").map { ($0.key, $0.value) }
    self.routes = Dictionary(routes, uniquingKeysWith: { $1 })
    let contexts = root.map("contexts").map { ($0.key, $0.value) }
    self.contexts = Dictionary(contexts, uniquingKeysWith: { $1 })
    expectations = ExpectationReader(file: file, contract: contract, isRaw: false)
    rawExpectations = ExpectationReader(file: file, contract: contract, isRaw: true)
  }

  /// The reader of expectations whose texts have references, or (raw) have none.
  func expectations(raw isRaw: Bool) -> ExpectationReader {
    isRaw ? rawExpectations : expectations
  }

  /// The keys that any step may have.
  private static let common: Set<String> = ["expect", "advisory", "capture", "as", "raw", "given"]

  /// The keys that name an action, each with the keys that go with it.
  static let actions: [(name: String, keys: Set<String>)] =
    [
      (
        "send",
        [
          "with", "headers", "json", "text", "base64", "credential", "method", "connection",
          "timeless",
        ]
      ),
      ("sendRaw", ["text", "base64"]),
      ("hook", ["with", "else"]),
      ("passTime", []),
      ("check", []),
      ("let", []),
      ("await", ["where", "within", "requires"]),
      ("absent", ["where", "since", "upTo"]),
      ("together", ["outcomes", "repeat"]),
    ] + driverActions + pageActions

  /// Every key that goes with an action.
  private static let companions = actions.reduce(into: common) { $0.formUnion($1.keys) }

  /// Every key that a step may have, by the key that names its action.
  private static let keysByAction = Dictionary(
    uniqueKeysWithValues: actions.map { ($0.name, $0.keys.union(common).union([$0.name])) })

  func steps(_ nodes: [JSONNode]) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(nodes.count)
    for node in nodes {
      if let step = step(node) { steps.append(step) }
    }
    return steps
  }

  private func step(_ node: JSONNode) -> Step? {
    guard node.kind == .object else {
      file.complain("expected a step as an object, received \(node.summary)", at: node)
      return nil
    }
    let named = node.members.map(\.key).filter { Self.keysByAction[$0] != nil }
    guard let name = named.first, named.count == 1, let keys = Self.keysByAction[name] else {
      complainOfAction(node, named: named)
      return nil
    }
    guard let object = ObjectReader(node, as: "a “\(name)” step", keys: keys, in: file),
      let action = action(name, object)
    else { return nil }
    let reader = expectations(raw: isRaw(object))
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
      isTimeless: object.bool("timeless", default: false),
      given: object["given"].flatMap { reader.expectation($0, advisory: true) },
      location: object.location)
  }

  private func complainOfAction(_ node: JSONNode, named: [String]) {
    guard named.isEmpty else {
      file.complain(
        """
        expected one action in a step, received \(named.said(with: "and")); make a step of each
        """,
        at: node)
      return
    }
    let known = Self.actions.map(\.name)
    let odd = node.members.filter { !Self.companions.contains($0.key) }
    guard let typed = odd.first(where: { nearestName(to: $0.key, in: known) != nil }) else {
      file.complain(
        "expected an action in a step, one of \(known.joined(separator: ", ")); add one", at: node)
      return
    }
    file.complain(
      "“\(typed.key)” is no action; \(suggestion(for: typed.key, among: known))",
      at: typed.keyPosition)
  }

  func isRaw(_ object: ObjectReader) -> Bool { object.bool("raw", default: false) }

  private func action(_ name: String, _ object: ObjectReader) -> Action? {
    switch name {
    case "send": send(object)
    case "sendRaw": sendRaw(object)
    case "hook": hook(object)
    case "passTime": passTime(object)
    case "check": object["check"].flatMap(check).map { .check($0) }
    case "let": derive(object)
    case "await": watch(object, "await").map { .await($0.requiring(object)) }
    case "absent": watch(object, "absent").map { .absent($0) }
    case "together": together(object)
    default:
      name.hasPrefix("page.")
        ? pageAction(name, object).map { .page($0) }
        : driverAction(name, object).map { .driver($0) }
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
      guard let source = source(object) else { return nil }
      let isOptional = object.bool("optional", default: false)
      return Capture(name: member.key, source: source, isOptional: isOptional)
    }
  }

  private func source(_ object: ObjectReader) -> Capture.Source? {
    switch object.oneOf(["at", "matches", "header", "status"]) {
    case "at": return object.pointer("at").map { .pointer($0) }
    case "header": return object.string("header").map { .header($0) }
    case "matches":
      guard let pattern = object.string("matches"), file.isPattern(pattern, at: object["matches"])
      else { return nil }
      return .text(pattern: pattern)
    case "status":
      guard let node = object["status"], node.bool != true else { return .status }
      object.complain("status", as: "true", node)
      return nil
    default: return nil
    }
  }
}
