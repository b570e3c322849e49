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

  /// Makes the target ready, given the suite and the id of the contract that it is held to.
  let open: @Sendable (Suite, String) async throws -> (target: Target, stop: @Sendable () -> Void)

  /// The implementation that a target file describes.
  ///
  /// - Parameter path: The file, absolute or relative to the working folder, which is the package's
  ///   root under `swift test`.
  /// - Returns: The target.
  public static func file(_ path: String) -> ReplayTarget {
    ReplayTarget { suite, _ in
      (try target(at: path, suite), {})
    }
  }

  /// An implementation that is started for the run and ended after it.
  ///
  /// - Parameter start: Starts it; what it throws fails the run.
  /// - Returns: The target.
  public static func started(_ start: @escaping @Sendable () async throws -> Started) -> Self {
    ReplayTarget { suite, _ in
      let started = try await start()
      do {
        return (try target(of: started, suite), started.stop)
      } catch {
        started.stop()
        throw error
      }
    }
  }

  /// An SDK that is driven within this process.
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - baseURL: The server that it talks to, where the suite does not play that server itself.
  ///   - parameters: The contract's parameters that the target gives, by name.
  ///   - features: The contract's features that it has or has not, by name.
  ///   - driver: Makes its driver; called once for each that is to be driven at the same time.
  /// - Returns: The target.
  public static func sdk(
    _ name: String, baseURL: String? = nil, parameters: JSONObject = [:],
    features: [String: Bool] = [:], driver: @escaping @Sendable () -> any SDKDriver
  ) -> Self {
    var file: JSONObject = [
      "format": 1, "name": .string(name), "roles": ["sdk"], "parameters": .object(parameters),
      "features": .object(JSONObject(features.sorted { $0.key < $1.key }.map { ($0, .bool($1)) })),
    ]
    if let baseURL { file["http"] = ["baseURL": .string(baseURL)] }
    return ReplayTarget { [file] suite, contract in
      var file = file
      file["contract"] = .string(contract)
      return (try target(of: Started(target: .object(file), driver: driver), suite), {})
    }
  }

  private static func target(of started: Started, _ suite: Suite) throws -> Target {
    var target = try Target(
      parsing: started.target.serializedBytes(), path: "(started)", suite: suite,
      environment: Environment.current)
    target.makeDriver = started.driver
    return target
  }

  static func target(at path: String, _ suite: Suite) throws -> Target {
    try Target(
      parsing: Files.read(path), path: path, suite: suite, environment: Environment.current)
  }
}
