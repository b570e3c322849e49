import StrictJSON
import Wire

/// Bytes in a transcript: as text where they are text, else in base64.
enum RecordedBytes {
  static func json(_ bytes: [UInt8]) -> JSON {
    if let text = String(validating: bytes, as: UTF8.self) { return .string(text) }
    return ["base64": .string(Encodings.base64(bytes))]
  }

  static func bytes(_ json: JSON) throws(RecordError) -> [UInt8] {
    if let text = json.string { return Array(text.utf8) }
    guard let text = json["base64"]?.string, let bytes = Encodings.decodeBase64(text) else {
      throw RecordError("expected bytes as text or base64, received \(shown(json))")
    }
    return bytes
  }
}

extension HTTPFields: RecordedJSON {
  var json: JSON {
    .array(map { .array([.string($0.name), .string($0.value)]) })
  }

  init(json: JSON) throws(RecordError) {
    var fields: [HTTPField] = []
    for line in json.array ?? [] {
      guard let name = line[0]?.string, let value = line[1]?.string else {
        throw RecordError("expected a header as name and value, received \(shown(line))")
      }
      fields.append(HTTPField(name: name, value: value))
    }
    self.init(fields)
  }
}

extension HTTPRequest: RecordedJSON {
  var json: JSON {
    [
      "method": .string(method), "target": .string(target), "headers": fields.json,
      "body": RecordedBytes.json(body),
    ]
  }

  init(json: JSON) throws(RecordError) {
    self.init(
      method: try json.text("method"), target: try json.text("target"),
      fields: try HTTPFields(json: try json.member("headers")),
      body: try RecordedBytes.bytes(try json.member("body")))
  }
}

extension HTTPResponseHead: RecordedJSON {
  var json: JSON {
    [
      "line": .string(statusLine), "version": .string(version), "status": .whole(status),
      "reason": .string(reason), "headers": fields.json,
    ]
  }

  init(json: JSON) throws(RecordError) {
    self.init(
      statusLine: try json.text("line"), version: try json.text("version"),
      status: try json.integer("status"), reason: try json.text("reason"),
      fields: try HTTPFields(json: try json.member("headers")))
  }
}

extension HTTPResponse: RecordedJSON {
  var json: JSON {
    var object: JSONObject = [
      "head": head.json, "body": RecordedBytes.json(body), "length": .whole(bodyLength),
    ]
    if !interim.isEmpty { object["interim"] = .array(interim.map(\.json)) }
    if !trailers.isEmpty { object["trailers"] = trailers.json }
    return .object(object)
  }

  init(json: JSON) throws(RecordError) {
    var interim: [HTTPResponseHead] = []
    for head in json["interim"]?.array ?? [] { interim.append(try HTTPResponseHead(json: head)) }
    self.init(
      head: try HTTPResponseHead(json: try json.member("head")), interim: interim,
      trailers: try HTTPFields(json: json["trailers"] ?? .array([])),
      body: try RecordedBytes.bytes(try json.member("body")), bodyLength: try json.integer("length")
    )
  }
}

extension HTTPOutcome: RecordedJSON {
  var json: JSON {
    switch self {
    case .response(let response): return ["response": response.json]
    case .failure(let failure):
      var object: JSONObject = [
        "failure": .string(failure.kind.rawValue), "message": .string(failure.message),
      ]
      object["partial"] = failure.partial?.json
      return .object(object)
    }
  }

  init(json: JSON) throws(RecordError) {
    if let response = json["response"] {
      self = .response(try HTTPResponse(json: response))
      return
    }
    guard let kind = HTTPFailureKind(rawValue: try json.text("failure")) else {
      throw RecordError("expected a kind of failure, received \(shown(json["failure"]))")
    }
    var partial: HTTPResponse?
    if let json = json["partial"] { partial = try HTTPResponse(json: json) }
    self = .failure(HTTPFailure(kind: kind, message: try json.text("message"), partial: partial))
  }
}

extension HTTPExchange: RecordedJSON {
  var json: JSON {
    var object: JSONObject = [
      "base": .string(call.base), "request": call.request.json, "outcome": outcome.json,
      "sentAt": .whole(sentAt.nanoseconds), "answeredAt": .whole(answeredAt.nanoseconds),
    ]
    object["raw"] = call.rawBytes.map(RecordedBytes.json)
    if reusedConnection { object["reused"] = .bool(true) }
    if resent { object["resent"] = .bool(true) }
    if !observations.isEmpty { object["observations"] = .array(observations.map { .string($0) }) }
    return .object(object)
  }

  init(json: JSON) throws(RecordError) {
    var raw: [UInt8]?
    if let json = json["raw"] { raw = try RecordedBytes.bytes(json) }
    let sent = WireInstant(nanoseconds: Int64(try json.integer("sentAt")))
    let answered = WireInstant(nanoseconds: Int64(try json.integer("answeredAt")))
    self.init(
      call: HTTPCall(
        base: try json.text("base"), request: try HTTPRequest(json: try json.member("request")),
        rawBytes: raw),
      outcome: try HTTPOutcome(json: try json.member("outcome")), sentAt: sent,
      answeredAt: answered, duration: answered - sent, reusedConnection: json.flag("reused"),
      resent: json.flag("resent"),
      observations: (json["observations"]?.array ?? []).compactMap(\.string))
  }
}
