import Reference
import Runner
import StrictJSON
import Testing
import Wire

@testable import Conformance
@testable import Prove

@Suite("Which rules a vector's pages ask for")
struct RuleReachTests {
  private static let open = PageCommand.open(
    PageOpening(
      url: "https://wallet.example/", html: nil, scripts: ["1"], handlers: ["Wallet"],
      isFresh: false),
    within: .seconds(1))

  private let reach: RuleReach
  private let watch: RuleWatch

  init() throws {
    watch = try #require(References.watch(contract: "accrue-wallet", role: "page"))
    reach = RuleReach(watch)
  }

  /// Lets a vector give a command, upon which its page does something and answers.
  private func give(
    _ command: PageCommand = open, does events: [PageRecord] = [],
    answering reply: EndReply = .page(.opened(url: "", .loaded(status: 200)))
  ) async throws -> [EndEvent] {
    let heard = Locked<[EndEvent]>([])
    let teller = Locked<@Sendable (EndEvent) -> Void>({ _ in })
    var ports = Ports(
      exchange: { call in
        HTTPExchange(
          call: call, outcome: .failure(HTTPFailure(kind: .refused, message: "nobody listens")),
          sentAt: .now(), answeredAt: .now(), duration: .zero)
      },
      now: { Instant(nanoseconds: 0) }, sleep: { _ in },
      lease: { _, tell in
        teller.withLock { $0 = tell }
        return .success(
          LeasedEnd(
            about: EndDescription(showsPages: true),
            submit: { _, answer in
              for event in events { tell(.page(event, at: Instant(nanoseconds: 0))) }
              answer(reply)
            }, giveBack: {}))
      })
    reach.install(on: &ports)
    let order = EndOrder(
      kind: .page, vector: "v", serves: false, showsPages: true, parameters: [:])
    let end = try await ports.lease(order) { event in heard.withLock { $0.append(event) } }.get()
    end.submit(.page(command)) { _ in }
    end.giveBack()
    return heard.withLock { $0 }
  }

  private func message(_ number: Int, _ text: String, to handler: String? = nil) -> PageRecord {
    .message(
      PostedMessage(
        number: number, handler: handler ?? watch.handler, type: "string", text: text, json: nil))
  }

  @Test("A vector need not be performed when its pages asked for nothing that is changed")
  func asks() async throws {
    _ = try await give(does: [message(1, ""), message(2, "dataNull"), message(3, "oneColon")])
    #expect(reach.mayReach(["dataNull", "tracks"], from: "v"))
    #expect(!reach.mayReach(["tracks"], from: "v"))
    #expect(reach.mayReach(nil, from: "v"))
    #expect(reach.mayReach(["tracks"], from: "never begun"))
  }

  @Test("What the watch posts is kept from the vector, and its own messages count from 1")
  func hides() async throws {
    let heard = try await give(
      does: [
        message(1, ""), message(2, "hi", to: "Wallet"), message(3, "dataNull"),
        message(4, "ho", to: "Wallet"),
      ])
    let messages = heard.compactMap { event -> PostedMessage? in
      guard case .page(.message(let message), _) = event else { return nil }
      return message
    }
    #expect(messages.map(\.number) == [1, 2])
    #expect(messages.map(\.text) == ["hi", "ho"])
  }

  @Test(
    "Of a page that broke, or in which the watch never began, nothing is known",
    arguments: [
      ([PageRecord](), EndReply.page(.opened(url: "", .loaded(status: 200)))),
      ([.crashed], .page(.settled)),
      ([], .page(.gone)), ([], .page(.hung("open"))), ([], .broke("it broke")),
      ([], .page(.opened(url: "", .failed("no document")))),
    ])
  func unknown(events: [PageRecord], reply: EndReply) async throws {
    _ = try await give(does: events, answering: reply)
    #expect(reach.mayReach(["tracks"], from: "v"))
    _ = try await give(does: [message(1, "")])
    #expect(reach.mayReach(["tracks"], from: "v"), "what was unknown once stays so")
  }

  @Test(
    "A real page tells what it asks for, and its verdict is as without the watch",
    .enabled(if: LiveRun.obstacleToPages() == nil, "there is no Chromium on this machine"))
  func realPage() async throws {
    let suite = try Conformance.Suite.embedded()
    let contract = try #require(suite.contract("accrue-wallet"))
    let shelf = BrowserShelf()
    let trial = Trial(suite: suite, contract: contract, role: .page, seed: 0, shelf: shelf)
    let id = "accrue.page.clicks.register"
    let vectors = suite.vectors(of: contract.id).filter { $0.id == id }
    let result = try await trial.run(vectors: vectors, reach: reach)
    await shelf.close()
    #expect(result.vectors.map(\.verdict) == [.passed])
    #expect(reach.mayReach(["registerClickTwice"], from: id))
    #expect(!reach.mayReach(["locksByDisabling", "newAsText"], from: id))
  }
}
