import Loopback
import StrictJSON
import Wire

/// Where an error's code stands in the body, as far as the documents leave it open.
enum ErrorEnvelope: String, Sendable, CaseIterable {
  /// `{"error": {"code": …, "message": …}}`.
  case nested
  /// `{"code": …, "message": …}`.
  case flat
  /// `{"error": …, "message": …}`.
  case bare
  /// `{"errors": [{"code": …, "message": …}]}`.
  case list
  /// RFC 9457: `application/problem+json` with the code as the last segment of `type`.
  case problem
  /// Plain text that begins with the code.
  case text

  /// The reply for an error.
  func reply(status: Int, code: String, message: String) -> LoopbackReply {
    let members: JSON = ["code": .string(code), "message": .string(message)]
    switch self {
    case .nested: return .json(status, ["error": members])
    case .flat: return .json(status, members)
    case .bare: return .json(status, ["error": .string(code), "message": .string(message)])
    case .list: return .json(status, ["errors": [members]])
    case .text: return .text(status, "\(code): \(message)\n")
    case .problem:
      var reply = LoopbackReply.json(
        status,
        [
          "type": "https://errors.example/\(code)", "title": .string(message),
          "status": .number(JSONNumber(status)),
        ])
      reply.fields.set("Content-Type", "application/problem+json")
      return reply
    }
  }
}
