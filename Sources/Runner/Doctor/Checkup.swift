/// What was looked at before a run, and what is wrong with it.
public struct Checkup: Sendable {
  /// How something was found.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It is as it should be.
    case good = "ok"
    /// It is worth knowing, and stops nothing.
    case note
    /// It stops something.
    case problem
  }

  /// What a problem keeps from working, and so how the check ends.
  public enum Area: Sendable, Hashable {
    /// This machine.
    case machine
    /// The target, which is not reached.
    case target
    /// Vectors, which could not run.
    case vectors
  }

  /// One thing that was looked at.
  public struct Finding: Sendable, Hashable {
    /// How it was found.
    public var state: State
    /// What it belongs to.
    public var area: Area
    /// What was looked at, in a word.
    public var subject: String
    /// What was found.
    public var text: String
    /// What to do; nil when there is nothing to do.
    public var advice: String?
  }

  /// In the order in which it was looked at.
  public private(set) var findings: [Finding] = []

  /// Begins without having looked at anything.
  public init() {}

  /// Adds what was found.
  ///
  /// - Parameters:
  ///   - state: How it was found.
  ///   - area: What it belongs to.
  ///   - subject: What was looked at, in a word.
  ///   - text: What was found.
  ///   - advice: What to do; nil when there is nothing to do.
  public mutating func add(
    _ state: State, _ area: Area, _ subject: String, _ text: String, advice: String? = nil
  ) {
    findings.append(
      Finding(state: state, area: area, subject: subject, text: text, advice: advice))
  }

  /// The exit status that a run would end with for the same reason: 3 for a target that is not
  /// reached, 5 for a machine that lacks something, 4 for vectors that could not run, 0 otherwise.
  public var exit: Int32 {
    let areas = Set(findings.filter { $0.state == .problem }.map(\.area))
    if areas.contains(.target) { return 3 }
    if areas.contains(.machine) { return 5 }
    return areas.contains(.vectors) ? 4 : 0
  }
}
