import Conformance

/// One command of the tool.
protocol Command {
  /// The word that calls it.
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// What stands between the command's name and its options in the usage line.
  static var operands: String { get }
  /// Its options, in the order in which they are explained.
  static var options: [Option] { get }
  /// Does what it is for; gives the exit status.
  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32
}

extension Command {
  /// What `--help` prints.
  static var help: String {
    let rows = options.map { option in
      "  \(option.usage.padded(to: 24))\(option.about)"
    }
    let options = rows.isEmpty ? "" : "\n\n" + rows.joined(separator: "\n")
    return "usage: conform \(name) \(operands)\n\n\(summary)\(options)\n"
  }
}

/// One option of a command.
struct Option {
  /// The option without its dashes.
  var name: String
  /// What its value is called; nil when it takes none.
  var value: String?
  /// What it does, in one line.
  var about: String

  var usage: String { "--\(name)" + (value.map { " \($0)" } ?? "") }
}

/// A mistake in how the tool was called.
struct UsageError: Error, CustomStringConvertible {
  var description: String
}

/// The arguments of a command, checked against its options.
struct Arguments {
  /// What is not an option, in order.
  private(set) var operands: [String] = []
  private(set) var wantsHelp = false
  private var values: [String: [String]] = [:]

  /// Sorts the words; throws a `UsageError` for an option that the command does not have.
  init(_ words: [String], of command: any Command.Type) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--"), word != "--" else {
        operands.append(word)
        continue
      }
      let parts = word.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if name == "help" {
        wantsHelp = true
        continue
      }
      guard let option = command.options.first(where: { $0.name == name }) else {
        let hint = nearest("--\(name)", command.options.map { "--\($0.name)" })
        throw UsageError(description: "“--\(name)” is no option of conform \(command.name)\(hint)")
      }
      guard let what = option.value else {
        guard parts.count == 1 else { throw UsageError(description: "--\(name) takes no value") }
        values[name] = [""]
        continue
      }
      let value = parts.count == 2 ? String(parts[1]) : rest.popFirst()
      guard let value, !value.isEmpty else {
        throw UsageError(description: "expected \(what) after --\(name)")
      }
      values[name, default: []].append(value)
    }
  }

  /// The last value of an option; nil when it was not given.
  subscript(name: String) -> String? { values[name]?.last }

  /// Every value of an option, in order.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// Whether an option without a value was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// An option's value as a whole number of a range.
  func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        description:
          """
          expected --\(name) as a whole number from \(range.lowerBound) to \(range.upperBound), \
          received “\(text)”
          """
      )
    }
    return number
  }

  /// An option's value as one of an enumeration's.
  func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws -> Choice?
  where Choice.RawValue == String {
    guard let text = self[name] else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError(description: "expected --\(name) as one of \(known), received “\(text)”")
  }
}

/// The end of a sentence that offers a near name; empty when none is near.
func nearest(_ name: String, _ known: [String]) -> String {
  nearestName(to: name, in: known).map { "; did you mean “\($0)”?" } ?? ""
}

extension String {
  /// The text with spaces behind it up to a width, at least one.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - unicodeScalars.count))
  }
}
