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

  /// Takes bytes that the child wrote; false when no more are wanted.
  typealias Sink = @Sendable (UnsafeRawBufferPointer, PipeSource) -> Bool

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program and what it is given.
  ///   - output: Takes what it writes to its standard output.
  ///   - end: Called at the end of its standard output.
  /// - Throws: An error when it cannot be started.
  init(
    _ command: ChildCommand, output: @escaping Sink, end: @escaping @Sendable () -> Void
  ) throws(ChildProcessError) {
    var pipes = PipeSet()
    defer { pipes.closeTheirs() }
    let inputEnd = try pipes.add(0, isInput: true)
    let outputEnd = try pipes.add(1, isInput: false)
    let errorEnd = try pipes.add(2, isInput: false)
    var extraEnds: [Int32] = []
    for pipe in command.extraPipes {
      extraEnds.append(try pipes.add(pipe.descriptor, isInput: pipe.isInput))
    }
    let stop = try pipes.addStop()
    let life = ChildLife(identifier: try pipes.start(command), stop: stop.writing)
    self.life = life
    input = PipeWriter(inputEnd)

    var threads = ChildThreads(life: life, stop: stop.reading)
    threads.read(outputEnd, into: output, end: end)
    let addError: Sink = { bytes, _ in
      life.addError(bytes)
      return true
    }
    threads.read(errorEnd, into: addError, end: {})
    for (pipe, descriptor) in zip(command.extraPipes, extraEnds) {
      if pipe.isInput {
        extraInputs[pipe.descriptor] = PipeWriter(descriptor)
      } else {
        let reader = PipeReader(delimiter: pipe.delimiter, limit: command.messageLimit)
        extraOutputs[pipe.descriptor] = reader
        threads.read(descriptor, into: reader.take, end: reader.end)
      }
    }
    try threads.finish()
  }
}

/// The threads of a child that was started: one that reaps it, and one for each pipe that is read.
private struct ChildThreads {
  private let life: ChildLife
  /// The reading end of the stop pipe, of which each reader gets a duplicate.
  private let stop: Int32
  private var areStarted: Bool

  init(life: ChildLife, stop: Int32) {
    self.life = life
    self.stop = stop
    areStarted = startThread(stackSize: 256 << 10) { life.reap() }
  }

  mutating func read(
    _ descriptor: Int32, into sink: @escaping StartedChild.Sink,
    end: @escaping @Sendable () -> Void
  ) {
    life.readerStarted()
    let stopEnd = dup(stop)
    closeOnExec(stopEnd)
    let isStarted = PipeSource(descriptor, stop: stopEnd).start(sink) { [life] in
      _ = close(stopEnd)
      end()
      life.readerEnded()
    }
    areStarted = areStarted && isStarted
  }

  func finish() throws(ChildProcessError) {
    _ = close(stop)
    guard areStarted else {
      life.signal(SIGKILL)
      throw ChildProcessError(kind: .cannotStart, description: "cannot start a thread for a child")
    }
  }
}
