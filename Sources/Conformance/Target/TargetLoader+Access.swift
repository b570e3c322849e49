import StrictJSON

extension TargetLoader {
  func http(_ node: JSONNode) -> Target.HTTPAccess? {
    let keys: Set<String> = ["baseURL", "headers", "timeout", "tls"]
    guard let object = ObjectReader(node, as: "http", keys: keys, in: file),
      let url = object.requiredString("baseURL"), let place = object["baseURL"]
    else { return nil }
    guard let host = Self.afterScheme(url), !host.isEmpty else {
      object.complain("baseURL", as: "a URL that begins http:// or https:// and a host", place)
      return nil
    }
    return Target.HTTPAccess(
      baseURL: url.hasSuffix("/") ? String(url.dropLast()) : url, headers: headers(object),
      timeout: object.span("timeout") ?? .seconds(10), tls: object["tls"].flatMap(tls))
  }

  /// What stands behind `http://` or `https://`; nil when neither begins the text.
  static func afterScheme(_ url: String) -> Substring? {
    for scheme in ["http://", "https://"] where url.hasPrefix(scheme) {
      return url.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    }
    return nil
  }

  private func headers(_ object: ObjectReader) -> [Target.Header] {
    object.map("headers").compactMap { member in
      guard let text = member.value.string else {
        file.complain(
          "expected a header's value as a string, received \(member.value.kind.phrase)",
          at: member.value)
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
    switch object.oneOf(["http", "command"]) {
    case "http": return object["http"].flatMap(httpBinding)
    case "command":
      let words = object.requiredStrings("command").map { Template($0) }
      return words.isEmpty ? nil : .command(words)
    default: return nil
    }
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
      listen: "127.0.0.1:0", publicURL: nil, grace: .seconds(5), isFixed: false)
    let keys: Set<String> = ["listen", "publicURL", "grace"]
    guard let node = object["webhooks"],
      let read = ObjectReader(node, as: "webhooks", keys: keys, in: file)
    else { return access }
    if let listen = read.string("listen"), let place = read["listen"] {
      if !Self.isAddress(listen) {
        read.complain("listen", as: "a host and a port such as 127.0.0.1:0", place)
      }
      access.listen = listen
    }
    if let grace = read.span("grace") {
      access.grace = grace
      access.patience = grace
    }
    if let node = read["publicURL"], !node.isNull, let url = read.string("publicURL") {
      if Self.afterScheme(url)?.isEmpty ?? true {
        read.complain("publicURL", as: "a URL that begins http:// or https:// and a host", node)
      }
      access.publicURL = url
    }
    access.isFixed = access.publicURL != nil || !access.listen.hasSuffix(":0")
    return access
  }

  /// Whether a text is a host, a colon and a port.
  private static func isAddress(_ text: String) -> Bool {
    guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else { return false }
    let port = text[text.index(after: colon)...]
    return port.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt16(port) != nil
  }
}

extension Target.HookBinding {
  /// The texts in which arguments and parameters may be named, but for those of a JSON body.
  var templates: [Template] {
    switch self {
    case .command(let words): words
    case .http(_, let path, let headers, _): [path] + headers.map(\.value)
    }
  }
}
