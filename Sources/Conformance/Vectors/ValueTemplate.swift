public import StrictJSON

/// A JSON value with references in its strings.
///
/// A string that is one reference becomes the referred value, with its type and number text.
public indirect enum ValueTemplate: Sendable, Hashable {
  case constant(JSON)
  case text(Template)
  case array([ValueTemplate])
  case object([Member])

  /// One member of an object, in the order of the file.
  public struct Member: Sendable, Hashable {
    /// The member's name, taken literally.
    public var key: String
    /// Its value.
    public var value: ValueTemplate
  }

  /// Reads a value; `raw` takes every brace literally.
  public init(_ value: JSON, raw: Bool = false) {
    switch value {
    case .string(let text):
      let template = Template(text, raw: raw)
      self = template.references.isEmpty ? .constant(value) : .text(template)
    case .array(let elements):
      let templates = elements.map { ValueTemplate($0, raw: raw) }
      self = templates.allSatisfy(\.isConstant) ? .constant(value) : .array(templates)
    case .object(let object):
      let members = object.map { Member(key: $0.key, value: ValueTemplate($0.value, raw: raw)) }
      self = members.allSatisfy(\.value.isConstant) ? .constant(value) : .object(members)
    default:
      self = .constant(value)
    }
  }

  /// The names that the value refers to, in order.
  public var references: [String] {
    switch self {
    case .constant: []
    case .text(let template): template.references
    case .array(let elements): elements.flatMap(\.references)
    case .object(let members): members.flatMap(\.value.references)
    }
  }

  private var isConstant: Bool {
    if case .constant = self { true } else { false }
  }
}
