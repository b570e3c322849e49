import Conformance
import Testing

@testable import Prove

@Suite("What a proof says")
struct ProofTextTests {
  private static func proof(
    faults: Int, untried: RoleProof.Untried = RoleProof.Untried()
  ) -> RoleProof {
    var proof = RoleProof(
      contract: "wallet", role: .sdk, tested: 3, excluded: 1, withoutFault: [])
    proof.faults = (0..<faults).map {
      FaultVerdict(
        name: "f\($0)", declared: ["c"], isKilled: true, outside: [], note: "c", signature: [:])
    }
    proof.untried = untried
    return proof
  }

  @Test("A proof that was interrupted does not hold, and says what was not tried")
  func interrupted() {
    let proof = Self.proof(
      faults: 2, untried: RoleProof.Untried(faults: 3, mutants: 4, variants: 0))
    #expect(!proof.holds)
    #expect(
      ProofText.interruption([proof]) == """
        interrupted; the numbers above are of what was tried until then; not tried:
          wallet sdk: 3 of 5 faults, 4 of 4 generated faults

        """)
  }

  @Test("The table of a proof that was interrupted says of how many its numbers are")
  func partial() {
    let proof = Self.proof(faults: 2, untried: RoleProof.Untried(faults: 3))
    #expect(ProofText.table([proof], elapsed: 2).contains("2/2 of 5"))
    #expect(!ProofText.table([Self.proof(faults: 2)], elapsed: 2).contains(" of "))
  }

  @Test("A role that was not begun when the proof was interrupted is named as a whole")
  func notBegun() {
    let proof = Self.proof(
      faults: 0, untried: RoleProof.Untried(isPlain: true, faults: 3, mutants: 0, variants: 1))
    #expect(!proof.holds)
    #expect(ProofText.interruption([proof]).contains("wallet sdk: everything\n"))
  }

  @Test("A proof that tried everything says nothing of an interruption")
  func whole() {
    let proof = Self.proof(faults: 2)
    #expect(proof.holds)
    #expect(ProofText.interruption([proof]).isEmpty)
  }

  @Test("Generated faults are counted by operator for each contract and role")
  func operators() {
    let surface = OperationShape(name: "read", method: "GET", path: "/")
    func verdict(_ kind: Mutation.Operator, _ fate: MutantVerdict.Fate) -> MutantVerdict {
      MutantVerdict(
        mutation: Mutation(
          name: "m", kind: kind, clause: "c", change: .status(surface, from: 200, to: 500)),
        fate: fate)
    }
    var proof = Self.proof(faults: 1)
    proof.mutants = [
      verdict(.dropped, .killed), verdict(.dropped, .survived), verdict(.status, .killed),
      verdict(.status, .equivalent("why")),
    ]
    #expect(
      ProofText.operators([proof, Self.proof(faults: 1)]) == """
        generated faults killed, by operator
          wallet sdk: member dropped 1/2, status replaced 1/1

        """)
  }
}
