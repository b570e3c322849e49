import Conformance
import Reference
import Wire

/// Proves one contract and role.
struct RoleProver: Sendable {
  let trial: Trial
  let options: Prover.Options
  /// What limits how many runs go on at once, those of other contracts and roles too.
  let slots: Slots
  /// Told of every run as it ends: whose it was.
  let ended: @Sendable (String) -> Void
  let mutations: [Mutation]
  let faults: [FaultInfo]
  let variants: [VariantInfo]
  /// How many vectors were not performed with a fault or variant, and of how many.
  private let sparing = Locked(Share(0, of: 0))

  init(
    _ trial: Trial, _ surface: ContractSurface, _ options: Prover.Options, _ slots: Slots,
    ended: @escaping @Sendable (String) -> Void
  ) {
    self.trial = trial
    self.options = options
    self.slots = slots
    self.ended = ended
    let (id, role) = (trial.contract.id, trial.role.rawValue)
    func isWanted(_ name: String) -> Bool {
      options.only.isEmpty || options.only.contains { $0.matches(name) }
    }
    faults = References.faults(contract: id, role: role).filter { isWanted($0.name) }
    variants = References.variants(contract: id, role: role).filter { isWanted($0.name) }
    mutations = Mutations.all(of: trial.contract, surface, role: trial.role)
      .filter { isWanted($0.name) }
  }

  /// How many runs its proof takes; more where what bears on a clause does not show a fault of it.
  var runs: Int { 1 + faults.count + variants.count + mutations.count }

  private var watch: RuleWatch? {
    References.watch(contract: trial.contract.id, role: trial.role.rawValue)
  }

  private var name: String { "\(trial.contract.id) \(trial.role.rawValue)" }

  func proof() async throws -> RoleProof {
    let started = Locked<WireInstant?>(nil)
    let reach = options.isWhole ? nil : watch.map { RuleReach($0) }
    let result = try await slots.using(weight) {
      started.withLock { $0 = .now() }
      return try await Task.isCancelled ? nil : trial.run(reach: reach)
    }
    ended(name)
    guard let result, !result.isInterrupted else { return nothing() }
    var proof = coverage()
    proof.plain = objections(result, named: result.failedClauses)
    if result.outcome == .incomplete { proof.plain.append("the run is incomplete") }
    let plain = PlainRun(result: result, reach: proof.plain.isEmpty ? reach : nil)
    async let variantVerdicts = each(variants) { try await verdict(on: $0, after: plain) }
    async let faultVerdicts = each(faults) { try await verdict(on: $0, after: plain) }
    async let mutantVerdicts = each(mutations, verdict)
    proof.variants = try await variantVerdicts
    proof.faults = try await faultVerdicts
    proof.mutants = try await mutantVerdicts
    proof.untried = untried(besides: proof)
    proof.spared = sparing.withLock { $0 }
    let began = started.withLock { $0 } ?? .now()
    proof.seconds = Double(WireInstant.now().nanoseconds - began.nanoseconds) / 1e9
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
    on variant: VariantInfo, after plain: PlainRun
  ) async throws -> VariantVerdict? {
    let result = try await plain.completing(variant.rules, sparing) { vectors in
      try await trial.run(variant: variant.name, vectors: vectors)
    }
    guard !result.isInterrupted else { return nil }
    return VariantVerdict(
      name: variant.name, objections: objections(result, named: result.failedGatingClauses))
  }

  private func verdict(
    on fault: FaultInfo, after plain: PlainRun
  ) async throws -> FaultVerdict? {
    let result = try await plain.completing(fault.rules, sparing) { vectors in
      try await trial.run(fault: fault.name, vectors: vectors)
    }
    guard !result.isInterrupted else { return nil }
    let blamed = result.blamedClauses
    let killers = fault.clauses.filter(blamed.contains)
    let outside = result.failedClauses.subtracting(fault.clauses)
      .subtracting(plain.result.failedClauses).sorted()
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

  /// Whether its vectors show pages.
  var showsPages: Bool {
    trial.contract.page != nil && (trial.role == .sdk || trial.role == .page)
  }

  /// How many slots a run takes: more where pages are shown, each of them a process.
  private var weight: Int { showsPages ? 2 : 1 }

  /// Handles every element as there are slots for it, and gives the answers in the elements' order;
  /// an element whose handling was interrupted has none.
  private func each<Element: Sendable, Answer: Sendable>(
    _ elements: [Element],
    _ handle: @escaping @Sendable (Element) async throws -> Answer?
  ) async throws -> [Answer] {
    try await withThrowingTaskGroup(of: (Int, Answer?).self) { group in
      for (index, element) in elements.enumerated() {
        group.addTask {
          let answer = try await slots.using(weight) {
            try await Task.isCancelled ? nil : handle(element)
          }
          return (index, answer)
        }
      }
      var answers = [Answer?](repeating: nil, count: elements.count)
      for try await (index, answer) in group {
        answers[index] = answer
        ended(name)
      }
      return answers.compactMap { $0 }
    }
  }
}
