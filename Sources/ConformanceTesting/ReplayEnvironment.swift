import Conformance
import Runner

/// What environment variables say of a replay.
public enum ReplayEnvironment {
  /// The globs of `CONFORM_FILTER`, with spaces between them; empty when it is not set.
  public static var filters: [String] {
    (Environment.current["CONFORM_FILTER"] ?? "").split(separator: " ").map(String.init)
  }

  /// The target file that `CONFORM_TARGET` names; nil when it names none.
  public static var targetFile: String? {
    Environment.current["CONFORM_TARGET"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether `CONFORM_ROLE` selects a role; it selects every role when it is not set.
  static func includes(_ role: Role) -> Bool {
    guard let word = Environment.current["CONFORM_ROLE"], !word.isEmpty else { return true }
    return word.utf8.elementsEqual(role.rawValue.utf8)
  }
}

/// Why there is nothing to replay.
enum ReplayError: Error, CustomStringConvertible {
  case unknownContract(String, known: [String])
  case nothingSelected([Glob], [Role])

  var description: String {
    switch self {
    case .unknownContract(let id, let known):
      return "“\(id)” is no contract; known: \(known.joined(separator: ", "))"
    case .nothingSelected(let filters, let roles):
      let globs = filters.map(\.pattern).joined(separator: " ")
      let wanted = globs.isEmpty ? "" : " that fits \(globs)"
      let role = Environment.current["CONFORM_ROLE"].map { " and CONFORM_ROLE is \($0)" } ?? ""
      let played = roles.map(\.rawValue).joined(separator: ", ")
      return """
        expected at least one vector\(wanted), received none; the targets play: \(played)\(role)
        """
    }
  }
}
