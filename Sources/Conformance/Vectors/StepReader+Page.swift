import StrictJSON

extension StepReader {
  /// The keys that name an action on a page, each with the keys that go with it.
  static let pageActions: [(name: String, keys: Set<String>)] = [
    ("page.open", []), ("page.context", []), ("page.click", ["within", "optional", "unless"]),
    ("page.type", ["text", "within", "optional"]), ("page.evaluate", []), ("page.expect", []),
  ]

  func pageAction(_ name: String, _ object: ObjectReader) -> PageAction? {
    guard let node = object[name] else { return nil }
    switch name {
    case "page.open": return open(node, isRaw(object)).map { .open($0) }
    case "page.context": return .context(context(node, isRaw(object)))
    case "page.click": return element(node).map { .click(element: $0, options(object)) }
    case "page.type":
      guard let element = element(node), let text = object.requiredString("text") else {
        return nil
      }
      return .type(element: element, Template(text, raw: isRaw(object)), options(object))
    case "page.evaluate": return evaluation(node, object)
    case "page.expect": return look(node).map { .look($0) }
    default: return nil
    }
  }

  private func open(_ node: JSONNode, _ isRaw: Bool) -> PageAction.OpenAction? {
    let keys: Set<String> = ["url", "query", "context", "stub", "scripts", "fresh"]
    guard let object = ObjectReader(node, as: "what is opened", keys: keys, in: file) else {
      return nil
    }
    let isStub = object.bool("stub", default: false)
    if isStub, contract.page?.stub == nil {
      file.complain("expected “stub” in “page” of \(contract.id), received none", at: node)
    }
    let query = object.stringMap("query").map {
      (name: $0.name, value: Template($0.text, raw: isRaw))
    }
    return PageAction.OpenAction(
      url: object.string("url").map { Template($0, raw: isRaw) }, query: query,
      context: object["context"].map { context($0, isRaw) }, isStub: isStub,
      hasScripts: object.bool("scripts", default: false),
      isFresh: object.bool("fresh", default: false))
  }

  /// A context as it stands, or one of the file's own by its name.
  private func context(_ node: JSONNode, _ isRaw: Bool) -> ValueTemplate {
    guard let name = node.string else { return ValueTemplate(node.value, raw: isRaw) }
    if let known = contexts[name] { return ValueTemplate(known.value, raw: isRaw) }
    let hint = suggestion(for: name, among: contexts.keys)
    file.complain("the file has no context “\(name)” in “contexts”; \(hint)", at: node)
    return .constant(.null)
  }

  private func element(_ node: JSONNode) -> String? {
    name(node, among: contract.page?.elements ?? [], "element")
  }

  private func name(_ node: JSONNode, among known: [String], _ what: String) -> String? {
    guard let name = node.string else {
      file.complain("expected the name of \(what), received \(node.summary)", at: node)
      return nil
    }
    if !known.contains(where: { $0.isSameText(as: name) }) {
      let hint = suggestion(for: name, among: known)
      file.complain("“\(name)” is no \(what) of \(contract.id)'s page; \(hint)", at: node)
    }
    return name
  }

  private func options(_ object: ObjectReader) -> PageAction.ActOptions {
    PageAction.ActOptions(
      within: object.span("within"), isOptional: object.bool("optional", default: false),
      unless: object["unless"].flatMap(element))
  }

  private func evaluation(_ node: JSONNode, _ object: ObjectReader) -> PageAction? {
    if let source = node.string { return .evaluate(Template(source, raw: isRaw(object))) }
    if node.kind == .object, node.count == 1, node["scripts"]?.bool == true {
      return .evaluateScripts
    }
    file.complain(
      "expected JavaScript as a string, or {\"scripts\": true}, received \(node.summary)", at: node)
    return nil
  }

  private func look(_ node: JSONNode) -> PageAction.LookAction? {
    let keys: Set<String> = ["state", "element", "visible", "within", "for", "assume"]
    guard let object = ObjectReader(node, as: "what is looked for", keys: keys, in: file) else {
      return nil
    }
    guard let subject = subject(object) else { return nil }
    return PageAction.LookAction(
      subject: subject, isVisible: object.bool("visible", default: true),
      within: object.span("within"), stay: object.span("for") ?? .zero,
      assumption: object.string("assume"))
  }

  private func subject(_ object: ObjectReader) -> PageAction.LookAction.Subject? {
    switch object.oneOf(["state", "element"]) {
    case "state":
      return object["state"]
        .flatMap { name($0, among: contract.page?.states ?? [], "state") }.map { .state($0) }
    case "element": return object["element"].flatMap(element).map { .element($0) }
    default: return nil
    }
  }
}
