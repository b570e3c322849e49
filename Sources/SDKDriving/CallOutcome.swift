public import StrictJSON

/// How one call of an SDK operation ended.
public enum CallOutcome: Sendable, Hashable {
  /// It returned; the value is null when it gives nothing back.
  case returned(JSON)
  /// It threw.
  case threw(CallError)
  /// The driver has no such operation.
  case notOffered
}

extension CallOutcome {
  /// It returned and gave nothing back.
  public static let returned = CallOutcome.returned(.null)
}

/// What a call threw, in the words of the contract.
public struct CallError: Error, Sendable, Hashable {
  /// The error's kind, such as `rejected` or `cancellation`.
  public var kind: String
  /// What it says; nil when it says nothing.
  public var message: String?
  /// The HTTP status that it tells; nil when it tells none.
  public var status: Int?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: Its kind, as the contract calls it.
  ///   - message: What it says.
  ///   - status: The HTTP status that it tells.
  public init(kind: String, message: String? = nil, status: Int? = nil) {
    self.kind = kind
    self.message = message
    self.status = status
  }

  /// The cancellation of a task that surfaced from a call.
  public static let cancellation = CallError(kind: "cancellation")

  /// The error as it travels: members that say nothing are left out.
  public var json: JSON {
    var object: JSONObject = ["kind": .string(kind)]
    if let message { object["message"] = .string(message) }
    if let status { object["status"] = .number(JSONNumber(status)) }
    return .object(object)
  }
}
