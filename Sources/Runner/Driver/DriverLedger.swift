import Conformance
import SDKDriving
import StrictJSON

/// What is open between us and a driver's program: a pure state machine over its messages.
struct DriverLedger {
  /// What a request of ours was.
  enum Request: Hashable {
    /// A call, by its number in the vector of a lease.
    case call(number: Int, lease: Int)
    /// One that controls the driver.
    case control(String)
  }

  /// What a message leads to.
  enum Consequence {
    case none
    /// A call of the present lease ended.
    case ended(id: Int, number: Int, CallOutcome)
    /// A call of the present lease was answered again.
    case endedAgain(number: Int)
    /// A control request was answered.
    case controlled(id: Int, JSON)
    /// An event, to be told of and acknowledged.
    case event(DriverEvent, id: JSON?)
    /// The driver broke the protocol; a sentence.
    case broke(String)
  }

  private(set) var lease = 0
  private var nextID = 0
  private var open: [Int: Request] = [:]
  private var ended: [Int: Request] = [:]

  /// A new vector: what belonged to the last one is dropped from now on.
  mutating func beginLease() {
    lease += 1
  }

  /// Notes a request; gives its id.
  mutating func add(_ request: Request) -> Int {
    nextID += 1
    open[nextID] = request
    return nextID
  }

  /// The id of an open call of the present lease.
  func id(ofCall number: Int) -> Int? {
    open.first { $0.value == .call(number: number, lease: lease) }?.key
  }

  /// The ids of the calls that are open, whichever vector began them.
  var openCalls: [Int] {
    open.compactMap { id, request in
      if case .call = request { id } else { nil }
    }.sorted()
  }

  /// Whether a request waits for its answer.
  func isOpen(_ id: Int) -> Bool { open[id] != nil }

  /// What a message of the driver leads to.
  mutating func take(_ message: DriverMessage) -> Consequence {
    switch message {
    case .event(let event, let id): return .event(event, id: id)
    case .junk(let what): return .broke("the driver wrote \(what)")
    case .result(let id, let result): return answered(id, result)
    case .error(let id, let code, let message):
      if case .call = open[id], code == Self.methodNotFound { return ended(id, .notOffered) }
      guard let request = open.removeValue(forKey: id) ?? ended[id] else { return stranger(id) }
      return .broke(
        "the driver answered \(request.name) with the error \(code): \(message)")
    }
  }

  /// The code of JSON-RPC for a method that is not there.
  private static let methodNotFound = -32601

  private mutating func answered(_ id: Int, _ result: JSON) -> Consequence {
    switch open[id] {
    case .control:
      ended[id] = open.removeValue(forKey: id)
      return .controlled(id: id, result)
    case .call:
      guard let outcome = CallOutcome(result: result) else {
        return .broke(
          "the driver answered a call with neither returned nor threw: \(result.serialized().prefix(200))"
        )
      }
      return ended(id, outcome)
    case nil:
      return answeredAgain(id)
    }
  }

  private mutating func ended(_ id: Int, _ outcome: CallOutcome) -> Consequence {
    guard let request = open.removeValue(forKey: id) else { return .none }
    ended[id] = request
    guard case .call(let number, lease) = request else { return .none }
    return .ended(id: id, number: number, outcome)
  }

  private func answeredAgain(_ id: Int) -> Consequence {
    switch ended[id] {
    case .call(let number, lease): .endedAgain(number: number)
    case .call: .none
    case .control(let name): .broke("the driver answered \(name) twice")
    case nil: stranger(id)
    }
  }

  private func stranger(_ id: Int) -> Consequence {
    .broke("the driver answered the id \(id), which no request of ours has")
  }
}

extension DriverLedger.Request {
  fileprivate var name: String {
    switch self {
    case .call: "a call"
    case .control(let name): name
    }
  }
}
