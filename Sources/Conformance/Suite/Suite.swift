import StrictJSON

/// Contracts and their vectors, loaded and checked.
public struct Suite: Sendable {
  /// A file of the suite: its path as it is shown, and its bytes.
  public struct File: Sendable {
    /// The path, with `/` between names.
    public var path: String
    /// What the file holds.
    public var bytes: [UInt8]

    /// Makes a file.
    public init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// By id, in byte order.
  public var contracts: [Contract]
  /// In byte order of their ids.
  public var vectors: [Vector]
  /// Digests of each contract's vector files, by contract.
  public var vectorsDigests: [String: String]

  /// The contract of that id; nil when there is none.
  public func contract(_ id: String) -> Contract? {
    contracts.first { $0.id == id }
  }

  /// The vectors of a contract, in byte order of their ids.
  public func vectors(of contract: String) -> [Vector] {
    vectors.filter { $0.contract == contract }
  }

  /// The vector of that id; nil when there is none.
  public func vector(_ id: String) -> Vector? {
    vectors.first { $0.id == id }
  }

  /// Loads a suite from the files of its spec folders and its vector folders.
  ///
  /// - Parameters:
  ///   - specs: The contracts' files; the folder that a file stands in names its contract.
  ///   - vectors: The vector files.
  /// - Throws: `Diagnostics` with everything that is wrong, in the order of the files.
  public init(specs: [File], vectors: [File]) throws(Diagnostics) {
    var loader = SuiteLoader()
    contracts = loader.contracts(specs)
    self.vectors = loader.vectors(vectors, contracts: contracts)
    vectorsDigests = loader.vectorsDigests
    guard loader.diagnostics.isEmpty else { throw Diagnostics(loader.diagnostics) }
  }
}

/// Reads the files of a suite and gathers what is wrong with them.
private struct SuiteLoader {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var vectorsDigests: [String: String] = [:]

  mutating func contracts(_ files: [Suite.File]) -> [Contract] {
    let folders = Dictionary(grouping: files) { Self.folder(of: $0.path) }
    var contracts: [Contract] = []
    for (_, files) in folders.sorted(by: { $0.key < $1.key }) {
      let files = files.sorted { $0.path < $1.path }
      let readers = files.map { FileReader(path: $0.path) }
      let sources = zip(files, readers).compactMap { file, reader in
        reader.parse(file.bytes).map { ContractLoader.Source(reader: reader, root: $0.root) }
      }
      let contract = ContractLoader.load(sources)
      diagnostics += readers.flatMap(\.diagnostics)
      guard var contract else { continue }
      contract.digest = Self.digest(files)
      contracts.append(contract)
    }
    return contracts.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  mutating func vectors(_ files: [Suite.File], contracts: [Contract]) -> [Vector] {
    var vectors: [Vector] = []
    var byContract: [String: [Suite.File]] = [:]
    for file in files.sorted(by: { $0.path < $1.path }) {
      let reader = FileReader(path: file.path)
      if let (contract, root) = open(file, reader, contracts) {
        vectors += VectorLoader(file: reader, contract: contract, root: root).vectors(root)
        byContract[contract.id, default: []].append(file)
      }
      diagnostics += reader.diagnostics
    }
    vectorsDigests = byContract.mapValues(Self.digest)
    reportDuplicates(vectors)
    return vectors.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  private func open(
    _ file: Suite.File, _ reader: FileReader, _ contracts: [Contract]
  ) -> (Contract, ObjectReader)? {
    let keys: Set<String> = ["format", "contract", "vectors", "about", "routes", "contexts"]
    guard let document = reader.parse(file.bytes),
      let root = ObjectReader(document.root, as: "a vectors file", keys: keys, in: reader),
      let id = root.requiredString("contract")
    else { return nil }
    if let contract = contracts.first(where: { $0.id == id }) { return (contract, root) }
    if let node = root["contract"] {
      let hint = suggestion(for: id, among: contracts.map(\.id))
      reader.complain("“\(id)” is no contract; \(hint)", at: node)
    }
    return nil
  }

  private mutating func reportDuplicates(_ vectors: [Vector]) {
    var seen: [String: FileLocation] = [:]
    for vector in vectors {
      if let first = seen[vector.id] {
        diagnostics.append(
          Diagnostic(
            "vector “\(vector.id)” is already at \(first); give one of them another id",
            at: vector.location))
      }
      seen[vector.id] = vector.location
    }
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  private static func digest(_ files: [Suite.File]) -> String {
    let all = files.flatMap {
      Array("\($0.path.split(separator: "/").last ?? "")\n".utf8) + $0.bytes
    }
    return "sha256:" + SHA256.hex(all)
  }
}
