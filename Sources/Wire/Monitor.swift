#if canImport(Darwin)
  package import Darwin
#elseif canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif

/// A value behind a lock, whose changes threads can wait for until a deadline.
package final class Monitor<Value>: @unchecked Sendable {
  @usableFromInline package let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline package let changed: UnsafeMutablePointer<pthread_cond_t>
  @usableFromInline package var value: Value

  package init(_ value: Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    #if canImport(Darwin)
      pthread_cond_init(changed, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(changed, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
    self.value = value
  }

  deinit {
    pthread_cond_destroy(changed)
    changed.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs a closure that alone may read and write the value, then wakes those who wait.
  @inlinable
  package func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until a closure gives a result, or until the deadline: then nil.
  ///
  /// The closure runs under the lock, at once and after each change. It blocks the thread.
  package func wait<R>(until deadline: MonotonicInstant, for body: (inout Value) -> R?) -> R? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      let left = deadline.nanosecondsLeft
      guard left > 0 else { return nil }
      #if canImport(Darwin)
        var time = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
        pthread_cond_timedwait_relative_np(changed, mutex, &time)
      #else
        var time = timespec(
          tv_sec: Int(deadline.nanoseconds / 1_000_000_000),
          tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
        pthread_cond_timedwait(changed, mutex, &time)
      #endif
    }
  }
}

/// A point of the clock that is never set.
package struct MonotonicInstant: Sendable, Hashable {
  package var nanoseconds: Int64

  package static func now() -> MonotonicInstant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicInstant(
      nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The instant that comes so much later than now.
  package static func after(_ duration: Duration) -> MonotonicInstant {
    let now = now().nanoseconds
    let (sum, overflow) = now.addingReportingOverflow(duration.nanoseconds)
    return MonotonicInstant(nanoseconds: overflow ? .max : sum)
  }

  package var elapsed: Duration { .nanoseconds(Self.now().nanoseconds - nanoseconds) }

  package var nanosecondsLeft: Int64 { nanoseconds - Self.now().nanoseconds }

  /// The whole milliseconds left, rounded up, for `poll`; 0 when the instant has passed.
  package var millisecondsLeft: Int32 {
    let left = nanosecondsLeft
    guard left > 0 else { return 0 }
    return Int32(clamping: (left - 1) / 1_000_000 + 1)
  }
}

extension Duration {
  /// The whole nanoseconds, at most those of 100 years.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let limit: Int64 = 3_155_760_000
    return min(max(seconds, -limit), limit) * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// The whole milliseconds, rounded up.
  package var milliseconds: Int { Int((nanoseconds + 999_999) / 1_000_000) }
}
