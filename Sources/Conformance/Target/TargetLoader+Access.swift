import StrictJSON

extension TargetLoader {
  func http(_ node: JSONNode) -> Target.HTTPAccess? {
    let keys: Set<String> = ["baseURL", "headers", "timeout", "tls"]
    guard let object = ObjectReader(node, as: "http", keys: keys, in: file),
      let url = object.requiredString("baseURL"), let place = object["baseURL"]
    else { return nil }
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      file.complain("expected “baseURL” to begin http:// or https://, received “\(url)”", at: place)
      return nil
    }
    return Target.HTTPAccess(
      baseURL: url.hasSuffix("/") ? String(url.dropLast()) : url, headers: headers(object),
      timeout: object.span("timeout") ?? .seconds(10), tls: object["tls"].flatMap(tls))
  }

  private func headers(_ object: ObjectReader) -> [Target.Header] {
    object.map("headers").compactMap { member in
      guard let text = member.value.string else {
        file.complain("expected a header's value as a string", at: member.value)
        return nil
      }
      return Target.Header(name: member.key, value: Template(text))
    }
  }

  private func tls(_ node: JSONNode) -> Target.TLS? {
    let keys: Set<String> = ["caFile", "certificate", "key", "insecure"]
    guard let object = ObjectReader(node, as: "tls", keys: keys, in: file) else { return nil }
    return Target.TLS(
      caFile: object.string("caFile"), certificate: object.string("certificate"),
      key: object.string("key"), isInsecure: object.bool("insecure", default: false))
  }

  func binding(_ node: JSONNode) -> Target.HookBinding? {
    guard let object = ObjectReader(node, as: "a hook", keys: ["http", "command"], in: file) else {
      return nil
    }
    if let http = object["http"] { return httpBinding(http) }
    let words = object.strings("command").map { Template($0) }
    if words.isEmpty { file.complain("expected “http” or “command” in a hook; add one", at: node) }
    return words.isEmpty ? nil : .command(words)
  }

  private func httpBinding(_ node: JSONNode) -> Target.HookBinding? {
    let keys: Set<String> = ["method", "path", "headers", "json"]
    guard let object = ObjectReader(node, as: "a hook's request", keys: keys, in: file),
      let path = object.requiredString("path")
    else { return nil }
    return .http(
      method: object.string("method") ?? "POST", path: Template(path), headers: headers(object),
      json: object["json"].map { ValueTemplate($0.value) })
  }

  func clock(_ node: JSONNode) -> Target.ClockBinding? {
    guard let object = ObjectReader(node, as: "a clock", keys: ["advance", "stands"], in: file),
      let advance = object.required("advance"), let binding = binding(advance)
    else { return nil }
    return Target.ClockBinding(advance: binding, stands: object.bool("stands", default: false))
  }

  func webhooks(_ object: ObjectReader) -> Target.WebhookAccess {
    var access = Target.WebhookAccess(
      listen: "127.0.0.1:0", publicURL: nil, grace: .seconds(2), isFixed: false)
    let keys: Set<String> = ["listen", "publicURL", "grace"]
    guard let node = object["webhooks"],
      let read = ObjectReader(node, as: "webhooks", keys: keys, in: file)
    else { return access }
    access.listen = read.string("listen") ?? access.listen
    access.grace = read.span("grace") ?? access.grace
    if let url = read["publicURL"], !url.isNull { access.publicURL = read.string("publicURL") }
    access.isFixed = access.publicURL != nil || !access.listen.hasSuffix(":0")
    return access
  }
}
