import StrictJSON

extension TargetLoader {
  /// Reads how the target's page is reached.
  func page(_ node: JSONNode, of contract: Contract) -> Target.PageAccess? {
    let requests = contract.page?.requests ?? []
    let keys = Set(["url", "allow", "elements", "states", "timeout"] + requests)
    guard let object = ObjectReader(node, as: "a page", keys: keys, in: file),
      let url = object.requiredString("url"), let place = object["url"]
    else { return nil }
    guard let host = Self.afterScheme(url), !host.isEmpty else {
      object.complain("url", as: "a URL that begins http:// or https:// and a host", place)
      return nil
    }
    var access = Target.PageAccess(
      url: url, allow: object.strings("allow"),
      elements: locators(object, "elements", among: contract.page?.elements ?? [], contract),
      states: locators(object, "states", among: contract.page?.states ?? [], contract),
      requests: [:], timeout: object.span("timeout") ?? Target.PageAccess.standardTimeout)
    for name in requests {
      guard let node = object[name] else { continue }
      access.requests[name] = pattern(node)
    }
    return access
  }

  private func locators(
    _ object: ObjectReader, _ key: String, among known: [String], _ contract: Contract
  ) -> [String: Target.ElementLocator] {
    var locators: [String: Target.ElementLocator] = [:]
    for member in object.map(key) {
      if !known.contains(where: { $0.isSameText(as: member.key) }) {
        let hint = suggestion(for: member.key, among: known)
        file.complain(
          "“\(member.key)” is not among the \(key) of \(contract.id); \(hint)",
          at: member.keyPosition)
      }
      locators[member.key] = locator(member.value)
    }
    return locators
  }

  private func locator(_ node: JSONNode) -> Target.ElementLocator? {
    let keys: Set<String> = ["role", "name", "selector"]
    guard let object = ObjectReader(node, as: "an element", keys: keys, in: file) else {
      return nil
    }
    if object.oneOf(["role", "selector"]) == "selector" {
      object.refuse("name", beside: "selector")
      return object.string("selector").map { .selector($0) }
    }
    return object.string("role").map { .accessible(role: $0, name: object.string("name")) }
  }

  private func pattern(_ node: JSONNode) -> Target.RequestPattern? {
    let keys: Set<String> = ["method", "urlContains"]
    guard let object = ObjectReader(node, as: "a page's request", keys: keys, in: file),
      let text = object.requiredString("urlContains")
    else { return nil }
    return Target.RequestPattern(method: object.string("method"), urlContains: text)
  }
}
