package import StrictJSON

/// One generated fault: a change to what passes between a reference and the runner, derived from a
/// contract alone.
package struct Mutation: Sendable {
  /// The kinds of change.
  package enum Operator: String, Sendable, Hashable, CaseIterable {
    case dropped = "member dropped"
    case nulled = "member nulled"
    case retyped = "member retyped"
    case renamed = "member renamed in case"
    case status = "status replaced"
    case value = "enum value changed"
    case deadline = "deadline off"
    case webhookDropped = "webhook dropped"
    case webhookEarly = "webhook too early"
  }

  /// What is changed, and how.
  package enum Change: Sendable {
    /// A member of the answers of one status; `*` in the path stands for every element.
    case member(OperationShape, status: Int, path: [String], MemberChange)
    /// A member of the requests that an SDK sends.
    case requestMember(OperationShape, path: [String], MemberChange)
    /// The status of the answers of one status.
    case status(OperationShape, from: Int, to: Int)
    /// An announced instant, where both members are there.
    case deadline(from: JSONPointer, deadline: JSONPointer, seconds: Int)
    /// Every webhook of a kind is lost.
    case webhookDropped(WebhookShape)
    /// The first read after a webhook, of what it names, is answered 404.
    case webhookEarly(WebhookShape, readers: [OperationShape])
  }

  /// Operation, status, operator and place: the name under which equivalent mutants are listed.
  package var name: String
  /// Its kind.
  package var kind: Operator
  /// The documented clause that covers what is changed.
  package var clause: String
  /// What is changed.
  package var change: Change

  /// Creates a generated fault.
  package init(name: String, kind: Operator, clause: String, change: Change) {
    self.name = name
    self.kind = kind
    self.clause = clause
    self.change = change
  }
}

/// How one member is changed.
package enum MemberChange: Sendable, Hashable {
  case dropped
  case nulled
  /// A string becomes a number, everything else a string.
  case retyped
  /// The first letter gets the other case.
  case renamed
  /// A string gets another letter at its end.
  case changed
}

/// How an operation's requests are recognised.
package struct OperationShape: Sendable, Hashable {
  /// The operation's name in the contract.
  package var name: String
  /// The request method.
  package var method: String
  /// The path with `{name}` references, split at `/`.
  package var segments: [String]
  /// Members of the request that always have one value.
  package var constants: [String: JSON]

  /// Creates a shape.
  package init(name: String, method: String, path: String, constants: [String: JSON] = [:]) {
    self.name = name
    self.method = method
    segments = path.split(separator: "/").map(String.init)
    self.constants = constants
  }

  /// Whether a request is one of this operation.
  package func fits(method: String, path: String, body: [UInt8]) -> Bool {
    guard method.isSameText(as: self.method), fits(path) else { return false }
    guard !constants.isEmpty else { return true }
    guard let value = try? JSON(parsing: body) else { return false }
    return constants.allSatisfy { value[$0.key] == $0.value }
  }

  private func fits(_ path: String) -> Bool {
    if segments.count == 1, segments[0].hasPrefix("{") { return true }
    let parts = path.split(separator: "/")
    return parts.count == segments.count
      && zip(parts, segments).allSatisfy { part, segment in
        segment.hasPrefix("{") || String(part).isSameText(as: segment)
      }
  }
}

/// How a kind of webhook is recognised.
package struct WebhookShape: Sendable {
  /// The kind's name.
  package var name: String
  /// Strings that all stand somewhere in the body.
  package var texts: [String]
  /// Values that stand at pointers of the body.
  package var body: [JSONPointer: JSON]

  /// Creates a shape.
  package init(name: String, texts: [String], body: [JSONPointer: JSON]) {
    self.name = name
    self.texts = texts
    self.body = body
  }

  /// Whether a body is one of this kind.
  package func fits(_ value: JSON) -> Bool {
    let strings = value.allStrings
    return texts.allSatisfy { text in strings.contains { $0.isSameText(as: text) } }
      && body.allSatisfy { value.value(at: $0.key) == $0.value }
  }
}

extension JSON {
  /// Every string value of it, in order; names of members are none.
  package var allStrings: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.allStrings)
    case .object(let object): object.members.flatMap(\.value.allStrings)
    default: []
    }
  }
}
