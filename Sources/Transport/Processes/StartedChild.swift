import CSpawn
import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A child that was started, with its pipes and the threads that serve them.
struct StartedChild {
  let life: ChildLife
  let input: PipeWriter
  private(set) var extraInputs: [Int32: PipeWriter] = [:]
  private(set) var extraOutputs: [Int32: PipeReader] = [:]

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program and what it is given.
  ///   - output: Takes what it writes to its standard output.
  ///   - end: Called at the end of its standard output.
  /// - Throws: An error when it cannot be started.
  init(
    _ command: ChildCommand,
    output: @escaping @Sendable (UnsafeRawBufferPointer, PipeSource) -> Bool,
    end: @escaping @Sendable () -> Void
  ) throws(ChildProcessError) {
    var pipes = PipeSet()
    defer { pipes.closeTheirs() }
    let input = try pipes.add(0, isInput: true)
    let outputEnd = try pipes.add(1, isInput: false)
    let errorEnd = try pipes.add(2, isInput: false)
    var extraEnds: [(pipe: ChildCommand.ExtraPipe, end: Int32)] = []
    for pipe in command.extraPipes {
      extraEnds.append((pipe, try pipes.add(pipe.descriptor, isInput: pipe.isInput)))
    }
    let stop = try pipes.addStop()
    let identifier = try pipes.start(command)
    let life = ChildLife(identifier: identifier, stop: stop.writing)
    self.life = life
    self.input = PipeWriter(input)

    var isServed = startThread(stackSize: 256 << 10) { life.reap() }
    func serve(
      _ descriptor: Int32, _ sink: @escaping @Sendable (UnsafeRawBufferPointer, PipeSource) -> Bool,
      end: @escaping @Sendable () -> Void
    ) {
      life.readerStarted()
      let stopEnd = dup(stop.reading)
      closeOnExec(stopEnd)
      let isStarted = PipeSource(descriptor, stop: stopEnd).start(sink) {
        _ = close(stopEnd)
        end()
        life.readerEnded()
      }
      isServed = isServed && isStarted
    }
    serve(outputEnd, output, end: end)
    serve(
      errorEnd,
      { bytes, _ in
        life.addError(bytes); return true
      }, end: {})
    for (pipe, descriptor) in extraEnds {
      if pipe.isInput {
        extraInputs[pipe.descriptor] = PipeWriter(descriptor)
      } else {
        let reader = PipeReader(delimiter: pipe.delimiter, limit: command.messageLimit)
        extraOutputs[pipe.descriptor] = reader
        serve(descriptor, reader.take, end: reader.end)
      }
    }
    _ = close(stop.reading)
    guard isServed else {
      life.signal(SIGKILL)
      throw ChildProcessError(kind: .cannotStart, description: "cannot start a thread for a child")
    }
  }
}

/// The pipes of a child that is being started.
private struct PipeSet {
  private var ours: [Int32] = []
  private var theirs: [Int32] = []
  private var numbers: [Int32] = []

  /// Makes a pipe that the child has under a number; returns our end, which does not block.
  mutating func add(_ number: Int32, isInput: Bool) throws(ChildProcessError) -> Int32 {
    let (reading, writing) = try makePipe()
    let our = isInput ? writing : reading
    let their = isInput ? reading : writing
    // Numbers that the child uses must not be taken by ends that are still to be given to it.
    let moved = cspawn_move_up(their)
    _ = close(their)
    ours.append(our)
    guard moved >= 0, cspawn_set_nonblocking(our) == 0 else {
      closeOurs()
      throw failed("make a pipe", errno)
    }
    theirs.append(moved)
    numbers.append(number)
    return our
  }

  /// Makes the pipe whose end stops the readers.
  mutating func addStop() throws(ChildProcessError) -> (reading: Int32, writing: Int32) {
    let ends = try makePipe()
    ours += [ends.reading, ends.writing]
    return ends
  }

  private func makePipe() throws(ChildProcessError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    let code = cspawn_pipe(&ends)
    guard code == 0 else {
      closeOurs()
      throw failed("make a pipe", code)
    }
    return (ends[0], ends[1])
  }

  /// Starts the program; on failure our ends are closed.
  func start(_ command: ChildCommand) throws(ChildProcessError) -> Int32 {
    guard let program = command.arguments.first, !program.isEmpty else {
      closeOurs()
      throw ChildProcessError(
        kind: .cannotStart, description: "expected a program, received an empty command")
    }
    var identifier: pid_t = 0
    let code = withCStrings(command.arguments) { arguments in
      withCStrings(command.variables) { variables in
        theirs.withUnsafeBufferPointer { theirs in
          numbers.withUnsafeBufferPointer { numbers in
            let descriptors = cspawn_descriptors(
              ours: theirs.baseAddress, theirs: numbers.baseAddress, count: theirs.count)
            return cspawn_start(
              &identifier, program, arguments, variables, command.directory, descriptors)
          }
        }
      }
    }
    guard code == 0 else {
      closeOurs()
      throw failed("start `\(program)`\(command.directory.map { " in \($0)" } ?? "")", code)
    }
    return identifier
  }

  func closeTheirs() {
    for descriptor in theirs { _ = close(descriptor) }
  }

  private func closeOurs() {
    for descriptor in ours { _ = close(descriptor) }
  }

  private func failed(_ action: String, _ code: Int32) -> ChildProcessError {
    let cause = String(cString: strerror(code))
    return ChildProcessError(kind: .cannotStart, description: "cannot \(action): \(cause)")
  }
}

extension ChildCommand {
  /// The environment as the child gets it: NAME=value.
  fileprivate var variables: [String] {
    var result: [String] = []
    if inheritsEnvironment, var next = cspawn_environment() {
      while let variable = next.pointee {
        let text = String(cString: variable)
        let name = text.prefix { $0 != "=" }
        if environment[String(name)] == nil { result.append(text) }
        next += 1
      }
    }
    return result + environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}

/// Gives a list of texts to C, ended by NULL.
private func withCStrings<R>(
  _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
) -> R {
  var pointers = texts.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  pointers.append(nil)
  return pointers.withUnsafeBufferPointer { buffer in
    // The buffer is never empty: it ends with NULL.
    buffer.baseAddress.map(body) ?? withUnsafePointer(to: nil) { body($0) }
  }
}
