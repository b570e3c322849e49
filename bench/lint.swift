import Transport

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

/// Measures `conform lint` on a suite of many vectors, which is written for it and removed after.
func lint(vectors: Int) -> Int32 {
  let folder = FileManager.default.temporaryDirectory.path + "/conform-lint-\(getpid())"
  defer { try? FileManager.default.removeItem(atPath: folder) }
  do {
    let suite = try LargeSuite(vectors: vectors, in: folder)
    print("\(suite.vectors) vectors in \(suite.files) files of \(suite.bytes) bytes")
    let tool =
      CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
      .dropLast().joined(separator: "/") + "/conform"
    for _ in 0..<3 {
      guard let run = MeasuredRun([tool, "lint", "--suite", folder]) else {
        print("\(tool): expected a program that starts; build it with --product conform")
        return 1
      }
      guard run.status == 0 else { return run.status }
      print("lint: \(run.milliseconds) ms, at most \(run.kibibytes / 1024) MiB")
    }
    return 0
  } catch {
    print(error)
    return 1
  }
}

/// A program that ran to its end.
struct MeasuredRun {
  /// How it exited; 255 for one that a signal ended.
  let status: Int32
  /// From its start to its end.
  let milliseconds: Int64
  /// The most memory that it had.
  let kibibytes: Int

  /// Runs a program, with an empty environment; nil when it does not start.
  init?(_ words: [String]) {
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    let start = ContinuousClock.now
    var child: pid_t = 0
    guard posix_spawn(&child, words[0], nil, nil, &arguments, nil) == 0 else { return nil }
    var code: Int32 = 0
    var usage = rusage()
    while wait4(child, &code, 0, &usage) < 0 { guard errno == EINTR else { return nil } }
    let length = ContinuousClock.now - start
    milliseconds =
      length.components.seconds * 1000 + length.components.attoseconds / 1_000_000_000_000_000
    status = code & 0x7F == 0 ? code >> 8 & 0xFF : 255
    #if canImport(Darwin)
      kibibytes = usage.ru_maxrss / 1024
    #else
      kibibytes = usage.ru_maxrss
    #endif
  }
}
