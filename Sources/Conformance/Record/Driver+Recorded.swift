import SDKDriving
import StrictJSON
import Wire

extension DriverEvent: RecordedJSON {
  var json: JSON { ["name": .string(name), "data": data] }

  init(json: JSON) throws(RecordError) {
    self.init(try json.text("name"))
    data = try json.member("data")
  }
}

extension CallOutcome: RecordedJSON {
  var json: JSON {
    switch self {
    case .returned(let value): ["outcome": "returned", "value": value]
    case .threw(let error): ["outcome": "threw", "error": error.json]
    case .notOffered: ["outcome": "notOffered"]
    }
  }

  init(json: JSON) throws(RecordError) {
    switch try json.text("outcome") {
    case "returned": self = .returned(try json.member("value"))
    case "threw":
      let error = try json.member("error")
      self = .threw(
        CallError(
          kind: try error.text("kind"), message: error["message"]?.string,
          status: error["status"]?.number?.int))
    default: self = .notOffered
    }
  }
}

extension ServedRequest: RecordedJSON {
  var json: JSON {
    var object: JSONObject = ["number": .whole(number), "request": request.json]
    object["route"] = route.map { .string($0) }
    return .object(object)
  }

  init(json: JSON) throws(RecordError) {
    self.init(
      number: try json.integer("number"), route: json["route"]?.string,
      request: try HTTPRequest(json: try json.member("request")))
  }
}

extension Arrival: RecordedJSON {
  var json: JSON {
    switch self {
    case .message(let message): ["message": message.recorded]
    case .webhook(let delivery): ["webhook": delivery.json]
    case .event(let event, let number): ["event": event.json, "number": .whole(number)]
    case .request(let request): ["request": request.json]
    }
  }

  init(json: JSON) throws(RecordError) {
    if let message = json["message"] {
      self = .message(try PostedMessage(recorded: message))
    } else if let delivery = json["webhook"] {
      self = .webhook(try Delivery(json: delivery))
    } else if let event = json["event"] {
      self = .event(try DriverEvent(json: event), number: try json.integer("number"))
    } else {
      self = .request(try ServedRequest(json: try json.member("request")))
    }
  }
}

extension DriverRecord: RecordedJSON {
  var json: JSON {
    switch self {
    case .callBegan(let number, let operation, let arguments):
      ["callBegan": .whole(number), "operation": .string(operation), "arguments": arguments]
    case .callEnded(let number, let outcome):
      ["callEnded": .whole(number), "outcome": outcome.json]
    case .callEndedAgain(let number): ["callEndedAgain": .whole(number)]
    case .awaited(let number, let outcome):
      ["awaited": .whole(number), "outcome": outcome?.json ?? .null]
    case .looked(let number, let isOpen): ["looked": .whole(number), "open": .bool(isOpen)]
    case .cancelAsked(let number): ["cancelAsked": .whole(number)]
    case .served: ["served": .null]
    case .event(let event, let number): ["event": event.json, "number": .whole(number)]
    case .request(let request): ["request": request.json]
    case .answered(let request): ["answered": .whole(request)]
    }
  }

  init(json: JSON) throws(RecordError) {
    guard let (kind, value) = json.object?.first(where: { _ in true }) else {
      throw RecordError("expected something of an SDK, received \(shown(json))")
    }
    switch kind {
    case "callBegan":
      self = .callBegan(
        number: try json.integer(kind), operation: try json.text("operation"),
        arguments: try json.member("arguments"))
    case "callEnded":
      self = .callEnded(
        number: try json.integer(kind), try CallOutcome(json: try json.member("outcome")))
    case "callEndedAgain": self = .callEndedAgain(number: try json.integer(kind))
    case "awaited":
      let outcome = try json.member("outcome")
      self = .awaited(
        number: try json.integer(kind), outcome.isNull ? nil : try CallOutcome(json: outcome))
    case "looked": self = .looked(number: try json.integer(kind), isOpen: json.flag("open"))
    case "cancelAsked": self = .cancelAsked(number: try json.integer(kind))
    case "served": self = .served
    case "event":
      self = .event(try DriverEvent(json: value), number: try json.integer("number"))
    case "request": self = .request(try ServedRequest(json: value))
    case "answered": self = .answered(request: try json.integer(kind))
    default: throw RecordError("“\(kind)” is nothing of an SDK")
    }
  }
}
