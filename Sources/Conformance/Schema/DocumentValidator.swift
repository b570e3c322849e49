public import StrictJSON

extension JSONLimits {
  /// As deep and as large as a text may be that is only validated: 131,072 levels and 512 MiB.
  public static let deep = JSONLimits(depth: 131_072, bytes: 512 << 20)
}

/// Validates texts against a schema's text: what the command `validate` does, without files.
public struct DocumentValidator: Sendable {
  private let schema: CompiledSchema
  private let limits: JSONLimits

  /// A document that references may lead to.
  public struct RegistryEntry: Sendable {
    /// The URI under which it is known.
    public var uri: String
    /// Its text.
    public var bytes: [UInt8]

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - uri: The URI under which the document is known.
    ///   - bytes: The document's text.
    public init(uri: String, bytes: [UInt8]) {
      self.uri = uri
      self.bytes = bytes
    }
  }

  /// Reads and compiles a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema's text; the text `true` accepts everything that is JSON.
  ///   - baseURI: What the schema's `$id` and references are relative to.
  ///   - registry: The documents that references may lead to.
  ///   - assertFormats: Whether a string of a wrong format is refused.
  ///   - limits: What is accepted at most of each text that is validated.
  /// - Throws: Why the schema or a document of the registry cannot be used.
  public init(
    schema: [UInt8], baseURI: String = "", registry: [RegistryEntry] = [],
    assertFormats: Bool = false, limits: JSONLimits = .deep
  ) throws(DocumentValidatorError) {
    self.limits = limits
    var documents = SchemaRegistry()
    for entry in registry {
      let document = try Self.read(entry.bytes, document: entry.uri)
      documents.add(document, at: entry.uri)
    }
    let document = try Self.read(schema, document: baseURI)
    do throws(SchemaError) {
      self.schema = try CompiledSchema(
        compiling: document.root, baseURI: baseURI, registry: documents,
        assertFormats: assertFormats)
    } catch {
      throw .schema(error)
    }
  }

  private static func read(
    _ bytes: [UInt8], document: String
  ) throws(DocumentValidatorError) -> JSONDocument {
    do throws(JSONSyntaxError) {
      return try JSONDocument(parsing: bytes)
    } catch {
      throw .syntax(error, document: document)
    }
  }

  /// The formats of the schema that were to be asserted but stay annotations, in order.
  public var formatsNotJudged: [String] { schema.formatsNotJudged }

  /// Validates a text.
  ///
  /// - Parameter data: The text. A member name that occurs twice is no error.
  /// - Returns: Whether it is valid, and if not, why.
  public func validate(_ data: [UInt8]) -> DocumentVerdict {
    do throws(JSONSyntaxError) {
      let violations = schema.validate(try JSONDocument(parsing: data, limits: limits))
      return violations.isEmpty ? .valid : .invalid(violations)
    } catch {
      return .notJSON(error)
    }
  }
}

/// Why a schema, or a document that it refers to, cannot be used.
public enum DocumentValidatorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A text is not JSON; the document is its URI, empty where it has none.
  case syntax(JSONSyntaxError, document: String)
  /// A document is no schema.
  case schema(SchemaError)

  /// What is wrong, after the place.
  public var description: String {
    switch self {
    case .syntax(let error, let document):
      document.isEmpty ? "\(error)" : "\(document):\(error)"
    case .schema(let error): "\(error)"
    }
  }
}

/// What a validation says of one text.
public enum DocumentVerdict: Sendable, Hashable {
  /// The text is JSON and satisfies the schema.
  case valid
  /// The text is JSON and breaks the schema, in the order of the text.
  case invalid([SchemaViolation])
  /// The text is not JSON, or exceeds a limit.
  case notJSON(JSONSyntaxError)

  /// 0 for valid, 1 for invalid, 2 for not JSON; a schema that cannot be used is 2 as well.
  public var exitCode: Int32 {
    switch self {
    case .valid: 0
    case .invalid: 1
    case .notJSON: 2
    }
  }

  /// One line for each reason, each beginning with `line:column: `; none when valid.
  public var lines: [String] {
    switch self {
    case .valid: []
    case .invalid(let violations): violations.map(\.description)
    case .notJSON(let error): [error.description]
    }
  }
}
