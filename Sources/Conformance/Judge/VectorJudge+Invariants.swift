import SDKDriving
import StrictJSON
import Wire

extension VectorJudge {
  /// Holds what the contract says of everything against everything that the target sent.
  mutating func judgeInvariants() {
    let invariants = context.contract.invariants
    guard !invariants.isEmpty else { return }
    for entry in entries {
      guard let (kind, place, bytes) = sent(entry) else { continue }
      for number in invariants.indices where invariants[number].places.contains(kind) {
        let (clause, isAdvisory) = (invariants[number].clause, invariants[number].isAdvisory)
        check(clause, isAdvisory: isAdvisory)
        guard let difference = difference(invariants[number], bytes) else { continue }
        find(difference, on: clause, place, isAdvisory: isAdvisory)
      }
    }
  }

  /// What the target sent and the step that shows it; nil when it sent nothing here.
  private func sent(_ entry: Transcript.Entry) -> (Invariant.Place, Place, [UInt8])? {
    switch entry.event {
    case .exchange(let exchange):
      guard let response = exchange.response, let number = entry.step.first,
        steps.indices.contains(number - 1)
      else { return nil }
      let place = Place(number: number, path: entry.step, step: steps[number - 1])
      return (.response, place, bytes(response.fields, response.body))
    case .webhook(let delivery):
      return (.webhook, start, bytes(delivery.request.fields, delivery.request.body))
    case .driver(.event(let event, _)):
      return (.event, start, Array(event.name.utf8) + event.data.serializedBytes())
    case .driver(.request(let served)):
      let request = served.request
      return (.request, start, Array(request.target.utf8) + bytes(request.fields, request.body))
    default:
      return nil
    }
  }

  /// The place of what no step asked for.
  private var start: Place { Place(number: 0, path: [0], step: steps[0]) }

  private func bytes(_ fields: HTTPFields, _ body: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count + 512)
    for field in fields {
      bytes += field.name.utf8
      bytes += ": ".utf8
      bytes += field.value.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes += body
    return bytes
  }

  private func difference(_ invariant: Invariant, _ bytes: [UInt8]) -> Difference? {
    switch invariant.rule {
    case .noSecret(let name):
      guard context.secrets.appears(name, in: bytes) else { return nil }
      return Difference(
        at: "/body", expected: "an answer without \(name)", received: "\(name) in it")
    case .noPattern(let pattern):
      let matches = bytes.withUnsafeBufferPointer { invariant.pattern?.matches($0) }
      guard matches == true else { return nil }
      return Difference(
        at: "/body", expected: "nothing that matches \(pattern)", received: "a match")
    }
  }
}
