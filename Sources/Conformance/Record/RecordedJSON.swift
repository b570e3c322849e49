import StrictJSON

/// A value of ours that is written into a transcript file, and read again to be judged once more.
protocol RecordedJSON {
  /// The value as JSON.
  var json: JSON { get }
  /// Reads the value; throws a sentence when the JSON is no such value.
  init(json: JSON) throws(RecordError)
}

/// Why a line of a transcript cannot be read.
struct RecordError: Error, Hashable, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}

extension JSON {
  /// A member that must be there.
  func member(_ name: String) throws(RecordError) -> JSON {
    guard let value = self[name] else {
      throw RecordError("expected “\(name)” in \(shown(self))")
    }
    return value
  }

  func text(_ name: String) throws(RecordError) -> String {
    guard let text = try member(name).string else {
      throw RecordError("expected “\(name)” as a string, received \(shown(self[name]))")
    }
    return text
  }

  func integer(_ name: String) throws(RecordError) -> Int {
    guard let number = try member(name).number?.int else {
      throw RecordError("expected “\(name)” as a whole number, received \(shown(self[name]))")
    }
    return number
  }

  func flag(_ name: String) -> Bool {
    self[name]?.bool ?? false
  }

  func list(_ name: String) throws(RecordError) -> [JSON] {
    guard let array = try member(name).array else {
      throw RecordError("expected “\(name)” as an array, received \(shown(self[name]))")
    }
    return array
  }

  func instant(_ name: String) throws(RecordError) -> Instant {
    Instant(nanoseconds: Int64(try integer(name)))
  }

  /// A number of nanoseconds since 1970, or any other whole number.
  static func whole(_ number: Int64) -> JSON { .number(JSONNumber(Int(number))) }

  static func whole(_ number: Int) -> JSON { .number(JSONNumber(number)) }
}
