import StrictJSON
import Wire

/// Performs the vectors of a plan: a loop over values that say what to do, and ports that do it.
public struct Scheduler: Sendable {
  /// How a run is performed.
  public struct Options: Sendable {
    /// How many vectors run at once; those that wait for time do not count.
    public var width: Int
    /// What fresh values are made from.
    public var seed: UInt64
    /// How often a vector is performed again that came too close to a deadline.
    public var edgeAttempts: Int
    /// How many vectors may hold an end, such as a driver's process, at once.
    public var leases: Int

    /// Makes options.
    public init(width: Int = 16, seed: UInt64 = 0, edgeAttempts: Int = 3, leases: Int = 4) {
      self.width = width
      self.leases = leases
      self.seed = seed
      self.edgeAttempts = edgeAttempts
    }
  }

  /// What became of one planned vector.
  public struct Record: Sendable {
    /// The vector.
    public var vector: Vector
    /// What was seen, a transcript a repetition; empty when it did not run.
    public var transcripts: [Transcript]
    /// What the judge says of all of them together.
    public var judgement: Judgement
    /// Real time from its start to its end.
    public var seconds: Double
  }

  let context: RunContext
  let ports: Ports
  let options: Options

  /// Makes a scheduler.
  public init(context: RunContext, ports: Ports, options: Options = Options()) {
    self.context = context
    self.ports = ports
    self.options = options
  }

  /// Performs and judges vectors.
  ///
  /// - Parameters:
  ///   - vectors: The vectors, all of which can run.
  ///   - progress: Told of every vector as it ends, in the order in which they end.
  /// - Returns: A record each, in the order of the vectors. When the task is cancelled, the records
  ///   of what did not end say that the run was interrupted.
  public func perform(
    _ vectors: [Vector], progress: @Sendable (Record) -> Void = { _ in }
  ) async -> [Record] {
    var loop = ScheduleLoop(self, vectors)
    return await loop.run(progress)
  }
}
