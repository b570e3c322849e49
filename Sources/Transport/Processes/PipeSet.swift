import CSpawn

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The pipes of a child that is being started.
struct PipeSet {
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
