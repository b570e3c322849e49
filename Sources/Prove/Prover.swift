package import Conformance
import Reference
import Runner
import StrictJSON
import Wire

/// Runs the suite against every reference as it is, with every fault and variant, and with every
/// generated fault between them.
package struct Prover: Sendable {
  /// What is proven, and how.
  package struct Options: Sendable {
    /// The contracts; empty for all.
    package var contracts: [String]
    /// The role; nil for all.
    package var role: Role?
    /// How many runs go on at once.
    package var jobs: Int
    /// What fresh values are made from.
    package var seed: UInt64
    /// Globs of names of faults, variants and generated faults; empty for all.
    package var only: [Glob]
    /// Reasons of generated faults that no vector could tell from a legal difference.
    package var equivalents: [String: String]
    /// Whether every vector is performed with every fault and variant, those too that cannot come
    /// upon what it changes.
    package var isWhole: Bool

    /// Creates options.
    package init(
      contracts: [String] = [], role: Role? = nil, jobs: Int = 8, seed: UInt64 = 0,
      only: [Glob] = [], equivalents: [String: String] = [:], isWhole: Bool = false
    ) {
      self.contracts = contracts
      self.role = role
      self.jobs = jobs
      self.seed = seed
      self.only = only
      self.equivalents = equivalents
      self.isWhole = isWhole
    }
  }

  private let suite: Suite
  private let files: [Suite.File]
  private let options: Options

  /// Prepares a proof.
  ///
  /// - Parameters:
  ///   - suite: The suite.
  ///   - specs: The files that its contracts were read from.
  ///   - options: What is proven, and how.
  package init(suite: Suite, specs: [Suite.File], options: Options) {
    self.suite = suite
    files = specs
    self.options = options
  }

  /// Proves every contract and role, side by side, and those that show pages after all others.
  ///
  /// - Parameters:
  ///   - progress: Told what goes on, after every run.
  ///   - done: Told of every contract and role as it ends.
  /// - Returns: What was proven, in the order of the catalogue; when the task is cancelled, with
  ///   what was not tried any more.
  /// - Throws: Why a reference cannot be run at all.
  package func prove(
    progress: @escaping @Sendable (String) -> Void, done: (RoleProof) -> Void
  ) async throws -> [RoleProof] {
    let shelf = BrowserShelf(isReusing: true)
    let result: Result<[RoleProof], any Error>
    do {
      result = .success(try await prove(on: shelf, progress, done))
    } catch {
      result = .failure(error)
    }
    await shelf.close()
    return try result.get()
  }

  private func prove(
    on shelf: BrowserShelf, _ progress: @escaping @Sendable (String) -> Void,
    _ done: (RoleProof) -> Void
  ) async throws -> [RoleProof] {
    let slots = Slots(options.jobs)
    let tally = Locked((done: 0, all: 0))
    let provers = subjects.map { contract, role in
      let trial = Trial(
        suite: suite, contract: contract, role: role, seed: options.seed, shelf: shelf)
      return RoleProver(trial, surface(of: contract.id), options, slots) { name in
        let (done, all) = tally.withLock { tally in
          tally.done += 1
          return tally
        }
        progress("\(done) of \(all) runs; the last of \(name)")
      }
    }
    tally.withLock { $0.all = provers.reduce(0) { $0 + $1.runs } }
    var proofs = [RoleProof?](repeating: nil, count: provers.count)
    for showsPages in [false, true] {
      try await withThrowingTaskGroup(of: (Int, RoleProof).self) { group in
        for (index, prover) in provers.enumerated() where prover.showsPages == showsPages {
          group.addTask { (index, try await prover.proof()) }
        }
        for try await (index, proof) in group {
          proofs[index] = proof
          done(proof)
        }
      }
    }
    return proofs.compactMap { $0 }
  }

  private var subjects: [(Contract, Role)] {
    References.all().compactMap { id, roleName in
      guard let contract = suite.contract(id), let role = Role(rawValue: roleName),
        options.contracts.isEmpty || options.contracts.contains(id),
        options.role == nil || options.role == role
      else { return nil }
      return (contract, role)
    }
  }

  private func surface(of contract: String) -> ContractSurface {
    ContractSurface(
      files.filter { $0.path.split(separator: "/").dropLast().last ?? "" == contract })
  }
}
