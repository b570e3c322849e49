import Conformance
import Specs
import StrictJSON
import Testing
import Vectors
import Wire

/// A run that is interrupted while its vectors are being given their SDKs.
@Suite("An interrupted lease", .timeLimit(.minutes(1)))
struct InterruptedLeaseTests {
  /// When an SDK is ready.
  enum Moment: String, Sendable, CaseIterable {
    case afterInterruption = "once the run is interrupted"
    case withInterruption = "just as the run is interrupted"
  }

  @Test("is given back, although nobody takes it any more", arguments: Moment.allCases)
  func givenBack(moment: Moment) async throws {
    let counts = Locked((leased: 0, givenBack: 0))
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let run = Locked<Task<[Scheduler.Record], Never>?>(nil)
    let (scheduler, vectors) = try scheduler { _, _ in
      beginning.yield()
      switch moment {
      case .afterInterruption: try? await Task.sleep(for: .seconds(3_600))
      case .withInterruption:
        while run.withLock({ $0 }) == nil { await Task.yield() }
        run.withLock { $0 }?.cancel()
      }
      counts.withLock { $0.leased += 1 }
      return .success(
        LeasedEnd(about: EndDescription(), submit: { _, _ in }) {
          counts.withLock { $0.givenBack += 1 }
        })
    }
    let task = Task { await scheduler.perform(vectors) }
    run.withLock { $0 = task }
    for await _ in begun { break }
    task.cancel()
    let records = await task.value
    let (leased, givenBack) = counts.withLock { $0 }
    #expect(leased > 0)
    #expect(givenBack == leased)
    #expect(records.allSatisfy { $0.judgement.couldNotRun.contains("the run was interrupted") })
  }

  private func scheduler(
    _ lease:
      @escaping @Sendable (EndOrder, @escaping @Sendable (EndEvent) -> Void) async -> Result<
        LeasedEnd, EndFailure
      >
  ) throws -> (Scheduler, [Vector]) {
    let suite = try Suite(
      specs: Specs.files.filter { !$0.path.hasPrefix("schemas/") }
        .map { .init(path: $0.path, bytes: Array($0.text.utf8)) },
      vectors: Vectors.files.map { .init(path: "vectors/\($0.path)", bytes: Array($0.text.utf8)) })
    let contract = try requireValue(suite.contract("verso-connect"))
    let target = try Target(
      parsing: Array(
        """
        { "format": 1, "name": "x", "contract": "verso-connect", "roles": ["sdk"],
          "driver": { "command": ["x"] } }
        """.utf8), path: "target.json", suite: suite, environment: [:])
    let context = RunContext(contract: contract, target: target)
    let plan = Plan(suite.vectors(of: contract.id), context: context)
    let ports = Ports(
      exchange: { call in
        HTTPExchange(
          call: call, outcome: .failure(HTTPFailure(kind: .refused, message: "none here")),
          sentAt: WireInstant(nanoseconds: 0), answeredAt: WireInstant(nanoseconds: 0),
          duration: .zero)
      },
      now: { Instant(nanoseconds: 0) },
      sleep: { try? await Task.sleep(for: .nanoseconds($0.nanoseconds)) }, lease: lease)
    return (Scheduler(context: context, ports: ports), plan.runnable)
  }
}
