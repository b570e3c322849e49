import StrictJSON
import Wire

extension HookRecord: RecordedJSON {
  var json: JSON {
    var object: JSONObject = [
      "name": .string(name), "arguments": arguments, "outcome": .string(outcome.rawValue),
    ]
    object["value"] = value
    object["message"] = message.map { .string($0) }
    object["neverArrived"] = neverArrived ? .bool(true) : nil
    return .object(object)
  }

  init(json: JSON) throws(RecordError) {
    guard let outcome = Outcome(rawValue: try json.text("outcome")) else {
      throw RecordError("expected how a hook ended, received \(shown(json["outcome"]))")
    }
    self.init(
      name: try json.text("name"), arguments: try json.member("arguments"), outcome: outcome,
      value: json["value"], message: json["message"]?.string,
      neverArrived: json["neverArrived"]?.bool ?? false)
  }
}

extension Delivery: RecordedJSON {
  var json: JSON {
    ["number": .whole(number), "request": request.json, "at": .whole(at.nanoseconds)]
  }

  init(json: JSON) throws(RecordError) {
    self.init(
      number: try json.integer("number"),
      request: try HTTPRequest(json: try json.member("request")), at: try json.instant("at"))
  }
}

extension Transcript.Entry: RecordedJSON {
  var json: JSON {
    [
      "step": .array(step.map { .whole($0) }), "began": .whole(began.nanoseconds),
      "ended": .whole(ended.nanoseconds), "event": event.json,
    ]
  }

  init(json: JSON) throws(RecordError) {
    self.init(
      step: try json.list("step").compactMap { $0.number?.int },
      began: try json.instant("began"), ended: try json.instant("ended"),
      event: try Transcript.Event(json: try json.member("event")))
  }
}

extension Transcript: RecordedJSON {
  var json: JSON {
    var values = JSONObject()
    for (name, value) in bindings.values.sorted(by: { $0.key < $1.key }) { values[name] = value }
    return [
      "vector": .string(vector), "bindings": .object(values),
      "entries": .array(entries.map(\.json)),
    ]
  }

  init(json: JSON) throws(RecordError) {
    var bindings = Bindings()
    for (name, value) in try json.member("bindings").object ?? [:] { bindings[name] = value }
    var entries: [Entry] = []
    for entry in try json.list("entries") { entries.append(try Entry(json: entry)) }
    self.init(vector: try json.text("vector"), bindings: bindings, entries: entries)
  }
}
