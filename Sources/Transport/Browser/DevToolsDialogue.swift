import StrictJSON

/// Our side of the DevTools protocol as a pure state machine: numbers commands, and tells answers,
/// events and what will never be answered apart.
///
/// A message is one JSON object; on a pipe each ends with a NUL byte.
struct DevToolsDialogue: Sendable {
  /// What an arriving message means.
  enum Incoming: Sendable, Equatable {
    case answer(id: Int, JSON)
    /// The browser refused a command; with its own words.
    case refusal(id: Int, String)
    case event(DevToolsEvent)
    /// It is no message of the protocol; the beginning of it.
    case junk(String)
  }

  /// The byte that ends a message.
  static let delimiter: UInt8 = 0

  private var lastID = 0
  /// The commands without an answer, each with its session; empty for the browser itself.
  private var open: [Int: String] = [:]

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - method: Its name, such as `Page.navigate`.
  ///   - parameters: What it is given.
  ///   - session: Whom it is for; nil for the browser itself.
  /// - Returns: Its number, and the bytes to send, the delimiter included.
  mutating func command(
    _ method: String, _ parameters: JSONObject, session: String?
  ) -> (id: Int, bytes: [UInt8]) {
    lastID += 1
    open[lastID] = session ?? ""
    var message: JSONObject = ["id": .number(JSONNumber(lastID)), "method": .string(method)]
    if !parameters.isEmpty { message["params"] = .object(parameters) }
    if let session { message["sessionId"] = .string(session) }
    return (lastID, JSON.object(message).serializedBytes() + [Self.delimiter])
  }

  /// Takes a message in; the numbers are those of commands that nobody will answer any more.
  mutating func receive(_ bytes: [UInt8]) -> (Incoming, abandoned: [Int]) {
    guard let message = Self.parse(bytes) else {
      return (.junk(String(decoding: bytes.prefix(200), as: UTF8.self)), [])
    }
    if let id = message["id"]?.number?.int {
      open[id] = nil
      guard let error = message["error"] else {
        return (.answer(id: id, message["result"] ?? .null), [])
      }
      return (.refusal(id: id, error["message"]?.string ?? error.serialized()), [])
    }
    guard let method = message["method"]?.string else {
      return (.junk(String(decoding: bytes.prefix(200), as: UTF8.self)), [])
    }
    let event = DevToolsEvent(
      method: method, parameters: message["params"] ?? .null,
      session: message["sessionId"]?.string)
    return (.event(event), abandon(after: event))
  }

  /// Nothing comes any more; the numbers of the commands that were open.
  mutating func end() -> [Int] {
    defer { open = [:] }
    return open.keys.sorted()
  }

  /// Forgets a command whose answer nobody waits for any more.
  mutating func forget(_ id: Int) {
    open[id] = nil
  }

  private mutating func abandon(after event: DevToolsEvent) -> [Int] {
    let gone: String?
    switch event.method {
    case "Target.detachedFromTarget": gone = event.parameters["sessionId"]?.string
    case "Inspector.targetCrashed": gone = event.session
    default: gone = nil
    }
    guard let gone else { return [] }
    let abandoned = open.filter { $0.value == gone }.keys.sorted()
    for id in abandoned { open[id] = nil }
    return abandoned
  }

  /// A page may hand over text with lone surrogates, which no JSON text in UTF-8 should hold: they
  /// are replaced by U+FFFD.
  private static func parse(_ bytes: [UInt8]) -> JSON? {
    (try? JSON(parsing: bytes)) ?? (try? JSON(parsing: replacingLoneSurrogates(in: bytes)))
  }
}

/// Something that the browser tells of itself.
struct DevToolsEvent: Sendable, Equatable {
  /// Its name, such as `Page.loadEventFired`.
  var method: String
  /// What it says.
  var parameters: JSON
  /// Whom it comes from; nil for the browser itself.
  var session: String?
}

/// A JSON text whose `\uD800` to `\uDFFF` escapes are pairs or U+FFFD.
func replacingLoneSurrogates(in bytes: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  var place = 0
  while place < bytes.count {
    guard bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count else {
      result.append(bytes[place])
      place += 1
      continue
    }
    let unit = escapedUnit(bytes, at: place) ?? 0
    let next = unit == 0 ? 0 : escapedUnit(bytes, at: place + 6) ?? 0
    switch (unit, next) {
    case (0xD800...0xDBFF, 0xDC00...0xDFFF):
      result += bytes[place..<place + 12]
      place += 12
    case (0xD800...0xDFFF, _):
      result += Array("\\uFFFD".utf8)
      place += 6
    default:
      result += bytes[place..<place + 2]
      place += 2
    }
  }
  return result
}

/// The UTF-16 unit of a `\uXXXX` escape at a place; nil when there is none.
private func escapedUnit(_ bytes: [UInt8], at place: Int) -> UInt16? {
  guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"),
    bytes[place + 1] == UInt8(ascii: "u")
  else { return nil }
  return UInt16(String(decoding: bytes[place + 2..<place + 6], as: UTF8.self), radix: 16)
}
