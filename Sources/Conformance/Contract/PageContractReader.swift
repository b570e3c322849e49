import StrictJSON

/// Reads the `page` object of a contract.
struct PageContractReader {
  let file: FileReader
  let schemas: ContractSchemas

  private static let keys: Set<String> = [
    "about", "query", "context", "messages", "elements", "states", "requests", "scripts", "stub",
  ]

  func page(_ node: JSONNode) -> PageContract? {
    guard let object = ObjectReader(node, as: "a page", keys: Self.keys, in: file) else {
      return nil
    }
    let query = object.stringMap("query").map { (name: $0.name, value: Template($0.text)) }
    var page = PageContract(
      query: query, context: object["context"].flatMap(context), handlers: [], textClause: nil,
      messageClause: nil, messages: [], elements: object.strings("elements"),
      states: object.strings("states"), requests: object.strings("requests"),
      scripts: object["scripts"].flatMap(scripts), stub: lines(object, "stub"))
    object["messages"].map { read($0, into: &page) }
    return page
  }

  /// A text, or its lines.
  private func lines(_ object: ObjectReader, _ key: String) -> String? {
    guard let node = object[key] else { return nil }
    return node.string ?? object.stringOrStrings(key).joined(separator: "\n")
  }

  private func context(_ node: JSONNode) -> PageContract.Context? {
    let keys: Set<String> = ["object", "member", "changed"]
    guard let object = ObjectReader(node, as: "a page's context", keys: keys, in: file),
      let name = object.requiredString("object"), let member = object.requiredString("member")
    else { return nil }
    var context = PageContract.Context(object: name, member: member, calls: [], events: [])
    for way in object.array("changed") {
      let way = ObjectReader(
        way, as: "a way of telling", keys: ["call", "dispatch", "about"], in: file)
      switch way?.oneOf(["call", "dispatch"]) {
      case "call": way?.string("call").map { context.calls.append($0) }
      case "dispatch": way?.string("dispatch").map { context.events.append($0) }
      default: break
      }
    }
    return context
  }

  private func read(_ node: JSONNode, into page: inout PageContract) {
    let keys: Set<String> = ["handler", "text", "clause", "kinds"]
    guard let object = ObjectReader(node, as: "a page's messages", keys: keys, in: file),
      let handler = object.requiredString("handler")
    else { return }
    page.handlers = [handler]
    page.textClause = object.string("text")
    page.messageClause = object.string("clause")
    page.messages = object.map("kinds").map { member in
      let keys: Set<String> = ["clause", "body"]
      let kind = ObjectReader(member.value, as: "a kind of message", keys: keys, in: file)
      return PageContract.MessageKind(
        name: member.key, clause: kind?.string("clause"),
        body: kind?["body"].flatMap { schemas.compile($0, in: file) })
    }
  }

  private func scripts(_ node: JSONNode) -> PageContract.ScriptEvent? {
    let keys: Set<String> = ["event", "source", "start"]
    guard let object = ObjectReader(node, as: "a page's scripts", keys: keys, in: file),
      let event = object.requiredString("event"), object.required("source") != nil,
      let source = object.pointer("source")
    else { return nil }
    var start: [JSONPointer: JSON] = [:]
    for member in object.map("start") {
      guard let pointer = file.pointer(member.key, at: member.keyPosition) else { continue }
      start[pointer] = member.value.value
    }
    return PageContract.ScriptEvent(event: event, source: source, start: start)
  }
}
