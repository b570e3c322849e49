import Testing

@testable import Conformance

@Suite("Agenda")
struct AgendaTests {
  private func wait(_ vector: Int, until seconds: Int64, ticket: Int = 1) -> Agenda.Wait {
    Agenda.Wait(
      vector: vector, ticket: ticket, until: Instant(nanoseconds: seconds * 1_000_000_000))
  }

  private func instant(_ seconds: Int64) -> Instant {
    Instant(nanoseconds: seconds * 1_000_000_000)
  }

  /// Starts all that can be started.
  private func startAll(_ agenda: inout Agenda) -> [Int] {
    var started: [Int] = []
    while let vector = agenda.start() { started.append(vector) }
    return started
  }

  @Test("Vectors start in their order, as many at once as there are slots")
  func width() {
    var agenda = Agenda(count: 5, width: 2)
    #expect(startAll(&agenda) == [0, 1])
    agenda.end(0)
    #expect(startAll(&agenda) == [2])
    agenda.end(1)
    agenda.end(2)
    #expect(startAll(&agenda) == [3, 4])
    #expect(!agenda.isQuiet)
    agenda.end(3)
    agenda.end(4)
    #expect(agenda.isQuiet)
    #expect(agenda.start() == nil)
  }

  @Test("A width below one is one", arguments: [0, -3])
  func narrow(width: Int) {
    var agenda = Agenda(count: 2, width: width)
    #expect(startAll(&agenda) == [0])
  }

  @Test("A vector that waits holds no slot, and takes one when it goes on")
  func waiting() {
    var agenda = Agenda(count: 3, width: 1)
    #expect(startAll(&agenda) == [0])
    agenda.wait(wait(0, until: 10))
    agenda.release(0)
    #expect(startAll(&agenda) == [1])
    agenda.end(1)
    agenda.resume(0)
    #expect(agenda.start() == nil)
    agenda.end(0)
    #expect(startAll(&agenda) == [2])
  }

  @Test("The clock moves to the earliest wait, once nothing runs and nothing can start")
  func moving() {
    var agenda = Agenda(count: 3, width: 3)
    #expect(startAll(&agenda) == [0, 1, 2])
    agenda.wait(wait(0, until: 300))
    agenda.wait(wait(1, until: 120))
    agenda.release(0)
    agenda.release(1)
    #expect(agenda.nextMove == nil, "one vector still runs")
    agenda.end(2)
    #expect(agenda.nextMove == instant(120))
    #expect(agenda.due(instant(119)).isEmpty)
    #expect(agenda.due(instant(120)).map(\.vector) == [1])
    #expect(agenda.nextMove == instant(300))
  }

  @Test("The clock stands while a vector is left that could start")
  func pending() {
    var agenda = Agenda(count: 2, width: 1)
    #expect(agenda.start() == 0)
    agenda.wait(wait(0, until: 5))
    agenda.release(0)
    #expect(agenda.nextMove == nil)
    #expect(agenda.start() == 1)
    agenda.end(1)
    #expect(agenda.nextMove == instant(5))
  }

  @Test("Of waits for the same instant, the one that came first is due first")
  func ties() {
    var agenda = Agenda(count: 4, width: 4)
    for (vector, until) in [(0, 7), (1, 3), (2, 7), (3, 3)] {
      agenda.wait(wait(vector, until: Int64(until)))
    }
    #expect(agenda.due(instant(7)).map(\.vector) == [1, 3, 0, 2])
    #expect(agenda.due(instant(.max / 1_000_000_000)).isEmpty, "each is due once")
  }

  @Test("Those that hold an end are as many as there are ends; others go past them")
  func leases() {
    var agenda = Agenda(count: 5, width: 4, holding: [0, 1, 2], leases: 2)
    #expect(startAll(&agenda) == [0, 1, 3, 4])
    agenda.end(3)
    #expect(agenda.start() == nil, "2 finds no end")
    agenda.end(0)
    #expect(agenda.start() == 2)
  }

  @Test("A vector keeps its end while it waits for time, and the clock moves all the same")
  func leaseWhileWaiting() {
    var agenda = Agenda(count: 2, width: 2, holding: [0, 1], leases: 1)
    #expect(startAll(&agenda) == [0])
    agenda.wait(wait(0, until: 60))
    agenda.release(0)
    #expect(agenda.start() == nil)
    #expect(agenda.nextMove == instant(60))
  }

  @Test("With a vector that held an end, its waits end too")
  func endedWaits() {
    var agenda = Agenda(count: 1, width: 1, holding: [0])
    #expect(agenda.start() == 0)
    agenda.wait(wait(0, until: 60))
    agenda.end(0)
    #expect(agenda.nextMove == nil)
    #expect(agenda.due(instant(60)).isEmpty)
  }

  @Test("A vector that is performed again comes before all others")
  func restart() {
    var agenda = Agenda(count: 3, width: 1)
    #expect(agenda.start() == 0)
    agenda.restart(0)
    #expect(agenda.start() == 0)
    agenda.end(0)
    #expect(agenda.start() == 1)
  }

  @Test("A vector that was dropped never starts")
  func drop() {
    var agenda = Agenda(count: 3, width: 3)
    agenda.drop(1)
    #expect(startAll(&agenda) == [0, 2])
  }
}
