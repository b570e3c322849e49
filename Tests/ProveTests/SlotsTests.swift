import Testing
import Wire

@testable import Prove

@Suite("Slots")
struct SlotsTests {
  @Test("No more goes on at once than there are slots", arguments: [1, 2, 5])
  func width(_ count: Int) async throws {
    let slots = Slots(count)
    let seen = Locked((now: 0, most: 0, done: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        let weight = 1 + index % 3
        group.addTask {
          try await slots.using(weight) {
            seen.withLock {
              $0.now += min(weight, count)
              $0.most = max($0.most, $0.now)
            }
            await Task.yield()
            seen.withLock {
              $0.now -= min(weight, count)
              $0.done += 1
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let (now, most, done) = seen.withLock { $0 }
    #expect(now == 0)
    #expect(most == count)
    #expect(done == 40)
  }

  @Test("What throws gives its slots back")
  func throwing() async throws {
    struct Failure: Error {}
    let slots = Slots(1)
    await #expect(throws: Failure.self) { try await slots.using(1) { throw Failure() } }
    #expect(try await slots.using(1) { 7 } == 7)
  }
}
