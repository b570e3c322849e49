import StrictJSON

/// Reads the files of a suite and gathers what is wrong with them.
struct SuiteLoader {
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

  /// Reads the vectors; each file's bytes are let go once it was read, for there may be many.
  mutating func vectors(_ files: consuming [Suite.File], contracts: [Contract]) -> [Vector] {
    var vectors: [Vector] = []
    var digests: [String: SHA256] = [:]
    files.sort { $0.path < $1.path }
    for index in files.indices {
      let file = files[index]
      files[index].bytes = []
      let reader = FileReader(path: file.path)
      if let (contract, found) = Self.read(file, reader, contracts) {
        vectors += found
        digests[contract.id, default: SHA256()].add(file)
      }
      diagnostics += reader.diagnostics
    }
    vectorsDigests = digests.mapValues { "sha256:" + Encodings.hex($0.digest()) }
    vectors.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    reportDuplicates(vectors)
    return vectors
  }

  /// The vectors of one file and their contract; nil when it names none, which its reader is told.
  static func read(
    _ file: Suite.File, _ reader: FileReader, _ contracts: [Contract]
  ) -> (contract: Contract, vectors: [Vector])? {
    let keys: Set<String> = ["format", "contract", "vectors", "about", "routes", "contexts"]
    guard let document = reader.parse(file.bytes),
      let root = ObjectReader(document.root, as: "a vectors file", keys: keys, in: reader),
      let id = root.requiredString("contract")
    else { return nil }
    guard let contract = contracts.first(where: { $0.id == id }) else {
      let hint = suggestion(for: id, among: contracts.map(\.id))
      reader.complain("“\(id)” is no contract; \(hint)", at: root["contract"] ?? root.node)
      return nil
    }
    return (contract, VectorLoader(file: reader, contract: contract, root: root).vectors(root))
  }

  /// Complains of ids that stand side by side in the order of ids.
  private mutating func reportDuplicates(_ vectors: [Vector]) {
    for (first, vector) in zip(vectors, vectors.dropFirst()) where first.id == vector.id {
      diagnostics.append(
        Diagnostic(
          "vector “\(vector.id)” is already at \(first.location); give one of them another id",
          at: vector.location))
    }
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  private static func digest(_ files: [Suite.File]) -> String {
    var hash = SHA256()
    for file in files { hash.add(file) }
    return "sha256:" + Encodings.hex(hash.digest())
  }
}

extension SHA256 {
  /// Adds a file: its name and what it holds.
  fileprivate mutating func add(_ file: Suite.File) {
    add(Array("\(file.path.split(separator: "/").last ?? "")\n".utf8))
    add(file.bytes)
  }
}
