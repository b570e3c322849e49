import Conformance
import Runner
public import SDKDriving
public import StrictJSON

/// The implementation that a replay is against.
public struct ReplayTarget: Sendable {
  /// The implementation while it is up.
  public struct Started: Sendable {
    /// What its target file would say.
    public var target: JSON
    /// Makes the SDK under test, where it is driven within this process; nil where it is not.
    public var driver: (@Sendable () -> any SDKDriver)?
    /// Ends it.
    public var stop: @Sendable () -> Void

    /// Describes an implementation that is up.
    ///
    /// - Parameters:
    ///   - target: What its target file would say.
    ///   - driver: Makes the SDK under test, where it is driven within this process.
    ///   - stop: Ends it.
    public init(
      target: JSON, driver: (@Sendable () -> any SDKDriver)? = nil,
      stop: @escaping @Sendable () -> Void = {}
    ) {
      self.target = target
      self.driver = driver
      self.stop = stop
    }
  }

  let open: @Sendable (Suite) async throws -> (target: Target, stop: @Sendable () -> Void)

  /// The implementation that a target file describes.
  ///
  /// - Parameter path: The file, absolute or relative to the working folder, which is the package's
  ///   root under `swift test`.
  /// - Returns: The target.
  public static func file(_ path: String) -> ReplayTarget {
    ReplayTarget { suite in
      (try target(at: path, suite), {})
    }
  }

  /// An implementation that is started for the run and ended after it.
  ///
  /// - Parameter start: Starts it; what it throws fails the run.
  /// - Returns: The target.
  public static func started(_ start: @escaping @Sendable () async throws -> Started) -> Self {
    ReplayTarget { suite in
      let started = try await start()
      do {
        var target = try Target(
          parsing: started.target.serializedBytes(), path: "(started)", suite: suite,
          environment: Environment.current)
        target.makeDriver = started.driver
        return (target, started.stop)
      } catch {
        started.stop()
        throw error
      }
    }
  }

  static func target(at path: String, _ suite: Suite) throws -> Target {
    try Target(
      parsing: Files.read(path), path: path, suite: suite, environment: Environment.current)
  }
}
