/// The fields of a message in the order in which they were sent, repeats kept.
///
/// Names are compared without regard to the case of ASCII letters (RFC 9110, 5.1).
public struct HTTPFields: Sendable, Hashable {
  private var fields: [HTTPField]

  /// Creates fields from a list.
  ///
  /// - Parameter fields: The lines in the order of sending.
  public init(_ fields: [HTTPField] = []) {
    self.fields = fields
  }

  /// The value of the first field of that name, or nil when there is none.
  public subscript(first name: String) -> String? {
    fields.first { $0.name.isEqualIgnoringASCIICase(name) }?.value
  }

  /// Collects the values of every field of one name, in order.
  ///
  /// - Parameter name: The name, in any case.
  /// - Returns: The values as sent, one for each line; empty when there is none.
  public func all(_ name: String) -> [String] {
    var values: [String] = []
    for field in fields where field.name.isEqualIgnoringASCIICase(name) {
      values.append(field.value)
    }
    return values
  }

  /// Tells whether a field of that name is there.
  ///
  /// - Parameter name: The name, in any case.
  /// - Returns: True when at least one line has it.
  public func contains(_ name: String) -> Bool {
    fields.contains { $0.name.isEqualIgnoringASCIICase(name) }
  }

  /// Makes room for so many fields in one step.
  package mutating func reserveCapacity(_ count: Int) {
    fields.reserveCapacity(count)
  }

  /// Adds a field after all others.
  ///
  /// - Parameter field: The line to add.
  public mutating func append(_ field: HTTPField) {
    fields.append(field)
  }

  /// Adds a field after all others.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - value: Its value.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(HTTPField(name, value))
  }

  /// Makes a name occur once: at its first place, or at the end when it was absent.
  ///
  /// - Parameters:
  ///   - name: The name; its case replaces the case that was there.
  ///   - value: The value.
  public mutating func set(_ name: String, _ value: String) {
    guard let place = fields.firstIndex(where: { $0.name.isEqualIgnoringASCIICase(name) }) else {
      append(name, value)
      return
    }
    remove(name)
    fields.insert(HTTPField(name, value), at: place)
  }

  /// Removes every field of one name.
  ///
  /// - Parameter name: The name, in any case.
  public mutating func remove(_ name: String) {
    fields.removeAll { $0.name.isEqualIgnoringASCIICase(name) }
  }
}

// MARK: - Collection

extension HTTPFields: RandomAccessCollection {
  /// Zero.
  public var startIndex: Int { 0 }
  /// The number of lines.
  public var endIndex: Int { fields.count }
  /// The line at that place.
  public subscript(position: Int) -> HTTPField { fields[position] }
}

// MARK: - Literals

extension HTTPFields: ExpressibleByArrayLiteral {
  /// Creates fields from a literal list.
  ///
  /// - Parameter elements: The lines in order.
  public init(arrayLiteral elements: HTTPField...) {
    self.init(elements)
  }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Creates fields from a literal of names and values; repeats and order are kept.
  ///
  /// - Parameter elements: The lines in order.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { HTTPField($0.0, $0.1) })
  }
}

// MARK: - CustomStringConvertible

extension HTTPFields: CustomStringConvertible {
  /// The lines, each ended by a line feed.
  public var description: String { fields.map { "\($0)\n" }.joined() }
}
