import Conformance
import Runner
import Transport
import Wire

/// What one measured round sends: one vector of the suite, against a reference server.
struct Load: Sendable {
  /// The contract of the vector.
  static let contract = "odynn-connect"
  /// A vector of one request that is the same every time, so that every way can send it, and whose
  /// answer is judged whole.
  static let vector = "odynn.idempotency.no-key"

  /// The contract and the server that is replayed against.
  let context: RunContext
  /// What is replayed.
  let vector: Vector
  /// The request that the engine sends for it.
  let call: HTTPCall
  /// The requests of the round.
  var requests = 1
  /// The requests in flight at once.
  var width = 1

  /// Finds the vector, and sees which request the engine makes of it.
  ///
  /// - Parameter target: The target file of the server.
  /// - Throws: What is wrong with the target file, or `LoadError`.
  init(target: [UInt8]) async throws {
    let suite = try Suite.embedded()
    guard let contract = suite.contract(Self.contract),
      let vector = suite.vectors.first(where: { $0.id == Self.vector })
    else { throw LoadError(description: "the suite has no vector \(Self.vector)") }
    context = RunContext(
      contract: contract,
      target: try Target(parsing: target, path: "target.json", suite: suite, environment: [:]))
    self.vector = vector
    var configuration = CurlConfiguration()
    configuration.proxy = .none
    let client = CurlClient(configuration)
    defer { client.close() }
    let ports = Ports(client)
    let records = await Scheduler(context: context, ports: ports).perform([vector])
    guard case .exchange(let exchange)? = records.first?.transcripts.first?.entries.first?.event
    else { throw LoadError(description: "the vector \(Self.vector) sent no request") }
    call = exchange.call
  }

  /// The field lines for libcurl, with those that keep its own fields away.
  var fieldLines: [String] {
    call.request.fields.map(\.description) + ["Accept:", "Expect:"]
  }

  /// How many requests one of the workers sends.
  func share(of worker: Int) -> Int {
    requests / width + (worker < requests % width ? 1 : 0)
  }
}

/// Why there is nothing to measure.
struct LoadError: Error, CustomStringConvertible {
  let description: String
}

extension Ports {
  /// The ends of a replay: a client and the clock.
  init(_ client: CurlClient) {
    self.init(
      exchange: { await client.send($0) },
      now: { Instant(nanoseconds: WireInstant.now().nanoseconds) },
      sleep: { try? await Task.sleep(for: $0.duration) })
    submit = { client.submit($0, reply: $1) }
  }
}
