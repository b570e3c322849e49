public import Wire

/// The real ends that a run is performed on, or doubles of them.
///
/// The engine decides; these do what they are told and report what happened, each with a deadline
/// of its own. None of them throws: what went wrong is part of what happened.
public struct Ports: Sendable {
  /// Sends a request and waits for its answer.
  public var exchange: @Sendable (HTTPCall) async -> HTTPExchange {
    didSet { submit = { _, _ in false } }
  }
  /// Sends a request and goes on: the answer is told when it comes, once, on any thread.
  ///
  /// False, and nothing is sent, when its answer has to be waited for, as `exchange` does. What is
  /// under way when a run ends is ended by whoever sends it. To set `exchange` takes it away, so that
  /// nothing passes by what was put there.
  public var submit: Submission
  /// Runs a command without a shell, and waits for its end.
  public var command: @Sendable ([String]) async -> CommandResult
  /// How a request is sent of which only the answer is told.
  public typealias Submission =
    @Sendable (HTTPCall, @escaping @Sendable (HTTPExchange) -> Void) -> Bool
  /// Our own time.
  public var now: @Sendable () -> Instant
  /// Waits in real time; ends early when the task is cancelled.
  public var sleep: @Sendable (TimeSpan) async -> Void
  /// The URL at which webhooks arrive; nil when nothing listens.
  public var inbox: String?
  /// The webhooks that arrive, in order; ends when nothing listens any more.
  public var deliveries: AsyncStream<Delivery>
  /// Gives a vector what it holds to its end, and tells what happens there meanwhile.
  public var lease:
    @Sendable (EndOrder, @escaping @Sendable (EndEvent) -> Void) async -> Result<
      LeasedEnd, EndFailure
    >

  /// Joins the ends; what is left out does nothing.
  public init(
    exchange: @escaping @Sendable (HTTPCall) async -> HTTPExchange,
    command: @escaping @Sendable ([String]) async -> CommandResult = { _ in
      .failed("commands cannot be run here")
    },
    now: @escaping @Sendable () -> Instant,
    sleep: @escaping @Sendable (TimeSpan) async -> Void,
    inbox: String? = nil,
    deliveries: AsyncStream<Delivery> = AsyncStream { $0.finish() },
    lease:
      @escaping @Sendable (EndOrder, @escaping @Sendable (EndEvent) -> Void) async -> Result<
        LeasedEnd, EndFailure
      > = { order, _ in
        .failure(EndFailure("there is no \(order.kind.rawValue) here"))
      }
  ) {
    self.exchange = exchange
    submit = { _, _ in false }
    self.command = command
    self.now = now
    self.sleep = sleep
    self.inbox = inbox
    self.deliveries = deliveries
    self.lease = lease
  }
}
