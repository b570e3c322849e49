import Wire

extension CallOutcome {
  /// Waits for the completion handler of a call, and tells of every further time that it is called.
  ///
  /// ```swift
  /// await CallOutcome.awaitingCompletion(of: "greet", events) { completion in
  ///   greeter.greet { text in completion(.returned(["text": .string(text)])) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - operation: The operation that is called.
  ///   - events: Where a second outcome is told.
  ///   - isolation: The actor of the caller; nil for none.
  ///   - begin: Begins the call, with what its completion handler is to do.
  /// - Returns: What the handler was first called with.
  public static func awaitingCompletion(
    of operation: String, _ events: @escaping DriverEventSink,
    isolation: isolated (any Actor)? = #isolation,
    _ begin: (_ completion: @escaping @Sendable (CallOutcome) -> Void) -> Void
  ) async -> CallOutcome {
    await withCheckedContinuation { continuation in
      let waiting = Locked(CheckedContinuation<CallOutcome, Never>?.some(continuation))
      begin { outcome in
        let first = waiting.withLock { waiting in
          defer { waiting = nil }
          return waiting
        }
        guard let first else {
          Task { await events(.secondOutcome(of: operation)) }
          return
        }
        first.resume(returning: outcome)
      }
    }
  }
}
