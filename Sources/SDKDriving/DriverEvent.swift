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
