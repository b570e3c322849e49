#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the recorder needs of the system.
enum Platform {
  static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  static var thread: String {
    #if canImport(Darwin)
      return pthread_main_np() == 1 ? "main" : "background"
    #else
      var link = [UInt8](repeating: 0, count: 64)  // PID/task/TID
      let count = max(readlink("/proc/thread-self", &link, link.count), 0)
      let parts = String(decoding: link.prefix(count), as: UTF8.self).split(separator: "/")
      return parts.first == parts.last ? "main" : "background"
    #endif
  }

  /// RFC 3339 to the millisecond, such as `2026-07-21T12:00:00.000Z`.
  static func timestamp(_ milliseconds: Int) -> String {
    var (seconds, parts) = (time_t(milliseconds / 1000), tm())
    gmtime_r(&seconds, &parts)
    var text = [UInt8](repeating: 0, count: 20)
    text.withUnsafeMutableBytes { buffer in
      _ = strftime(buffer.baseAddress, buffer.count, "%Y-%m-%dT%H:%M:%S", &parts)
    }
    return String(decoding: text.dropLast(), as: UTF8.self) + "."
      + String(1000 + milliseconds % 1000).dropFirst() + "Z"
  }

  /// Opens a file to append lines to; nil when that fails.
  static func appending(to path: String) -> (@Sendable ([UInt8]) -> Bool)? {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    return { line in write(file, line, line.count) == line.count }
  }
}

/// A lock that is held while a closure runs.
final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
