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

    /// Creates options.
    package init(
      contracts: [String] = [], role: Role? = nil, jobs: Int = 4, seed: UInt64 = 0,
      only: [Glob] = [], equivalents: [String: String] = [:]
    ) {
      self.contracts = contracts
      self.role = role
      self.jobs = jobs
      self.seed = seed
      self.only = only
      self.equivalents = equivalents
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

  /// Proves one contract and role after the other, in the order of the catalogue.
  ///
  /// - Parameters:
  ///   - progress: Told what goes on, after every run.
  ///   - done: Told of every contract and role as it ends.
  /// - Returns: What was proven; when the task is cancelled, with what was not tried any more.
  /// - Throws: Why a reference cannot be run at all.
  package func prove(
    progress: @escaping @Sendable (String) -> Void, done: (RoleProof) -> Void
  ) async throws -> [RoleProof] {
    let shelf = BrowserShelf()
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
    var proofs: [RoleProof] = []
    for (contract, role) in subjects {
      let trial = Trial(
        suite: suite, contract: contract, role: role, seed: options.seed, shelf: shelf)
      let prover = RoleProver(trial, surface(of: contract.id), options, progress)
      let proof = Task.isCancelled ? prover.nothing() : try await prover.proof()
      proofs.append(proof)
      done(proof)
    }
    return proofs
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

/// Proves one contract and role.
private struct RoleProver: Sendable {
  let trial: Trial
  let options: Prover.Options
  let progress: @Sendable (String) -> Void
  let mutations: [Mutation]
  let faults: [FaultInfo]
  let variants: [VariantInfo]

  init(
    _ trial: Trial, _ surface: ContractSurface, _ options: Prover.Options,
    _ progress: @escaping @Sendable (String) -> Void
  ) {
    self.trial = trial
    self.options = options
    let what = "\(trial.contract.id) \(trial.role.rawValue)"
    self.progress = { progress("\(what): \($0)") }
    let (id, role) = (trial.contract.id, trial.role.rawValue)
    func isWanted(_ name: String) -> Bool {
      options.only.isEmpty || options.only.contains { $0.matches(name) }
    }
    faults = References.faults(contract: id, role: role).filter { isWanted($0.name) }
    variants = References.variants(contract: id, role: role).filter { isWanted($0.name) }
    mutations = Mutations.all(of: trial.contract, surface, role: trial.role)
      .filter { isWanted($0.name) }
  }

  func proof() async throws -> RoleProof {
    let started = WireInstant.now()
    var proof = coverage()
    progress("the plain reference")
    let plain = try await trial.run()
    guard !plain.isInterrupted else { return nothing() }
    proof.plain = objections(plain, named: plain.failedClauses)
    if plain.outcome == .incomplete { proof.plain.append("the run is incomplete") }
    proof.variants = try await each(variants, "variants") { variant in
      let result = try await trial.run(variant: variant.name)
      guard !result.isInterrupted else { return nil }
      return VariantVerdict(
        name: variant.name, objections: objections(result, named: result.failedGatingClauses))
    }
    let known = plain.failedClauses
    proof.faults = try await each(faults, "faults") { try await verdict(on: $0, besides: known) }
    proof.mutants = try await each(mutations, "generated faults") { try await verdict(on: $0) }
    proof.untried = untried(besides: proof)
    let spent = WireInstant.now().nanoseconds - started.nanoseconds
    proof.seconds = Double(spent) / 1e9
    return proof
  }

  /// The proof that was interrupted before anything was tried.
  func nothing() -> RoleProof {
    var proof = coverage()
    proof.untried = untried(besides: proof)
    proof.untried.isPlain = true
    return proof
  }

  private func untried(besides proof: RoleProof) -> RoleProof.Untried {
    RoleProof.Untried(
      faults: faults.count - proof.faults.count, mutants: mutations.count - proof.mutants.count,
      variants: variants.count - proof.variants.count)
  }

  private func coverage() -> RoleProof {
    let contract = trial.contract
    let own = contract.clauses.filter { $0.role == trial.role }
    let tested = Lint.testedClauses(of: contract, trial.suite)
    let broken = Set(
      References.faults(contract: contract.id, role: trial.role.rawValue).flatMap(\.clauses))
    let testedOwn = own.filter { tested.contains($0.id) }
    return RoleProof(
      contract: contract.id, role: trial.role, tested: testedOwn.count,
      excluded: own.count { $0.excluded != nil },
      withoutFault: testedOwn.map(\.id).filter { !broken.contains($0) })
  }

  private func objections(_ result: RunResult, named clauses: Set<String>) -> [String] {
    let broken = result.brokenByUs.map { "broken on our side: \($0)" }
    return clauses.sorted() + broken + (result.isUnreachable ? ["not reached"] : [])
  }

  // MARK: - Verdicts

  private func verdict(
    on fault: FaultInfo, besides known: Set<String>
  ) async throws -> FaultVerdict? {
    let result = try await trial.run(fault: fault.name)
    guard !result.isInterrupted else { return nil }
    let blamed = result.blamedClauses
    let killers = fault.clauses.filter(blamed.contains)
    let outside = result.failedClauses.subtracting(fault.clauses).subtracting(known).sorted()
    let open = result.vectors.filter { $0.verdict == .couldNotRun || $0.verdict == .harnessError }
    return FaultVerdict(
      name: fault.name, declared: fault.clauses, isKilled: !killers.isEmpty, outside: outside,
      evidence: outside.compactMap(result.firstFinding),
      note: killers.isEmpty
        ? "found: \(blamed.isEmpty ? "nothing" : blamed.sorted().joined(separator: ", "))"
          + (open.isEmpty ? "" : "; \(open.count) vectors did not end")
        : killers.joined(separator: ", "),
      signature: result.signature)
  }

  /// Performs what bears on the clause first, and everything only when that shows nothing.
  private func verdict(on mutation: Mutation) async throws -> MutantVerdict? {
    let all = trial.suite.vectors(of: trial.contract.id)
    let near = all.filter { $0.clauses.contains(mutation.clause) }
    var came = false
    for vectors in near.isEmpty ? [all] : [near, all] {
      let mutator = Mutator(mutation)
      let result = try await trial.run(mutator: mutator, vectors: vectors)
      guard !result.isInterrupted else { return nil }
      came = came || mutator.count > 0
      if mutator.count > 0, !result.blamedClauses.isEmpty {
        return MutantVerdict(mutation: mutation, fate: .killed)
      }
    }
    let key = "\(trial.contract.id) \(trial.role.rawValue) \(mutation.name)"
    if let reason = options.equivalents[key] {
      return MutantVerdict(mutation: mutation, fate: .equivalent(reason))
    }
    return MutantVerdict(mutation: mutation, fate: came ? .survived : .neverCame)
  }

  // MARK: - Side by side

  /// How many runs go on at once: half as many where pages are shown, each of them a process.
  private var width: Int {
    let showsPages = trial.contract.page != nil && (trial.role == .sdk || trial.role == .page)
    return max(1, showsPages ? options.jobs / 2 : options.jobs)
  }

  /// Handles every element, some side by side, and gives the answers in the elements' order; an
  /// element whose handling was interrupted has none.
  private func each<Element: Sendable, Answer: Sendable>(
    _ elements: [Element], _ what: String,
    _ handle: @escaping @Sendable (Element) async throws -> Answer?
  ) async throws -> [Answer] {
    try await withThrowingTaskGroup(of: (Int, Answer?).self) { group in
      var answers = [Answer?](repeating: nil, count: elements.count)
      var next = 0
      func begin() {
        guard next < elements.count, !Task.isCancelled else { return }
        let index = next
        next += 1
        let element = elements[index]
        group.addTask { (index, try await handle(element)) }
      }
      for _ in 0..<width { begin() }
      var done = 0
      while let (index, answer) = try await group.next() {
        answers[index] = answer
        done += 1
        progress("\(done) of \(elements.count) \(what)")
        begin()
      }
      return answers.compactMap { $0 }
    }
  }
}
