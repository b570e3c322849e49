import SDKDriving
import StrictJSON

/// One line of the driver protocol as it came: JSON-RPC 2.0.
enum DriverMessage: Hashable {
  /// The answer to a request of ours.
  case result(id: Int, JSON)
  /// A request of ours that was answered with an error.
  case error(id: Int, code: Int, message: String)
  /// An event, and the id under which it is to be acknowledged; nil when it is not.
  case event(DriverEvent, id: JSON?)
  /// Nothing of the protocol; what is wrong with it.
  case junk(String)

  /// Reads a line.
  init(_ line: [UInt8]) {
    guard let root = try? JSON(parsing: line), root.object != nil else {
      self = .junk("a line on standard output that is no JSON-RPC message: \(Self.shown(line))")
      return
    }
    if let method = root["method"]?.string {
      self = Self.request(method, root, line)
    } else if let id = root["id"]?.number?.int, let result = root["result"] {
      self = .result(id: id, result)
    } else if let id = root["id"]?.number?.int, let error = root["error"] {
      self = .error(
        id: id, code: error["code"]?.number?.int ?? 0, message: error["message"]?.string ?? "")
    } else {
      self = .junk("an answer without an id of ours and a result: \(Self.shown(line))")
    }
  }

  private static func request(_ method: String, _ root: JSON, _ line: [UInt8]) -> DriverMessage {
    guard method.isSameText(as: "event"), let params = root["params"],
      let name = params["name"]?.string
    else { return .junk("a request that is no event with a name: \(shown(line))") }
    return .event(DriverEvent(name, params["data"]?.object ?? [:]), id: root["id"])
  }

  private static func shown(_ line: [UInt8]) -> String {
    let text = String(decoding: line.prefix(200), as: UTF8.self)
    return line.count > 200 ? text + "…" : text
  }
}

extension CallOutcome {
  /// Reads the result of a call; nil when it is not as the protocol has it.
  init?(result: JSON) {
    switch result["outcome"]?.string {
    case "returned":
      self = .returned(result["value"] ?? .null)
    case "threw":
      guard let error = result["error"], let kind = error["kind"]?.string else { return nil }
      self = .threw(
        CallError(
          kind: kind, message: error["message"]?.string, status: error["status"]?.number?.int))
    default:
      return nil
    }
  }
}
