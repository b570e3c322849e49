public import StrictJSON

/// Something that an SDK did of its own accord, such as showing a sheet.
public struct DriverEvent: Sendable, Hashable {
  /// The event's name, as the contract calls it.
  public var name: String
  /// What it tells; an empty object when that is nothing.
  public var data: JSON

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - data: What it tells.
  public init(_ name: String, _ data: JSONObject = [:]) {
    self.name = name
    self.data = .object(data)
  }
}

/// Where a driver sends the events of its SDK; it goes on when the event has been taken down.
public typealias DriverEventSink = @Sendable (DriverEvent) async -> Void

// MARK: - Second outcomes

extension DriverEvent {
  private static let secondOutcome = "outcome.second"

  /// A call ended again after it had ended: for SDKs whose interface lets that happen, such as a
  /// completion handler that is called twice.
  ///
  /// - Parameter operation: The operation that was called.
  /// - Returns: An event that the runner takes as a second answer to the latest such call that ended.
  public static func secondOutcome(of operation: String) -> DriverEvent {
    DriverEvent(secondOutcome, ["operation": .string(operation)])
  }

  /// The operation whose call ended again; nil when the event is another.
  public var operationOfSecondOutcome: String? {
    guard name.isSameText(as: Self.secondOutcome) else { return nil }
    return data["operation"]?.string
  }
}
