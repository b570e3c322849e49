import StrictJSON

// `json` is a member of a message already, so the two are named otherwise here.
extension PostedMessage {
  var recorded: JSON {
    var object: JSONObject = [
      "number": .whole(number), "handler": .string(handler), "type": .string(type),
    ]
    object["text"] = text.map { .string($0) }
    object["value"] = json.map { .string($0) }
    return .object(object)
  }

  init(recorded json: JSON) throws(RecordError) {
    self.init(
      number: try json.integer("number"), handler: try json.text("handler"),
      type: try json.text("type"), text: json["text"]?.string, json: json["value"]?.string)
  }
}

extension PageLoad: RecordedJSON {
  var json: JSON {
    switch self {
    case .loaded(let status): ["loaded": status.map { .whole($0) } ?? .null]
    case .unreachable(let reason): ["unreachable": .string(reason)]
    case .failed(let reason): ["failed": .string(reason)]
    }
  }

  init(json: JSON) throws(RecordError) {
    if let status = json["loaded"] {
      self = .loaded(status: status.number?.int)
    } else if let reason = json["unreachable"]?.string {
      self = .unreachable(reason)
    } else {
      self = .failed(try json.text("failed"))
    }
  }
}

extension PageAct: RecordedJSON {
  var json: JSON {
    switch self {
    case .done(let value): ["done": .string(value)]
    case .absent: ["absent": .null]
    case .locked(let reason): ["locked": .string(reason)]
    }
  }

  init(json: JSON) throws(RecordError) {
    if let value = json["done"]?.string {
      self = .done(value: value)
    } else if json["absent"] != nil {
      self = .absent
    } else {
      self = .locked(try json.text("locked"))
    }
  }
}

extension PageRecord: RecordedJSON {
  var json: JSON {
    switch self {
    case .opened(let url, let load): ["opened": .string(url), "load": load.json]
    case .told(let heard, let exception):
      [
        "told": .array(heard.map { .string($0) }),
        "exception": exception.map { .string($0) } ?? .null,
      ]
    case .acted(let act): ["acted": act.json]
    case .evaluated(let value, let exception):
      [
        "evaluated": value.map { [$0] } ?? [],
        "exception": exception.map { .string($0) } ?? .null,
      ]
    case .looked(let holds): ["looked": .bool(holds)]
    case .hung(let what): ["hung": .string(what)]
    case .gone: ["gone": .null]
    case .settled: ["settled": .null]
    case .picture(let bytes): ["picture": .string(Encodings.base64(bytes))]
    case .crashed: ["crashed": .null]
    default: ownJSON
    }
  }

  /// What the page did of its own accord.
  private var ownJSON: JSON {
    switch self {
    case .message(let message): ["message": message.recorded]
    case .request(let request): ["request": request.json]
    case .blocked(let method, let url): ["blocked": .string(url), "method": .string(method)]
    case .dialog(let kind, let text): ["dialog": .string(text), "kind": .string(kind)]
    case .window(let url): ["window": .string(url)]
    case .left(let url): ["left": .string(url)]
    case .exception(let text): ["threw": .string(text)]
    default: .null
    }
  }

  init(json: JSON) throws(RecordError) {
    guard let (kind, value) = json.object?.first(where: { _ in true }) else {
      throw RecordError("expected something of a page, received \(shown(json))")
    }
    let exception = json["exception"]?.string
    switch kind {
    case "opened":
      self = .opened(url: try json.text(kind), try PageLoad(json: try json.member("load")))
    case "told":
      self = .told(heard: (value.array ?? []).compactMap(\.string), exception: exception)
    case "acted": self = .acted(try PageAct(json: value))
    case "evaluated": self = .evaluated(value[0], exception: exception)
    case "looked": self = .looked(holds: json.flag(kind))
    case "hung": self = .hung(try json.text(kind))
    case "gone": self = .gone
    case "settled": self = .settled
    case "picture": self = .picture(Encodings.decodeBase64(try json.text(kind)) ?? [])
    case "crashed": self = .crashed
    default: self = try Self.own(kind, json, value)
    }
  }

  private static func own(_ kind: String, _ json: JSON, _ value: JSON) throws(RecordError)
    -> PageRecord
  {
    switch kind {
    case "message": .message(try PostedMessage(recorded: value))
    case "request": .request(try ServedRequest(json: value))
    case "blocked": .blocked(method: try json.text("method"), url: try json.text(kind))
    case "dialog": .dialog(kind: try json.text("kind"), text: try json.text(kind))
    case "window": .window(url: try json.text(kind))
    case "left": .left(url: try json.text(kind))
    case "threw": .exception(try json.text(kind))
    default: throw RecordError("“\(kind)” is nothing of a page")
    }
  }
}
