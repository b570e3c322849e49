#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs the tool, which stands beside the benchmark, three times, and prints what each took.
///
/// - Parameter words: Its arguments, the command first.
/// - Returns: The first exit status that is not 0, else 0; 1 when the tool cannot be started.
func measureTool(_ words: [String]) -> Int32 {
  let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
  let tool = folder.dropLast().joined(separator: "/") + "/conform"
  for _ in 0..<3 {
    guard let run = MeasuredRun([tool] + words) else {
      print("\(tool): expected a program that starts; build it with --product conform")
      return 1
    }
    print(
      """
      \(words[0]): \(run.milliseconds) ms, \(run.processorMilliseconds) ms of processor time, \
      at most \(run.kibibytes / 1024) MiB
      """)
    guard run.status == 0 else { return run.status }
  }
  return 0
}

/// A program that ran to its end.
struct MeasuredRun {
  /// How it exited; 255 for one that a signal ended.
  let status: Int32
  /// From its start to its end.
  let milliseconds: Int64
  /// In user mode and in the kernel, of all its threads.
  let processorMilliseconds: Int64
  /// The most memory that it had.
  let kibibytes: Int

  /// Runs a program, with an empty environment and its output left unread; nil when it does not
  /// start.
  init?(_ words: [String]) {
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    let start = ContinuousClock.now
    var child: pid_t = 0
    guard posix_spawn(&child, words[0], &actions, nil, &arguments, nil) == 0 else { return nil }
    var code: Int32 = 0
    var usage = rusage()
    while wait4(child, &code, 0, &usage) < 0 { guard errno == EINTR else { return nil } }
    let length = ContinuousClock.now - start
    milliseconds =
      length.components.seconds * 1000 + length.components.attoseconds / 1_000_000_000_000_000
    processorMilliseconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Int64($1.tv_sec) * 1000 + Int64($1.tv_usec) / 1000
    }
    status = code & 0x7F == 0 ? code >> 8 & 0xFF : 255
    #if canImport(Darwin)
      kibibytes = usage.ru_maxrss / 1024
    #else
      kibibytes = usage.ru_maxrss
    #endif
  }
}
