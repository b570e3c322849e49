/// A number of things that may go on at once: whoever comes first has its slots first.
actor Slots {
  private let count: Int
  private var free: Int
  private var waiting: [(weight: Int, resume: CheckedContinuation<Void, Never>)] = []

  /// Creates slots that are all free.
  ///
  /// - Parameter count: How many; at least 1.
  init(_ count: Int) {
    self.count = max(1, count)
    free = self.count
  }

  /// Does something that takes slots, as soon as they are free.
  ///
  /// - Parameters:
  ///   - weight: How many it takes; of more than there are it takes all.
  ///   - body: What is done.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  nonisolated func using<Answer: Sendable>(
    _ weight: Int, _ body: @Sendable () async throws -> Answer
  ) async throws -> Answer {
    await acquire(weight)
    do {
      let answer = try await body()
      await release(weight)
      return answer
    } catch {
      await release(weight)
      throw error
    }
  }

  private func acquire(_ weight: Int) async {
    let weight = min(weight, count)
    guard free < weight || !waiting.isEmpty else {
      free -= weight
      return
    }
    await withCheckedContinuation { waiting.append((weight, $0)) }
  }

  private func release(_ weight: Int) {
    free += min(weight, count)
    while let first = waiting.first, first.weight <= free {
      waiting.removeFirst()
      free -= first.weight
      first.resume.resume()
    }
  }
}
