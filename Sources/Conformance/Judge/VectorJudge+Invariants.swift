import SDKDriving
import StrictJSON
import Wire

extension VectorJudge {
  /// Holds what the contract says of everything against everything that the target sent.
  mutating func judgeInvariants() {
    for invariant in context.contract.invariants {
      for entry in entries {
        guard let (place, bytes) = sent(entry, by: invariant) else { continue }
        check(invariant.clause, isAdvisory: invariant.isAdvisory)
        guard let difference = difference(invariant, bytes) else { continue }
        find(difference, on: invariant.clause, place, isAdvisory: invariant.isAdvisory)
      }
    }
  }

  /// What the target sent, and the step that shows it; nil when the invariant does not speak of it.
  private func sent(_ entry: Transcript.Entry, by invariant: Invariant) -> (Place, [UInt8])? {
    switch entry.event {
    case .exchange(let exchange) where invariant.places.contains(.response):
      guard let response = exchange.response, let number = entry.step.first,
        vector.steps.indices.contains(number - 1)
      else { return nil }
      let place = Place(number: number, path: entry.step, step: vector.steps[number - 1])
      return (place, headerBytes(response.fields) + response.body)
    case .webhook(let delivery) where invariant.places.contains(.webhook):
      let place = Place(number: 0, path: [0], step: vector.steps[0])
      return (place, headerBytes(delivery.request.fields) + delivery.request.body)
    case .driver(.event(let event, _)) where invariant.places.contains(.event):
      return (
        Place(number: 0, path: [0], step: vector.steps[0]),
        Array(event.name.utf8) + event.data.serializedBytes()
      )
    case .driver(.request(let served)) where invariant.places.contains(.request):
      let request = served.request
      return (
        Place(number: 0, path: [0], step: vector.steps[0]),
        Array(request.target.utf8) + headerBytes(request.fields) + request.body
      )
    default:
      return nil
    }
  }

  private func headerBytes(_ fields: HTTPFields) -> [UInt8] {
    fields.flatMap { Array("\($0.name): \($0.value)\n".utf8) }
  }

  private func difference(_ invariant: Invariant, _ bytes: [UInt8]) -> Difference? {
    switch invariant.rule {
    case .noSecret(let name):
      guard context.secrets.appears(name, in: bytes) else { return nil }
      return Difference(
        at: "/body", expected: "an answer without \(name)", received: "\(name) in it")
    case .noPattern(let pattern):
      guard let schema = context.contract.pattern(pattern) else { return nil }
      let text = JSON.string(String(decoding: bytes, as: UTF8.self)).serializedBytes()
      guard let document = try? JSONDocument(parsing: text), schema.isValid(document.root) else {
        return nil
      }
      return Difference(
        at: "/body", expected: "nothing that matches \(pattern)", received: "a match")
    }
  }
}
