import Conformance
import Foundation
import Testing

/// What the tool does when what it prints cannot be written.
@Suite("A result that cannot be printed")
struct LostOutputToolTests {
  /// A call of the tool, whose words with a slash are files among the sample reports.
  struct Call: Sendable, CustomTestStringConvertible {
    var words: [String]
    /// The status of the call when its output is read.
    var exit: Int32 = 0
    var testDescription: String { words.joined(separator: " ") }

    static let all = [
      Call(words: ["--version"]), Call(words: ["help"]), Call(words: ["run", "--help"]),
      Call(words: []), Call(words: ["list"]), Call(words: ["lint"]),
      Call(words: ["explain", "odynn.session.create"]),
      Call(words: ["run"] + SampleReports.filters + ["--target", "/target.json"], exit: 3),
      Call(words: ["run", "odynn-connect", "--role", "server"] + SampleReports.filters),
      Call(
        words: ["judge", "--transcript", "/whole/transcript.odynn-connect.server.jsonl"], exit: 4),
      Call(words: ["merge", "/part1/report.json", "/part2/report.json", "/part3/report.json"]),
      Call(words: ["diff", "/whole/report.json", "/whole/report.json"]),
      Call(words: ["diff", "/whole/report.json", "/wrong/report.json"], exit: 1),
      Call(words: ["verify", "/whole/report.json"]),
      Call(words: ["validate", "--schema", "true", "/whole/report.json"]),
      Call(words: ["prove", "odynn-connect", "--role", "app", "--only", "close-before-cancel"]),
      Call(words: ["serve", "odynn-connect", "--fault", "list"]),
    ].map { call in
      var call = call
      if call.words.isEmpty { call.exit = 2 }
      return call
    }

    func arguments(_ folder: Folder) -> [String] {
      words.map { $0.hasPrefix("/") ? folder(String($0.dropFirst())) : $0 }
    }
  }

  @Test(
    "ends with status 5, unless something worse was found, and says why",
    .enabled("needs /dev/full") { access("/dev/full", W_OK) == 0 }, arguments: Call.all)
  func full(call: Call) async throws {
    let words = call.arguments(try await SampleReports.made.value.folder)
    let outcome = try await Tool.run(words, shell: #""$0" "$@" >/dev/full"#)
    #expect(outcome.exit == ExitOrder.first(of: [call.exit, 5]), "\(outcome)")
    let sentence = "standard output: it could not be written: no space left on device"
    #expect(outcome.errors.contains(sentence), "\(outcome)")
  }

  @Test("is no trouble when its reader has seen enough", arguments: Call.all)
  func closed(call: Call) async throws {
    let words = call.arguments(try await SampleReports.made.value.folder)
    let script = #"""
      { trap '' PIPE; while printf x; do :; done 2>/dev/null; trap - PIPE
        "$0" "$@"; echo "status $?" >&2; } | true
      """#
    let outcome = try await Tool.run(words, shell: script)
    #expect(outcome.errors.hasSuffix("status \(call.exit)\n"), "\(outcome)")
    #expect(!outcome.errors.contains("standard output"), "\(outcome)")
  }

  @Test("leaves the reports as they are when it is read, whatever is closed")
  func reports() async throws {
    let folder = try Folder()
    let words =
      ["run", "odynn-connect", "--role", "server", "--report", folder("r")] + SampleReports.filters
    let outcome = try await Tool.run(words, shell: #""$0" "$@" <&- >&-"#)
    #expect(outcome.exit == 5, "\(outcome)")
    #expect(outcome.errors.contains("standard output: it could not be written"), "\(outcome)")
    let whole = try await SampleReports.made.value.folder
    let files = try whole.names("whole")
    #expect(try folder.names("r") == files)
    let verified = try await Tool.run("verify", folder("r/report.json"))
    #expect(verified.exit == 0, "\(verified)")
  }

  @Test("and a transcript that may grow no more end with status 5")
  func limited() async throws {
    let folder = try Folder()
    let words =
      ["run", "odynn-connect", "--role", "server", "--report", folder("r")] + SampleReports.filters
    let outcome = try await Tool.run(words, shell: #"ulimit -f 8; "$0" "$@""#)
    #expect(outcome.exit == 5, "\(outcome)")
    let path = folder("r/transcript.odynn-connect.server.jsonl")
    #expect(outcome.errors.contains("\(path): it could not be written: file too large"))
    #expect(outcome.output.contains("exit status 5"))
  }
}
