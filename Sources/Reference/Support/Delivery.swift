public import Wire

/// One webhook request that a reference wants to have sent.
public struct Delivery: Sendable, Hashable {
  /// Where it goes, as the subscriber gave it.
  public var url: String
  /// Its header fields, Content-Type included.
  public var fields: HTTPFields
  /// Its body.
  public var body: [UInt8]
  /// How long it is held back, in real time.
  public var delay: Duration
  /// The id of the session that it tells of; nil when that does not matter.
  var session: String?

  /// Creates a delivery.
  ///
  /// - Parameters:
  ///   - url: Where it goes.
  ///   - fields: Its header fields.
  ///   - body: Its body.
  ///   - delay: How long it is held back, in real time.
  public init(url: String, fields: HTTPFields, body: [UInt8], delay: Duration = .zero) {
    self.url = url
    self.fields = fields
    self.body = body
    self.delay = delay
  }
}
