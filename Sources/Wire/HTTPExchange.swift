/// One call and everything that was seen of it.
public struct HTTPExchange: Sendable, Hashable {
  /// What was asked for.
  public var call: HTTPCall
  /// How it ended.
  public var outcome: HTTPOutcome
  /// When the request began to go out; when no connection came to stand, when the call began.
  public var sentAt: WireInstant
  /// When the exchange ended.
  public var answeredAt: WireInstant
  /// From the call's beginning to its end, by a clock that is never set.
  public var duration: Duration
  /// Whether the connection had carried an earlier request.
  public var reusedConnection: Bool
  /// Whether the request went out more than once, because a reused connection died.
  public var resent: Bool
  /// What was seen on the wire that HTTP does not allow or that hides something, a sentence each.
  public var observations: [String]

  /// Creates an exchange.
  ///
  /// - Parameters:
  ///   - call: What was asked for.
  ///   - outcome: How it ended.
  ///   - sentAt: When the request began to go out.
  ///   - answeredAt: When the exchange ended.
  ///   - duration: From beginning to end.
  ///   - reusedConnection: Whether the connection was an old one.
  ///   - resent: Whether the request went out more than once.
  ///   - observations: Sentences about the wire.
  public init(
    call: HTTPCall, outcome: HTTPOutcome, sentAt: WireInstant, answeredAt: WireInstant,
    duration: Duration, reusedConnection: Bool = false, resent: Bool = false,
    observations: [String] = []
  ) {
    self.call = call
    self.outcome = outcome
    self.sentAt = sentAt
    self.answeredAt = answeredAt
    self.duration = duration
    self.reusedConnection = reusedConnection
    self.resent = resent
    self.observations = observations
  }
}

extension HTTPExchange {
  /// The whole response, or nil.
  public var response: HTTPResponse? { outcome.response }
  /// The status code of the whole response, or nil.
  public var status: Int? {
    switch outcome {
    case .response(let response): response.head.status
    case .failure: nil
    }
  }
  /// The failure, or nil.
  public var failure: HTTPFailure? { outcome.failure }
}
