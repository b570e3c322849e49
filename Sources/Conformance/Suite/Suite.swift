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
