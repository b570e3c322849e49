import Prove
import StrictJSON
import Testing
import Wire

@testable import Conformance

@Suite("Remembered pages")
struct PageMemoryTests {
  private static let open = page("<p>one</p>")
  private static let question = PageCommand.evaluate("1 + 1", within: .seconds(1))

  private static func page(_ html: String?) -> PageCommand {
    .open(
      PageOpening(
        url: "https://wallet.example/", html: html, scripts: [], handlers: [], isFresh: false),
      within: .seconds(1))
  }

  @Test("The same commands are answered again without a page, events and all")
  func remembers() async throws {
    let memory = PageMemory()
    let first = try await Viewing(memory)
    first.give([Self.open, Self.question])
    let second = try await Viewing(memory)
    second.give([Self.open, Self.question])
    #expect(first.asked == [Self.open, Self.question])
    #expect(second.asked.isEmpty)
    #expect(second.heard == first.heard)
    #expect(second.heard.contains("event 1"))
    #expect(memory.tally == (remembered: 1, shown: 1))
  }

  @Test("The first command that was never given shows the page, which repeats those before it")
  func shows() async throws {
    let memory = PageMemory()
    try await Viewing(memory).give([Self.open])
    let other = try await Viewing(memory)
    other.give([Self.open, Self.question])
    #expect(other.asked == [Self.open, Self.question])
    #expect(other.heard == ["event 1", "answer 1", "event 2", "answer 2"])
  }

  @Test("A page that its own server sends is shown every time")
  func servers() async throws {
    let memory = PageMemory()
    for _ in 1...2 {
      let viewing = try await Viewing(memory)
      viewing.give([Self.page(nil), Self.question])
      #expect(viewing.asked == [Self.page(nil), Self.question])
    }
  }

  @Test("What a page does after its last answer is not lost: it is shown again")
  func late() async throws {
    let memory = PageMemory()
    let first = try await Viewing(memory)
    first.give([Self.open], more: true)
    let second = try await Viewing(memory)
    second.give([Self.open])
    #expect(second.asked == [Self.open])
  }

  @Test("No picture is taken")
  func pictures() async throws {
    let viewing = try await Viewing(PageMemory())
    viewing.give([Self.open, .picture])
    #expect(viewing.asked == [Self.open])
  }
}

/// A vector's view of a page that counts what it is asked, and tells of one event each time.
private final class Viewing: Sendable {
  private static let nobody = HTTPFailure(kind: .refused, message: "nobody listens")
  private let state = Locked((asked: [PageCommand](), heard: [String]()))
  private let end: LeasedEnd
  private let tell: @Sendable (EndEvent) -> Void

  var asked: [PageCommand] { state.withLock { $0.asked } }
  var heard: [String] { state.withLock { $0.heard } }

  init(_ memory: PageMemory) async throws {
    let state = self.state
    let teller = Locked<@Sendable (EndEvent) -> Void>({ _ in })
    var ports = Ports(
      exchange: { call in
        HTTPExchange(
          call: call, outcome: .failure(Self.nobody), sentAt: .now(),
          answeredAt: .now(), duration: .zero)
      },
      now: { Instant(nanoseconds: 0) }, sleep: { _ in },
      lease: { _, tell in
        teller.withLock { $0 = tell }
        return .success(
          LeasedEnd(
            about: EndDescription(showsPages: true),
            submit: { request, reply in
              guard case .page(let command) = request else { return }
              let count = state.withLock { state in
                state.asked.append(command)
                return state.asked.count
              }
              tell(.page(.exception("event \(count)"), at: Instant(nanoseconds: 0)))
              reply(.page(.evaluated(.string("answer \(count)"), exception: nil)))
            }, giveBack: {}))
      })
    memory.install(on: &ports)
    let order = EndOrder(
      kind: .page, vector: "some", serves: false, showsPages: true, parameters: [:])
    end = try await ports.lease(order) { event in
      guard case .page(.exception(let text), _) = event else { return }
      state.withLock { $0.heard.append(text) }
    }.get()
    tell = { event in teller.withLock { $0 }(event) }
  }

  /// Gives commands one after the other, and the view back.
  ///
  /// - Parameters:
  ///   - commands: The commands.
  ///   - more: Whether the page does something after the last answer.
  func give(_ commands: [PageCommand], more: Bool = false) {
    for command in commands {
      end.submit(.page(command)) { [state] reply in
        guard case .page(.evaluated(let value, _)) = reply else { return }
        state.withLock { $0.heard.append(value?.string ?? "") }
      }
    }
    if more { tell(.page(.exception("late"), at: Instant(nanoseconds: 0))) }
    end.giveBack()
  }
}
