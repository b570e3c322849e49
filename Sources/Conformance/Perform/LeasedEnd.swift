public import SDKDriving
public import StrictJSON

/// What a vector holds from its start to its end, such as an SDK behind a driver.
public enum EndKind: String, Sendable, Hashable, CaseIterable {
  /// An SDK under test.
  case driver
  /// A page in a browser.
  case page
}

/// What a vector asks for at its start.
public struct EndOrder: Sendable {
  /// What it needs.
  public var kind: EndKind
  /// The vector's id, for what is said of it.
  public var vector: String
  /// Whether the vector answers the SDK's requests itself.
  public var serves: Bool
  /// Whether the vector shows pages, be it that it holds nothing else or an SDK besides.
  public var showsPages: Bool
  /// The contract's parameters, without the secret ones.
  public var parameters: JSONObject
}

/// What is known of a leased end.
public struct EndDescription: Sendable, Hashable {
  /// The base URL of the server that the SDK talks to; nil when there is none.
  public var backend: String?
  /// Whether its time stands still but for our advances.
  public var hasClock: Bool
  /// Whether pages can be shown in it.
  public var showsPages: Bool

  /// Makes a description.
  public init(backend: String? = nil, hasClock: Bool = false, showsPages: Bool = false) {
    self.backend = backend
    self.hasClock = hasClock
    self.showsPages = showsPages
  }
}

/// An end that one vector holds.
///
/// Requests take effect in the order in which they are submitted; each is answered once, from any
/// thread. Events come between the answers, in the order in which things happened.
public struct LeasedEnd: Sendable {
  /// What is known of it.
  public var about: EndDescription
  /// Hands a request over, without waiting for the reply.
  public var submit: @Sendable (EndRequest, @escaping @Sendable (EndReply) -> Void) -> Void
  /// Gives the end back; called once.
  public var giveBack: @Sendable () -> Void

  /// Makes a lease.
  public init(
    about: EndDescription,
    submit: @escaping @Sendable (EndRequest, @escaping @Sendable (EndReply) -> Void) -> Void,
    giveBack: @escaping @Sendable () -> Void
  ) {
    self.about = about
    self.submit = submit
    self.giveBack = giveBack
  }
}

/// Why there is no end to lease: a sentence.
public struct EndFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong.
  public var description: String

  /// Makes a failure.
  public init(_ description: String) {
    self.description = description
  }
}

/// What a vector asks of its end.
public enum EndRequest: Sendable {
  case driver(DriverRequest)
  case page(PageCommand)
}

/// What an end answers.
public enum EndReply: Sendable {
  case driver(DriverReply)
  case page(PageRecord)
  /// The end broke; no fault of the target is said by that.
  case broke(String)
}

/// What an end tells of its own accord.
public enum EndEvent: Sendable {
  case driver(DriverRecord)
  /// With our own time when it happened.
  case page(PageRecord, at: Instant)
  /// The end broke; no fault of the target is said by that.
  case broke(String)
}

/// What a vector asks of the SDK that it holds.
public enum DriverRequest: Sendable {
  /// Begins a call, known by its number from now on; answered when the call has ended.
  case call(number: Int, operation: String, arguments: JSONObject)
  /// Cancels an open call; answered when that was taken note of.
  case cancel(call: Int)
  /// Moves the SDK's time; answered when all that fell due is done.
  case advance(TimeSpan)
  /// Adds routes to those that answer the SDK.
  case serve([ServedRoute])
  /// Stops listening, so that later connections of the SDK are refused.
  case refuse
}

/// What an SDK, or what plays its surroundings, answers.
public enum DriverReply: Sendable, Hashable {
  case ended(CallOutcome)
  case done
}

extension LeasedEnd {
  /// Moves the time of the SDK, and waits until all that fell due is done.
  func advance(by span: TimeSpan) async {
    await withCheckedContinuation { continuation in
      submit(.driver(.advance(span))) { _ in continuation.resume() }
    }
  }

  /// Waits until what the SDK does at once is done: a while, and as long as our slowest answer that
  /// it still waits for; and until nothing is under way in its page any more, for that at most as long as given.
  ///
  /// - Parameters:
  ///   - ports: Our clock.
  ///   - delay: The slowest answer that the SDK may still get; nil when there is no SDK.
  ///   - limit: How long the page may take.
  func settle(_ ports: Ports, _ delay: TimeSpan?, pageAtMost limit: TimeSpan) async {
    if about.showsPages {
      await withCheckedContinuation { continuation in
        submit(.page(.settle(atMost: limit))) { _ in continuation.resume() }
      }
    }
    guard let delay else { return }
    if about.hasClock { await advance(by: .zero) }
    let grace: Int64 = about.hasClock ? 50_000_000 : 500_000_000
    await ports.sleep(TimeSpan(nanoseconds: grace + delay.nanoseconds))
  }
}
