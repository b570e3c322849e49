public import SDKDriving
public import StrictJSON
public import Wire

/// What was seen of an SDK under test.
public enum DriverRecord: Sendable, Hashable {
  case callBegan(number: Int, operation: String, arguments: JSON)
  case callEnded(number: Int, CallOutcome)
  /// A call that had ended was answered again.
  case callEndedAgain(number: Int)
  /// What a step saw of a call that it waited for; nil when it had not ended in time.
  case awaited(number: Int, CallOutcome?)
  /// Whether a call was open when a step looked.
  case looked(number: Int, isOpen: Bool)
  /// A step asked for the cancellation of a call.
  case cancelAsked(number: Int)
  /// Routes were added, or nothing answers any more.
  case served
  case event(DriverEvent, number: Int)
  case request(ServedRequest)
  /// The answer to a request was about to be sent.
  case answered(request: Int)
}

/// One request of the SDK that reached us.
public struct ServedRequest: Sendable, Hashable {
  /// Its number among those of the vector, in order of arrival.
  public var number: Int
  /// The route that took it; nil when none did, so that it was answered 404.
  public var route: String?
  /// The request.
  public var request: HTTPRequest

  /// Makes a record of a request.
  public init(number: Int, route: String?, request: HTTPRequest) {
    self.number = number
    self.route = route
    self.request = request
  }
}

/// What came of its own accord, and can be watched for.
public enum Arrival: Sendable, Hashable {
  case message(PostedMessage)
  case webhook(Delivery)
  case event(DriverEvent, number: Int)
  case request(ServedRequest)
}
