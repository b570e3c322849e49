/// Why a reference could not be started.
public enum ReferenceError: Error, Sendable, Equatable {
  /// No reference plays that role of that contract; the known ones follow.
  case unknownReference(contract: String, role: String, known: [String])
  /// The reference has no fault of that name; its faults follow.
  case unknownFault(String, known: [String])
  /// The reference has no variant of that name; its variants follow.
  case unknownVariant(String, known: [String])
}

// MARK: - CustomStringConvertible

extension ReferenceError: CustomStringConvertible {
  /// What was expected and what was received.
  public var description: String {
    switch self {
    case .unknownReference(let contract, let role, let known):
      "expected one of \(known.joined(separator: ", ")), received \(contract) \(role)"
    case .unknownFault(let name, let known):
      "expected a fault among \(known.joined(separator: ", ")), received \(name)"
    case .unknownVariant(let name, let known):
      "expected a variant among \(known.joined(separator: ", ")), received \(name)"
    }
  }
}
