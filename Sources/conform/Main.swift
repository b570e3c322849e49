import Runner

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The command-line tool: picks the command, and ends the process with the status that it gives.
@main
struct Main {
  /// Every command by name; the last words say what it is for.
  static var commands: [any Command.Type] {
    [
      RunCommand.self, ListCommand.self, ExplainCommand.self, LintCommand.self, JudgeCommand.self,
      ServeCommand.self, DiffCommand.self, MergeCommand.self, VerifyCommand.self,
      ValidateCommand.self, ProveCommand.self, InitCommand.self, DoctorCommand.self,
      ExportCommand.self,
    ]
  }

  static func main() async {
    prepareProcess()
    let output = Output()
    let work = Task { await status(of: Array(CommandLine.arguments.dropFirst()), output) }
    let interruption = Interruption {
      work.cancel()
    } insisted: {
      output.complain("interrupted again: ended at once, with what is written until now\n")
      _exit(ExitStatus.interrupted)
    }
    let code = await work.value
    interruption.end()
    exit(output.status(after: code))
  }

  /// Makes a reader that goes away and a file that may grow no more an error of the write, and a
  /// standard stream that was closed one that refuses: otherwise the next file to be opened would
  /// stand in its place.
  private static func prepareProcess() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static func status(of words: [String], _ output: Output) async -> Int32 {
    guard let name = words.first, !["help", "--help", "-h"].contains(name) else {
      output.write(usage)
      return words.isEmpty ? ExitStatus.usage : ExitStatus.conformant
    }
    if name == "--version" {
      output.write("conform \(Version.current)\n")
      return ExitStatus.conformant
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      let hint = nearest(name, commands.map { $0.name })
      output.complain("“\(name)” is no command\(hint)\n\n\(usage)")
      return ExitStatus.usage
    }
    do {
      let arguments = try Arguments(Array(words.dropFirst()), of: command)
      if arguments.wantsHelp {
        output.write(command.help)
        return ExitStatus.conformant
      }
      return try await command.run(arguments, output)
    } catch {
      output.complain("\(error)\n")
      let isOfWriting = (error as? FileError)?.isOfWriting ?? false
      return isOfWriting ? ExitStatus.harness : ExitStatus.usage
    }
  }

  private static var usage: String {
    let rows = commands.map { "  \($0.name.padded(to: 10))\($0.summary)" }
    return """
      conform \(Version.current): holds servers, SDKs, apps and pages to their vendors' documents

      usage: conform COMMAND [arguments]

      \(rows.joined(separator: "\n"))

      conform COMMAND --help says more. With no target, `conform run` checks the references.

      """
  }
}

/// The statuses with which the command ends; those of a run are `RunResult.exitCode`.
enum ExitStatus {
  static let conformant: Int32 = 0
  static let usage: Int32 = 2
  static let harness: Int32 = 5
  static let interrupted: Int32 = 130
}
