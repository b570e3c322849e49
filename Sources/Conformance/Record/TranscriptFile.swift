import StrictJSON

/// The file of transcripts beside a report: JSON lines, one a performed vector, in the order in which
/// they ended; the first line says what run it was.
///
/// Every line is written whole and at once, so that a process that is killed leaves a file that is
/// whole up to its last line.
public struct TranscriptFile: Sendable {
  /// What run it was.
  public struct Header: Sendable, Hashable {
    /// The contract's id.
    public var contract: String
    /// The digest of its spec files.
    public var digest: String
    /// The digest of its vector files.
    public var vectorsDigest: String
    /// The target's name.
    public var target: String
    /// The roles under test.
    public var roles: [Role]
    /// What the target says of itself that the judge needs: features and what it lacks.
    public var features: [String: Bool]
    /// Features and clauses that it lacks, each with its reason.
    public var lacks: [String: String]

    /// Says what run it is.
    public init(_ context: RunContext, _ suite: Suite) {
      contract = context.contract.id
      digest = context.contract.digest
      vectorsDigest = suite.vectorsDigests[contract] ?? ""
      target = context.target.name
      roles = context.target.roles
      features = context.target.features
      lacks = context.target.lacks
    }
  }

  /// The first line, with its line feed.
  ///
  /// - Parameters:
  ///   - header: What run it is.
  ///   - secrets: What is masked.
  /// - Returns: The line's bytes.
  public static func line(_ header: Header, masking secrets: Secrets) -> [UInt8] {
    line(header.json, secrets)
  }

  /// The line of one performance of a vector, with its line feed.
  ///
  /// - Parameters:
  ///   - transcript: What was seen.
  ///   - secrets: What is masked; masks keep the type, so that the line can still be judged.
  /// - Returns: The line's bytes.
  public static func line(_ transcript: Transcript, masking secrets: Secrets) -> [UInt8] {
    line(transcript.json, secrets)
  }

  private static func line(_ json: JSON, _ secrets: Secrets) -> [UInt8] {
    secrets.masked(json.serializedBytes()) + [0x0A]
  }

  /// What the file says of the run.
  public var header: Header
  /// The transcripts by vector, in the order in which they were performed.
  public var transcripts: [String: [Transcript]]
  /// Whether the last line was cut, as by a process that was killed.
  public var isTruncated: Bool

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: What it holds.
  ///   - path: Its path, for what is said of it.
  /// - Throws: `Diagnostics` with the line that cannot be read; a last line without a line feed is
  ///   left out instead.
  public init(parsing bytes: [UInt8], path: String) throws(Diagnostics) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    isTruncated = !(lines.popLast() ?? []).isEmpty
    var header: Header?
    transcripts = [:]
    for (index, line) in lines.enumerated() {
      do {
        let json = try JSON(parsing: Array(line))
        if index == 0 {
          header = try Header(json: json)
        } else {
          let transcript = try Transcript(json: json)
          transcripts[transcript.vector, default: []].append(transcript)
        }
      } catch {
        let place = FileLocation(path: path, line: index + 1, column: 1)
        throw Diagnostics([Diagnostic("this line is no transcript: \(error)", at: place)])
      }
    }
    guard let header else {
      let place = FileLocation(path: path, line: 1, column: 1)
      throw Diagnostics([
        Diagnostic("expected a first line that says what run this is; the file has none", at: place)
      ])
    }
    self.header = header
  }
}

extension TranscriptFile.Header: RecordedJSON {
  var json: JSON {
    var features = JSONObject()
    for (name, has) in self.features.sorted(by: { $0.key < $1.key }) { features[name] = .bool(has) }
    var lacks = JSONObject()
    for (name, reason) in self.lacks.sorted(by: { $0.key < $1.key }) {
      lacks[name] = .string(reason)
    }
    return [
      "format": 1, "contract": .string(contract), "digest": .string(digest),
      "vectorsDigest": .string(vectorsDigest), "target": .string(target),
      "roles": .array(roles.map { .string($0.rawValue) }), "features": .object(features),
      "lacks": .object(lacks),
    ]
  }

  init(json: JSON) throws(RecordError) {
    guard try json.integer("format") == 1 else {
      throw RecordError("expected “format” 1, received \(shown(json["format"]))")
    }
    contract = try json.text("contract")
    digest = try json.text("digest")
    vectorsDigest = try json.text("vectorsDigest")
    target = try json.text("target")
    roles = try json.list("roles").compactMap { $0.string.flatMap(Role.init(rawValue:)) }
    features = [:]
    lacks = [:]
    for (name, has) in try json.member("features").object ?? [:] { features[name] = has.bool }
    for (name, reason) in try json.member("lacks").object ?? [:] { lacks[name] = reason.string }
  }
}
