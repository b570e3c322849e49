import Loopback
import StrictJSON
import Wire

extension WireVariant {
  /// Every variant of the wire.
  static var all: [WireVariant] { spellings + framings }

  /// Looks for a variant by its name.
  static func named(_ name: String) -> WireVariant? {
    all.first { $0.info.name.isSameText(as: name) }
  }

  private static var spellings: [WireVariant] {
    [
      spelling("reversed-members", "Objects have their members in reverse order.") {
        $0.reversingMembers.serializedBytes()
      },
      spelling("sorted-members", "Objects have their members in the order of their names.") {
        $0.serializedBytes(.compact.sortingKeys)
      },
      spelling("pretty-json", "JSON is indented and ends in a line feed.") {
        $0.serializedBytes(.pretty) + [0x0A]
      },
      spelling("spaced-json", "JSON has white space of every kind between its tokens.") {
        SpelledJSON(separator: " \r\n\t", escapesEverything: false).bytes($0)
      },
      spelling("escaped-json", "Every character of every JSON string is a \\u escape.") {
        SpelledJSON(separator: "", escapesEverything: true).bytes($0)
      },
      spelling("exponent-numbers", "Numbers are written with an exponent: 184220e0.") {
        $0.mappingNumbers { JSONNumber($0.text + "e0") ?? $0 }.serializedBytes()
      },
      spelling("decimal-numbers", "Integers are written with a fraction: 184220.0.") {
        $0.mappingNumbers { JSONNumber($0.text + ".0") ?? $0 }.serializedBytes()
      },
    ]
  }

  private static var framings: [WireVariant] {
    [
      framing("lower-case-headers", "Header names are sent in lower case.") {
        $0.renameFields { $0.lowercased() }
      },
      framing("upper-case-headers", "Header names are sent in upper case.") {
        $0.renameFields { $0.uppercased() }
      },
      framing("json-charset", "Content-Type carries a charset parameter.") {
        guard let type = $0.fields[first: "Content-Type"], type.contains("json") else { return }
        $0.fields.set("Content-Type", type + "; charset=utf-8")
      },
      framing("extra-headers", "Answers carry header fields that no document mentions.") {
        $0.fields.append("X-Request-Id", "req_8d1f0c")
        $0.fields.append("Server-Timing", "app;dur=1.5")
        $0.fields.append("Cache-Control", "no-store")
      },
      framing("chunked", "Bodies come in chunks of 1, 7 and 64 bytes.") {
        $0.framing = .chunked([1, 7, 64])
      },
      framing("connection-close", "The connection is closed after each answer.") {
        $0.fields.set("Connection", "close")
      },
      framing("body-until-close", "Bodies have no length and end with the connection.") {
        $0.framing = .close
      },
      framing("http-1.0", "Answers are HTTP/1.0, on a connection each.") {
        $0.httpVersion = "HTTP/1.0"
        $0.framing = .close
      },
      framing("no-reason-phrase", "The status line has no reason phrase.") { $0.reason = "" },
    ]
  }

  private static func spelling(
    _ name: String, _ about: String, _ respell: @escaping @Sendable (JSON) -> [UInt8]
  ) -> WireVariant {
    WireVariant(name, about, respell: respell)
  }

  private static func framing(
    _ name: String, _ about: String, _ reframe: @escaping @Sendable (inout LoopbackReply) -> Void
  ) -> WireVariant {
    WireVariant(name, about, reframe: reframe)
  }
}

extension LoopbackReply {
  fileprivate mutating func renameFields(_ rename: (String) -> String) {
    if framing == .contentLength, status != 204, !fields.contains("Content-Length") {
      fields.append("Content-Length", String(body.count))
    }
    fields = HTTPFields(fields.map { HTTPField(rename($0.name), $0.value) })
  }
}

extension JSON {
  /// The same value with the members of every object in reverse order.
  var reversingMembers: JSON {
    switch self {
    case .array(let elements): .array(elements.map(\.reversingMembers))
    case .object(let object):
      .object(JSONObject(object.reversed().map { ($0.key, $0.value.reversingMembers) }))
    default: self
    }
  }

  /// The same value with every number written as `change` says.
  func mappingNumbers(_ change: (JSONNumber) -> JSONNumber) -> JSON {
    switch self {
    case .number(let number): .number(change(number))
    case .array(let elements): .array(elements.map { $0.mappingNumbers(change) })
    case .object(let object):
      .object(JSONObject(object.map { ($0.key, $0.value.mappingNumbers(change)) }))
    default: self
    }
  }
}
