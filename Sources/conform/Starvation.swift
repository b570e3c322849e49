import Dispatch
import Wire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps every core busy with a thread that does nothing, until it is ended.
final class Starvation: Sendable {
  private let isOver = Locked(false)

  /// Begins at once.
  init() {
    for number in 0..<ProcessInfo.processInfo.activeProcessorCount {
      let queue = DispatchQueue(label: "starvation \(number)", qos: .userInteractive)
      queue.async { [isOver] in
        while !isOver.withLock({ $0 }) {}
      }
    }
  }

  /// Ends.
  func end() {
    isOver.withLock { $0 = true }
  }
}
