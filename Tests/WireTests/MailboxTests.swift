import Testing
import Wire

@Suite("Mailbox", .timeLimit(.minutes(1)))
struct MailboxTests {
  @Test("All that is there is taken at once, in order, and nothing twice")
  func batches() async {
    let box = Mailbox<Int>()
    for number in 1...3 { box.put(number) }
    #expect(await box.take() == [1, 2, 3])
    box.put(4)
    #expect(await box.take() == [4])
  }

  @Test("What many tasks put in reaches one that waits, each thing once")
  func concurrentWriters() async {
    let box = Mailbox<Int>()
    let taken = await withTaskGroup(of: Void.self, returning: [Int].self) { group in
      for writer in 0..<8 {
        group.addTask { for number in 0..<500 { box.put(writer * 500 + number) } }
      }
      var taken: [Int] = []
      while taken.count < 4000 { taken += await box.take() }
      return taken
    }
    #expect(taken.sorted() == Array(0..<4000))
    for writer in 0..<8 {
      let own = taken.filter { $0 / 500 == writer }
      #expect(own == own.sorted())
    }
  }

  @Test("A closed one takes nothing more and gives what was left")
  func closing() {
    let box = Mailbox<Int>()
    #expect(box.put(1))
    #expect(box.close() == [1])
    #expect(!box.put(2))
    #expect(box.close().isEmpty)
  }
}
