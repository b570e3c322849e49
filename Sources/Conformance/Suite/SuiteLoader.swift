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

  mutating func vectors(_ files: [Suite.File], contracts: [Contract]) -> [Vector] {
    var vectors: [Vector] = []
    var byContract: [String: [Suite.File]] = [:]
    for file in files.sorted(by: { $0.path < $1.path }) {
      let reader = FileReader(path: file.path)
      if let (contract, found) = Self.read(file, reader, contracts) {
        vectors += found
        byContract[contract.id, default: []].append(file)
      }
      diagnostics += reader.diagnostics
    }
    vectorsDigests = byContract.mapValues(Self.digest)
    reportDuplicates(vectors)
    return vectors.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
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
