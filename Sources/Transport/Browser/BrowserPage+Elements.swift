public import StrictJSON

extension BrowserPage {
  /// What a user could do with an element.
  public struct ElementState: Sendable, Hashable {
    /// Whether they could see it.
    public var isVisible: Bool
    /// Whether it is not switched off.
    public var isEnabled: Bool
    /// Whether what it holds could be changed.
    public var isEditable: Bool
    /// Whether something else lies over its middle.
    public var isCovered: Bool
    /// The text that it holds.
    public var value: String
  }

  /// How an act on an element ended.
  public enum Act: Sendable, Hashable {
    /// It was done; the element holds this text afterwards.
    case done(value: String)
    /// There is no such element that a user could see.
    case absent
    /// It is there, but does not let itself be used; why.
    case locked(String)
  }

  /// What an evaluation came to.
  public struct Evaluation: Sendable, Hashable {
    /// The value as JSON has it; nil when it threw or has none, such as `undefined`.
    public var value: JSON?
    /// What it threw; nil when it did not.
    public var exception: String?
  }

  /// Evaluates JavaScript in the page, and waits for it where it gives a promise.
  ///
  /// - Parameters:
  ///   - source: An expression or a list of statements.
  ///   - timeout: How long it may take.
  /// - Returns: What it came to.
  /// - Throws: An error when the page crashed or hangs.
  public func evaluate(
    _ source: String, timeout: Duration
  ) async throws(BrowserError) -> Evaluation {
    let tab = try current()
    let answer = try await tab.call(
      "Runtime.evaluate",
      ["expression": .string(source), "returnByValue": true, "awaitPromise": true],
      timeout: timeout)
    await tab.catchUp()
    if let details = answer["exceptionDetails"] {
      return Evaluation(value: nil, exception: BrowserTab.text(ofException: details))
    }
    return Evaluation(value: answer["result"]?["value"], exception: nil)
  }

  /// The types of the events that the page listens for on its window.
  ///
  /// - Parameter timeout: How long the answer may take.
  /// - Returns: The types, without those of its elements.
  /// - Throws: An error when the page crashed or hangs.
  public func listenedEvents(timeout: Duration) async throws(BrowserError) -> Set<String> {
    let tab = try current()
    let window = try await tab.call(
      "Runtime.evaluate", ["expression": "globalThis"], timeout: timeout)
    guard let object = window["result"]?["objectId"] else { return [] }
    let answer = try await tab.call(
      "DOMDebugger.getEventListeners", ["objectId": object], timeout: timeout)
    return Set((answer["listeners"]?.array ?? []).compactMap { $0["type"]?.string })
  }

  /// Waits until an element can be seen, or until none can.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - isVisible: What is waited for.
  ///   - timeout: How long that may take.
  ///   - stay: How long it must then stay so.
  /// - Returns: Whether it became so and stayed so.
  /// - Throws: An error when the page crashed or hangs.
  public func wait(
    for element: PageElement, isVisible: Bool, within timeout: Duration, staying stay: Duration
  ) async throws(BrowserError) -> Bool {
    let deadline = ContinuousClock.now + timeout
    while try await self.isVisible(element) != isVisible {
      guard await pause(until: deadline) else { return false }
    }
    let end = ContinuousClock.now + stay
    while ContinuousClock.now < end {
      guard await pause(until: end, for: .milliseconds(75)) else { break }
      guard try await self.isVisible(element) == isVisible else { return false }
    }
    return true
  }

  private func isVisible(_ element: PageElement) async throws(BrowserError) -> Bool {
    try await find(element)?.state.isVisible ?? false
  }

  /// Clicks an element with the mouse, once it can be.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - timeout: How long to wait for it.
  /// - Returns: How that ended.
  /// - Throws: An error when the page crashed or hangs.
  public func click(
    _ element: PageElement, within timeout: Duration
  ) async throws(BrowserError) -> Act {
    try await act(on: element, within: timeout) { found throws(BrowserError) in
      try await self.current().click(found)
      return .done(value: found.state.value)
    }
  }

  /// Clicks into an element and types a text key by key, in place of what it holds.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - element: The element.
  ///   - timeout: How long to wait for it.
  /// - Returns: How that ended; `locked` when the element holds the same as before.
  /// - Throws: An error when the page crashed or hangs.
  public func type(
    _ text: String, into element: PageElement, within timeout: Duration
  ) async throws(BrowserError) -> Act {
    try await act(on: element, within: timeout, needsEditing: true) { found throws(BrowserError) in
      let tab = try self.current()
      try await tab.click(found)
      try await tab.select(found)
      try await tab.type(text)
      let after = try await tab.state(of: found.object)?.value ?? ""
      guard after.isSameText(as: found.state.value), !text.isSameText(as: after) else {
        return .done(value: after)
      }
      return .locked("it keeps what it holds when a user types into it")
    }
  }

  private func act(
    on element: PageElement, within timeout: Duration, needsEditing: Bool = false,
    _ body: (FoundElement) async throws(BrowserError) -> Act
  ) async throws(BrowserError) -> Act {
    let deadline = ContinuousClock.now + timeout
    while true {
      let found = try await find(element)
      if let found, found.state.obstacle(needsEditing) == nil {
        let tab = try current()
        try await tab.reveal(found)
        let act = try await body(found)
        await tab.catchUp()
        return act
      }
      guard await pause(until: deadline) else {
        guard let found, found.state.isVisible else { return .absent }
        return .locked(found.state.obstacle(needsEditing) ?? "")
      }
    }
  }

  private func find(_ element: PageElement) async throws(BrowserError) -> FoundElement? {
    try await current().find(element)
  }

  /// Waits a moment; false when the deadline is there.
  private func pause(
    until deadline: ContinuousClock.Instant, for span: Duration = .milliseconds(50)
  ) async -> Bool {
    guard ContinuousClock.now < deadline, !Task.isCancelled else { return false }
    try? await Task.sleep(for: min(span, deadline - .now))
    return true
  }
}

extension BrowserPage.ElementState {
  /// Why a user cannot use the element; nil when they can.
  fileprivate func obstacle(_ needsEditing: Bool) -> String? {
    if !isVisible { return "it cannot be seen" }
    if !isEnabled { return "it is disabled" }
    if needsEditing, !isEditable { return "it is read-only" }
    return isCovered ? "something lies over it" : nil
  }
}
