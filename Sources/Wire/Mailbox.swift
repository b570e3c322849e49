/// What any thread puts in for one task, which takes all that is there at once.
///
/// A stream wakes its reader for every element; of many that come together only the first does so
/// here.
package final class Mailbox<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    /// The task that waits while nothing is there.
    var reader: UnsafeContinuation<[Element], Never>?
    var isClosed = false
  }

  private let state = Locked(State())

  /// Makes an empty one.
  package init() {}

  /// Puts something in, which never waits; false when it was closed, so that nobody takes it.
  @discardableResult
  package func put(_ element: Element) -> Bool {
    let (isTaken, reader) = state.withLock { state in
      guard !state.isClosed else { return (false, nil as UnsafeContinuation<[Element], Never>?) }
      guard let reader = state.reader else {
        state.elements.append(element)
        return (true, nil)
      }
      state.reader = nil
      return (true, reader)
    }
    reader?.resume(returning: [element])
    return isTaken
  }

  /// Lets nothing more in, and gives what was not taken; nobody may be waiting.
  package func close() -> [Element] {
    state.withLock { state in
      state.isClosed = true
      defer { state.elements = [] }
      return state.elements
    }
  }

  /// Takes out all that is there, in the order in which it came; waits until there is something.
  ///
  /// One task at a time may take. One that is to stop waiting has something put in for it.
  package func take() async -> [Element] {
    let ready = state.withLock { state in
      let elements = state.elements
      state.elements.removeAll(keepingCapacity: true)
      return elements
    }
    guard ready.isEmpty else { return ready }
    return await withUnsafeContinuation { reader in
      let ready = state.withLock { state -> [Element] in
        guard !state.elements.isEmpty else {
          state.reader = reader
          return []
        }
        defer { state.elements = [] }
        return state.elements
      }
      if !ready.isEmpty { reader.resume(returning: ready) }
    }
  }
}
