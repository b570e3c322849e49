import Loopback
import StrictJSON
import Wire

/// One call of a hook: `POST /_hooks/NAME` with its arguments as a JSON object.
struct HookCall: Sendable {
  /// The hook's name: `device.connect`.
  var name: String
  /// The arguments; empty when the body is.
  var arguments: JSONObject

  /// The name of the hook that a request asks for, or nil when it asks for something else.
  static func name(in request: HTTPRequest) -> String? {
    let segments = request.pathSegments
    return segments.count == 2 && segments[0].isSameText(as: "_hooks") ? segments[1] : nil
  }

  /// Reads the arguments of a hook from a request.
  init(name: String, request: HTTPRequest) throws(HookRefusal) {
    guard request.method.isSameText(as: "POST") else {
      throw HookRefusal(status: 405, "expected POST, received \(request.method)")
    }
    self.name = name
    guard !request.body.isEmpty else {
      arguments = [:]
      return
    }
    guard let arguments = (try? JSON(parsing: request.body))?.object else {
      throw HookRefusal(status: 400, "expected the arguments as a JSON object")
    }
    self.arguments = arguments
  }

  /// An argument that is text; a number counts as its digits.
  func text(_ key: String) throws(HookRefusal) -> String {
    switch arguments[key] {
    case .string(let text): return text
    case .number(let number): return number.text
    default: throw HookRefusal(status: 400, "expected the argument \(key) as a string")
    }
  }

  /// An argument that is a number of seconds, from 0 to ten years.
  func seconds(_ key: String) throws(HookRefusal) -> Duration {
    let seconds = arguments[key]?.number?.double ?? .nan
    guard seconds >= 0, seconds <= 315_576_000 else {
      throw HookRefusal(status: 400, "expected the argument \(key) as seconds, not negative")
    }
    return .nanoseconds(Int64((seconds * 1e9).rounded()))
  }
}

/// Why a hook did not do what it was asked for.
struct HookRefusal: Error, Sendable {
  /// 409 for what the environment refuses, 404 for a hook that is not offered, 4xx for a bad call.
  var status: Int
  /// What was expected and received.
  var reason: String

  /// Creates a refusal.
  init(status: Int = 409, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  /// A hook that the reference does not have.
  static func notOffered(_ name: String) -> HookRefusal {
    HookRefusal(status: 404, "there is no hook \(name)")
  }
}

extension LoopbackReply {
  /// The answer to a hook: 200 with its value, or the refusal's status with its reason.
  static func hook(_ outcome: Result<JSON, HookRefusal>) -> LoopbackReply {
    switch outcome {
    case .success(let value): .json(200, value)
    case .failure(let refusal): .json(refusal.status, ["reason": .string(refusal.reason)])
    }
  }

  /// An answer that holds a JSON value.
  static func json(_ status: Int, _ value: JSON, fields: HTTPFields = []) -> LoopbackReply {
    var reply = LoopbackReply.json(status, value.serializedBytes())
    for field in fields { reply.fields.append(field) }
    return reply
  }
}
