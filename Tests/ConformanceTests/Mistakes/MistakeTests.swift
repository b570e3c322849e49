import Testing

@testable import Conformance

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is said of files as people get them wrong: each has the text that comes out beside it.
///
/// With `CONFORM_RECORD=1` the texts are written anew, and the test fails for it.
@Suite("Typical mistakes")
struct MistakeTests {
  @Test("None is made by the suite that they are made in")
  func suite() throws {
    let suite = try Mistake.suite()
    #expect(Lint.diagnostics(of: suite) == [])
  }

  @Test("There are at least ten in each kind of file, and no text without its file")
  func complete() {
    for kind in Mistake.Kind.allCases {
      let names = Mistake.names(of: kind, ending: ".json")
      #expect(names.count >= 10)
      #expect(Mistake.names(of: kind, ending: ".txt") == names)
    }
  }

  @Test("Each is told with its place, what was expected and what to do", arguments: Mistake.all)
  func mistake(_ mistake: Mistake) throws {
    let said = try mistake.said()
    if ProcessInfo.processInfo.environment["CONFORM_RECORD"] == "1" {
      try Data(said.utf8).write(to: URL(filePath: mistake.path + ".txt"))
      Issue.record("recorded \(mistake); look at it, then run without CONFORM_RECORD")
      return
    }
    let expected = try Repository.text(of: mistake.path + ".txt")
    #expect(said.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(said)")
    for line in said.split(separator: "\n") {
      #expect(line.hasPrefix("\(mistake.name).json:"), "\(line)")
    }
  }
}

/// A file that is wrong in one way.
struct Mistake: Sendable, CustomTestStringConvertible {
  /// What the file is to be.
  enum Kind: String, Sendable, CaseIterable {
    /// One more file of the suite's contract.
    case contract
    /// One more file of vectors.
    case vectors
    case target
  }

  var kind: Kind
  var name: String

  var testDescription: String { "\(kind.rawValue)/\(name)" }
  var path: String { "\(Self.folder)/\(kind.rawValue)/\(name)" }

  private static let folder = Repository.path("Tests/ConformanceTests/Mistakes")

  static var all: [Mistake] {
    Kind.allCases.flatMap { kind in
      names(of: kind, ending: ".json").map { Mistake(kind: kind, name: $0) }
    }
  }

  static func names(of kind: Kind, ending suffix: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(kind.rawValue)")
    return (names ?? []).filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
      .sorted()
  }

  private static func file(_ path: String, as name: String) throws -> Suite.File {
    Suite.File(path: name, bytes: [UInt8](try Data(contentsOf: URL(filePath: path))))
  }

  /// The suite in which the mistakes are made, with one more file of specs or of vectors, which is
  /// read after its own.
  static func suite(specs: [Suite.File] = [], vectors: [Suite.File] = []) throws -> Suite {
    try Suite(
      specs: [file("\(folder)/suite/contract.json", as: "contract.json")] + specs,
      vectors: [file("\(folder)/suite/vectors.json", as: "Suite/vectors.json")] + vectors)
  }

  /// What a person reads, a line for each thing that is wrong; empty when nothing is said.
  func said() throws -> String {
    let file = try Self.file(path + ".json", as: "\(name).json")
    do {
      switch kind {
      case .contract: return lines(Lint.diagnostics(of: try Self.suite(specs: [file])))
      case .vectors: return lines(Lint.diagnostics(of: try Self.suite(vectors: [file])))
      case .target:
        _ = try Target(
          parsing: file.bytes, path: file.path, suite: Self.suite(), environment: [:])
        return ""
      }
    } catch let error as Diagnostics {
      return lines(error.items)
    }
  }

  private func lines(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { "\($0)\n" }.joined()
  }
}
