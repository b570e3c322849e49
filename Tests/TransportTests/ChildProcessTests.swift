import Testing
import Wire

@testable import Transport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

private let long = Duration.seconds(20)

private func shell(_ script: String) -> ChildCommand {
  ChildCommand(["/bin/sh", "-c", script])
}

private func text(_ bytes: [UInt8]?) -> String? {
  bytes.map { String(decoding: $0, as: UTF8.self) }
}

@Suite("Child processes")
struct ChildProcessTests {
  @Test("Lines go in and out, and the end of input is seen")
  func lines() async throws {
    let child = try ChildProcess(ChildCommand(["cat"]))
    try await child.input.write(Array("one\ntwo\n".utf8), timeout: long)
    #expect(text(try await child.output.next(timeout: long)) == "one")
    #expect(text(try await child.output.next(timeout: long)) == "two")
    try await child.input.write(Array("rest".utf8), timeout: long)
    child.input.finish()
    #expect(text(try await child.output.next(timeout: long)) == "rest")
    #expect(try await child.output.next(timeout: long) == nil)
    #expect(await child.waitForExit(timeout: long) == .exited(0))
    #expect(child.exit == .exited(0))
  }

  @Test("A line of a megabyte arrives whole")
  func longLine() async throws {
    let child = try ChildProcess(ChildCommand(["cat"]))
    let line = [UInt8](repeating: 120, count: 1 << 20)
    async let writing: Void = child.input.write(line + [10], timeout: long)
    #expect(try await child.output.next(timeout: long)?.count == line.count)
    try await writing
    await child.terminate(grace: long)
  }

  @Test("A line over the limit is an error")
  func lineLimit() async throws {
    var command = shell("printf 'ok\\n0123456789\\n'")
    command.messageLimit = 9
    let child = try ChildProcess(command)
    #expect(text(try await child.output.next(timeout: long)) == "ok")
    let error = await #expect(throws: ChildProcessError.self) {
      _ = try await child.output.next(timeout: long)
    }
    #expect(error?.kind == .messageTooLong)
  }

  @Test("A child that writes nothing runs into the timeout; what comes later is not lost")
  func readTimeout() async throws {
    let child = try ChildProcess(ChildCommand(["cat"]))
    let error = await #expect(throws: ChildProcessError.self) {
      _ = try await child.output.next(timeout: .milliseconds(20))
    }
    #expect(error?.kind == .timedOut)
    try await child.input.write([65, 10], timeout: long)
    #expect(try await child.output.next(timeout: long) == [65])
  }

  @Test("A cancelled reader stops waiting")
  func readCancellation() async throws {
    let child = try ChildProcess(ChildCommand(["cat"]))
    let task = Task { () -> ChildProcessError.Kind? in
      do throws(ChildProcessError) {
        _ = try await child.output.next(timeout: long)
        return nil
      } catch { return error.kind }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test("A child that reads nothing makes a long write run into its timeout")
  func writeTimeout() async throws {
    let child = try ChildProcess(shell("sleep 100"))
    let error = await #expect(throws: ChildProcessError.self) {
      try await child.input.write(
        [UInt8](repeating: 0, count: 1 << 20), timeout: .milliseconds(20))
    }
    #expect(error?.kind == .timedOut)
    #expect(await child.terminate(grace: long) == .signalled(SIGTERM))
  }

  @Test("Writing to a child that closed its input is an error and raises no signal")
  func brokenPipe() async throws {
    let child = try ChildProcess(shell("exec 0<&-; echo closed; exec sleep 100"))
    _ = try await child.output.next(timeout: long)
    let error = await #expect(throws: ChildProcessError.self) {
      try await child.input.write([1], timeout: long)
    }
    #expect(error?.kind == .closed)
  }

  @Test("Directory, environment and arguments reach the child")
  func environment() async throws {
    var command = ChildCommand(
      ["./sh", "-c", "pwd; echo \"$A-$B-$1\"", "sh", "a b"], directory: "/bin")
    command.environment = ["A": "é=1"]
    command.inheritsEnvironment = false
    let result = try await ChildProcess.run(command, timeout: long)
    let lines = text(result.output)?.split(separator: "\n")
    #expect(lines?.first?.hasSuffix("/bin") == true)
    #expect(lines?.last == "é=1--a b")
    #expect(result.exit == .exited(0))
  }

  @Test("Variables are inherited, given ones replace them")
  func inheritance() async throws {
    var command = shell("echo \"${PATH:+path} $HOME\"")
    command.environment = ["HOME": "/elsewhere"]
    let result = try await ChildProcess.run(command, timeout: long)
    #expect(text(result.output) == "path /elsewhere\n")
  }

  @Test("The child has no descriptors but its own")
  func descriptors() async throws {
    let result = try await ChildProcess.run(shell("ls /dev/fd/"), timeout: long)
    let numbers = text(result.output)?.split(separator: "\n").compactMap { Int($0) } ?? []
    // The listing itself opens one.
    #expect(Set(numbers).isSubset(of: [0, 1, 2, 3]), "\(numbers)")
  }

  @Test("Extra pipes have their numbers and delimiters")
  func extraPipes() async throws {
    var command = shell("tr 'a' '\\000' <&3 >&4")
    command.extraPipes = [
      .init(descriptor: 3, isInput: true), .init(descriptor: 4, isInput: false, delimiter: 0),
    ]
    let child = try ChildProcess(command)
    let input = try #require(child.extraInputs[3])
    let output = try #require(child.extraOutputs[4])
    try await input.write(Array("oneatwoa".utf8), timeout: long)
    input.finish()
    #expect(text(try await output.next(timeout: long)) == "one")
    #expect(text(try await output.next(timeout: long)) == "two")
    #expect(try await output.next(timeout: long) == nil)
  }

  @Test(
    "A program that is not there cannot be started", arguments: [["/nowhere/x"], ["no-such-x"], []])
  func cannotStart(arguments: [String]) {
    let error = #expect(throws: ChildProcessError.self) {
      _ = try ChildProcess(ChildCommand(arguments))
    }
    #expect(error?.kind == .cannotStart)
  }

  @Test("A child that ignores SIGTERM is killed after its grace")
  func stubborn() async throws {
    let child = try ChildProcess(shell("trap '' TERM; echo ready; while :; do sleep 100; done"))
    _ = try await child.output.next(timeout: long)
    #expect(await child.terminate(grace: .milliseconds(30)) == .signalled(SIGKILL))
  }

  @Test("What a child leaves behind in its group is killed, and its output ends")
  func group() async throws {
    let child = try ChildProcess(shell("sleep 100 & echo $!; exit 3"))
    let line = text(try await child.output.next(timeout: long))
    let left = try #require(line.flatMap { pid_t($0) })
    #expect(await child.waitForExit(timeout: long) == .exited(3))
    #expect(try await child.output.next(timeout: long) == nil)
    // A zombie or nobody: it can be signalled no more, or has been taken over dying. The signal
    // was sent before the output ended, but the system may still be carrying it out.
    for _ in 0..<500 where kill(left, 0) == 0 && !isEnding(left) {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(kill(left, 0) != 0 || isEnding(left))
  }

  /// Whether a process was killed and only waits to be reaped by init.
  private func isEnding(_ identifier: pid_t) -> Bool {
    guard let file = fopen("/proc/\(identifier)/stat", "r") else { return true }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 256)
    fgets(&buffer, 256, file)
    let stat = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let state = stat.split(separator: ")").last?.first { $0 != " " }
    return state == "Z" || state == "X"
  }

  @Test("A dropped child is killed")
  func dropped() async throws {
    var child: ChildProcess? = try ChildProcess(shell("echo ready; exec sleep 100"))
    let output = try #require(child?.output)
    _ = try await output.next(timeout: long)
    child = nil
    #expect(try await output.next(timeout: long) == nil)
  }

  @Test("Running gives code, output and the tail of the errors")
  func run() async throws {
    let script = "cat; echo error >&2; exit 10"
    let result = try await ChildProcess.run(shell(script), input: Array("in".utf8), timeout: long)
    #expect(result.exit == .exited(10))
    #expect(text(result.output) == "in")
    #expect(text(result.errorTail) == "error\n")
    #expect(!result.timedOut)
  }

  @Test("Output is kept up to the cap, errors from their end")
  func caps() async throws {
    let script = "head -c 300000 /dev/zero; head -c 200000 /dev/zero >&2; printf end >&2"
    let result = try await ChildProcess.run(shell(script), timeout: long, outputCap: 1000)
    #expect(result.output.count == 1000)
    #expect(result.outputLength == 300_000)
    #expect(result.errorTail.count == 64 << 10)
    #expect(text(result.errorTail.suffix(3)) == "end")
  }

  @Test("A command that does not end in time is ended")
  func runTimeout() async throws {
    let result = try await ChildProcess.run(
      shell("echo begun; sleep 100"), timeout: .milliseconds(50))
    #expect(result.timedOut)
    #expect(text(result.output) == "begun\n")
  }

  @Test("Not reading its input is no error of a command")
  func unreadInput() async throws {
    let input = [UInt8](repeating: 0, count: 1 << 20)
    let result = try await ChildProcess.run(shell("exit 0"), input: input, timeout: long)
    #expect(result.exit == .exited(0))
  }

  @Test("Many children run at once")
  func many() async throws {
    let codes = await withTaskGroup(of: ChildExit?.self) { group in
      for number in 0..<24 {
        group.addTask {
          try? await ChildProcess.run(shell("exit \(number)"), timeout: long).exit
        }
      }
      return await group.reduce(into: Set<ChildExit>()) { codes, code in
        if let code { codes.insert(code) }
      }
    }
    #expect(codes == Set((0..<24).map { .exited($0) }))
  }
}

@Suite("Messages of a stream")
struct MessageSplitterTests {
  private func messages(_ parts: [String], limit: Int = 100) -> [String] {
    var splitter = MessageSplitter(delimiter: 10, limit: limit)
    for part in parts { _ = splitter.add(part.utf8) }
    splitter.end()
    var result: [String] = []
    while case .message(let bytes) = splitter.next() { result.append(String(wire: bytes)) }
    return result
  }

  @Test(
    "Messages do not depend on the portions in which they come",
    arguments: [["a\nbb\n\nc"], ["a", "\n", "bb\n", "\nc"], "a\nbb\n\nc".map { String($0) }])
  func portions(parts: [String]) {
    #expect(messages(parts) == ["a", "bb", "", "c"])
  }

  @Test("Messages before one that is too long are delivered, none after")
  func limit() {
    var splitter = MessageSplitter(delimiter: 10, limit: 3)
    let goesOn = splitter.add("abc\nabcd".utf8)
    #expect(!goesOn)
    let steps = [splitter.next(), splitter.next()]
    #expect(steps == [.message(Array("abc".utf8)), .tooLong(limit: 3)])
    var other = MessageSplitter(delimiter: 10, limit: 3)
    _ = other.add("abcd\nx\n".utf8)
    let step = other.next()
    #expect(step == .tooLong(limit: 3))
  }
}
