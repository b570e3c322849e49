public import StrictJSON
public import Wire

/// Everything that was seen of one vector, with times: what is judged, and kept.
public struct Transcript: Sendable {
  /// The vector's id.
  public var vector: String
  /// The values that it began with: parameters, fresh values, the table's row.
  public var bindings: Bindings
  /// In the order in which things ended.
  public var entries: [Entry]

  /// One thing that was seen.
  public struct Entry: Sendable {
    /// Which step, counted from 1; a branch and its step follow for `together`; empty for
    /// what came of itself.
    public var step: [Int]
    /// Target time when it began.
    public var began: Instant
    /// Target time when it ended.
    public var ended: Instant
    /// What was seen.
    public var event: Event
  }

  /// What was seen.
  public enum Event: Sendable {
    case exchange(HTTPExchange)
    case hook(HookRecord)
    /// Time was passed until this instant of the target.
    case passed(until: Instant)
    /// A webhook reached us.
    case webhook(Delivery)
    /// A watch ended: with what it took, or nil at its deadline.
    case watched(Arrival?)
    /// Something of the SDK under test.
    case driver(DriverRecord)
    /// Something of the page that the vector holds.
    case page(PageRecord)
    /// The end that the vector holds broke, or there was none; why.
    case broken(String)
    /// The step could not be done, because nothing gave this name a value.
    case missing(String)
  }
}

/// One asking of a hook.
public struct HookRecord: Sendable, Hashable {
  /// How it ended.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    case done, refused
    /// The target's environment does not have this hook after all.
    case notOffered
    /// It broke; nothing is said of the target by that.
    case failed
  }

  /// The hook's name.
  public var name: String
  /// What it was given.
  public var arguments: JSON
  /// How it ended.
  public var outcome: Outcome
  /// What it gave back; nil when that was nothing or no JSON.
  public var value: JSON?
  /// What it said when it broke; nil otherwise.
  public var message: String?
  /// Whether it broke because nothing listened where it was asked for.
  public var neverArrived = false
}

/// One webhook that reached us.
public struct Delivery: Sendable, Hashable {
  /// Its number among those of the run, in order of arrival.
  public var number: Int
  /// The request.
  public var request: HTTPRequest
  /// Our own time when it came.
  public var at: Instant

  /// Makes a delivery.
  public init(number: Int, request: HTTPRequest, at: Instant) {
    self.number = number
    self.request = request
    self.at = at
  }
}
