import CSpawn
import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads a pipe on a thread of its own until it ends, or until the child is gone and nothing is
/// left in it, whoever still holds its other end.
final class PipeSource: Sendable {
  private let descriptor: Int32
  /// A pipe that nobody writes to; it ends when reading shall end.
  private let stop: Int32

  init(_ descriptor: Int32, stop: Int32) {
    self.descriptor = descriptor
    self.stop = stop
  }

  /// Whether the child is gone.
  var isCancelled: Bool {
    var entry = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - sink: Takes what comes; false ends the reading.
  ///   - end: Called at the end.
  /// - Returns: False when there is no thread; nothing was called then.
  func start(
    _ sink: @escaping @Sendable (UnsafeRawBufferPointer, PipeSource) -> Bool,
    end: @escaping @Sendable () -> Void
  ) -> Bool {
    startThread(stackSize: 256 << 10) {
      self.read(sink)
      _ = close(self.descriptor)
      end()
    }
  }

  private func read(_ sink: (UnsafeRawBufferPointer, PipeSource) -> Bool) {
    withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      while true {
        #if canImport(Darwin)
          let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Glibc)
          let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #else
          let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
        if count > 0 {
          guard sink(UnsafeRawBufferPointer(rebasing: buffer[..<count]), self) else { return }
        } else if count == 0 || errno != EAGAIN && errno != EINTR {
          return
        } else if isCancelled {
          return
        } else {
          waitForBytes()
        }
      }
    }
  }

  private func waitForBytes() {
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&entries, nfds_t(entries.count), -1)
  }
}
