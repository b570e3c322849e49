public import StrictJSON

/// Where in a file something stands: `vectors/odynn-connect/data.json:13:5`.
public struct FileLocation: Sendable, Hashable, CustomStringConvertible {
  /// The file's path as the user would type it, from the folder that the suite was read from.
  public var path: String
  /// The line, counted from 1.
  public var line: Int
  /// The column in Unicode scalars, counted from 1.
  public var column: Int

  /// Makes a location of its parts.
  public init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }

  /// Makes the location of a place in a parsed file.
  public init(path: String, position: JSONPosition) {
    self.init(path: path, line: position.line, column: position.column)
  }

  /// The location as editors read it: `path:line:column`.
  public var description: String { "\(path):\(line):\(column)" }
}

/// One thing that is wrong with a file of ours, at a place, with a sentence that says what to do.
public struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
  /// How much a diagnostic weighs.
  public enum Severity: String, Sendable, Hashable {
    /// The file cannot be used.
    case error
    /// The file can be used; its author should look.
    case warning
  }

  /// How much it weighs.
  public var severity: Severity
  /// Where; nil when no place in a file is to blame.
  public var location: FileLocation?
  /// What was expected, what was received, and what to do.
  public var message: String

  /// Makes a diagnostic.
  public init(_ message: String, at location: FileLocation?, severity: Severity = .error) {
    self.severity = severity
    self.location = location
    self.message = message
  }

  /// The diagnostic as compilers print theirs: `path:line:column: severity: message`.
  public var description: String {
    guard let location else { return "\(severity.rawValue): \(message)" }
    return "\(location): \(severity.rawValue): \(message)"
  }
}

/// All that is wrong with the files that were read; never empty.
public struct Diagnostics: Error, Sendable, CustomStringConvertible {
  /// In the order of the files, then of the places in them.
  public var items: [Diagnostic]

  /// Wraps a list that has at least one error.
  public init(_ items: [Diagnostic]) {
    self.items = items
  }

  /// Every diagnostic on a line of its own.
  public var description: String { items.map(\.description).joined(separator: "\n") }
}
