public import StrictJSON

/// The values that a running vector's references stand for: parameters, fresh values, captures.
public struct Bindings: Sendable, Hashable {
  /// The values by name.
  public private(set) var values: [String: JSON]

  /// Makes bindings.
  public init(_ values: [String: JSON] = [:]) {
    self.values = values
  }

  /// The value of a name; nil when nothing gave it one.
  public subscript(name: String) -> JSON? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// The text of a template; throws the first name that has no value.
  func text(of template: Template) throws(MissingValue) -> String {
    if let constant = template.constant { return constant }
    var text = ""
    for part in template.parts {
      switch part {
      case .literal(let literal): text += literal
      case .reference(let name): text += Self.text(of: try value(of: name))
      }
    }
    return text
  }

  /// The value of a template; throws the first name that has no value.
  func value(of template: ValueTemplate) throws(MissingValue) -> JSON {
    switch template {
    case .constant(let value):
      return value
    case .text(let template):
      if let name = template.soleReference { return try value(of: name) }
      return .string(try text(of: template))
    case .array(let elements):
      var values: [JSON] = []
      for element in elements { values.append(try value(of: element)) }
      return .array(values)
    case .object(let members):
      var object = JSONObject()
      for member in members { object.append(member.key, try value(of: member.value)) }
      return .object(object)
    }
  }

  private func value(of name: String) throws(MissingValue) -> JSON {
    guard let value = values[name] else { throw MissingValue(name: name) }
    return value
  }

  /// The first name without a value that says which arrival a watch means; nil when all have one.
  ///
  /// Without it the watch fits nothing, which says nothing of who should have sent it.
  func missing(in watch: WatchAction) -> String? {
    watch.condition?.references.first { values[$0] == nil }
  }

  /// A value as it stands inside a text: strings without quotes, all else as JSON.
  static func text(of value: JSON) -> String {
    value.string ?? value.serialized()
  }
}

/// A reference without a value, because the step that should have given it one could not.
struct MissingValue: Error, Hashable {
  let name: String
  /// Whether it has one that cannot be read as what it stands for, such as an instant.
  var isUnreadable = false

  /// What is amiss, as the end of a sentence that begins with the step.
  var sentence: String {
    isUnreadable
      ? "counts with \(name), which is no RFC 3339 instant"
      : "refers to “\(name)”, which has no value"
  }
}
