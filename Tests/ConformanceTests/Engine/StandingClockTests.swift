import SDKDriving
import Testing
import Wire

@Suite("The clock of an SDK that is driven", .timeLimit(.minutes(1)))
struct StandingClockTests {
  @Test("Sleepers wake in the order of their time, each having come to rest before the next")
  func order() async {
    let clock = StandingClock()
    let log = Locked<[String]>([])
    for (name, seconds) in [("c", 9), ("a", 2), ("b", 4)] {
      clock.work {
        try? await clock.sleep(.seconds(seconds))
        let woke = clock.now
        await Task.yield()
        log.withLock { $0.append("\(name) at \(woke)") }
      }
    }
    await clock.advance(by: .seconds(5))
    #expect(log.withLock { $0 } == ["a at 2.0 seconds", "b at 4.0 seconds"])
    #expect(clock.now == .seconds(5))
    await clock.advance(by: .seconds(4))
    #expect(log.withLock { $0.last } == "c at 9.0 seconds")
  }

  @Test("One that sleeps again within an advance wakes again in it")
  func again() async {
    let clock = StandingClock()
    let count = Locked(0)
    let loop = clock.work {
      while (try? await clock.sleep(.seconds(3))) != nil { count.withLock { $0 += 1 } }
    }
    await clock.advance(by: .seconds(3_600))
    #expect(count.withLock { $0 } == 1_200)
    loop.cancel()
    await loop.value
  }

  @Test("A sleep that is cancelled throws, before it begins too")
  func cancelled() async {
    let clock = StandingClock()
    let sleeping = clock.work {
      await #expect(throws: CancellationError.self) { try await clock.sleep(.seconds(1)) }
    }
    sleeping.cancel()
    await sleeping.value
    await clock.advance(by: .seconds(2))
    #expect(clock.now == .seconds(2))
  }

  @Test("What rests does not hold an advance up, and an advance does not wait for ever")
  func resting() async {
    let clock = StandingClock()
    let (answers, end) = AsyncStream.makeStream(of: Void.self)
    let (others, _) = AsyncStream.makeStream(of: Void.self)
    let resting = clock.work { await clock.resting { for await _ in others {} } }
    await clock.advance(by: .seconds(1))
    #expect(clock.now == .seconds(1))
    let stuck = clock.work { for await _ in answers {} }
    await clock.advance(by: .seconds(1))
    #expect(clock.now == .seconds(2))
    end.finish()
    await stuck.value
    resting.cancel()
    await resting.value
  }
}
