public import SDKDriving
public import StrictJSON

/// A reference implementation that is up, and how a run reaches it.
public struct RunningReference: Sendable {
  /// A name for reports: the contract, the role, and the fault or variant.
  public var name: String
  /// A target file that points at it.
  public var target: JSON
  /// Shuts it down and waits until it is; may be called more than once.
  public var stop: @Sendable () -> Void
  /// Makes an SDK that is driven within this process; nil for what is no SDK.
  public var driver: (@Sendable () -> any SDKDriver)?

  /// Creates the description of something that runs.
  ///
  /// - Parameters:
  ///   - name: A name for reports.
  ///   - target: The target file.
  ///   - stop: Shuts it down.
  ///   - driver: Makes an SDK that is driven within this process.
  public init(
    name: String, target: JSON, stop: @escaping @Sendable () -> Void,
    driver: (@Sendable () -> any SDKDriver)? = nil
  ) {
    self.driver = driver
    self.name = name
    self.target = target
    self.stop = stop
  }
}
