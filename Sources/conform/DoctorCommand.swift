import Conformance
import Runner

/// `conform doctor`: what stands in the way of a run.
enum DoctorCommand: Command {
  static let name = "doctor"
  static let summary = "Looks at this machine and a target, and says what stands in a run's way."
  static let operands = "[--target FILE] [options]"
  static let options: [Option] = [
    Option(name: "target", value: "FILE", about: "look at this target as well"),
    Option(name: "role", value: "ROLE", about: "the role that a run would ask for"),
    Option(
      name: "browser", value: "PATH",
      about: "the Chromium to show pages in; CONFORM_BROWSER, or one that is installed"),
    SuiteSource.option,
  ]

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    var checkup = Checkup()
    let suite = try SuiteSource.load(arguments)
    let errors = Lint.diagnostics(of: suite).filter { $0.severity == .error }
    checkup.add(
      errors.isEmpty ? .good : .problem, .machine, "suite",
      "conform \(Version.current), \(suite.contracts.count) contracts, "
        + "\(suite.vectors.count) vectors",
      advice: errors.isEmpty ? nil : "run `conform lint`, which finds \(errors.count) errors")
    let subject = try target(arguments, suite)
    await checkup.lookAtMachine(
      browser: arguments["browser"],
      isNeeded: subject?.plan.runnable.contains(where: \.showsPages) ?? false)
    if let subject {
      await checkup.lookAtTarget(subject.context, plan: subject.plan, path: subject.path)
    }
    output.write(text(checkup, subject?.context.secrets ?? Secrets()))
    return checkup.exit
  }

  private static func target(
    _ arguments: Arguments, _ suite: Suite
  ) throws -> (context: RunContext, plan: Plan, path: String)? {
    guard let path = arguments["target"] else { return nil }
    let target = try Target(
      parsing: Files.read(path), path: path, suite: suite, environment: Environment.current)
    guard let contract = suite.contract(target.contract) else { return nil }
    let role: Role? = try arguments.choice("role")
    let context = RunContext(contract: contract, target: target.playing(role))
    let roles = context.target.roles
    let vectors = suite.vectors(of: contract.id).filter { vector in
      vector.clauses.lazy.compactMap(contract.clause).first.map { roles.contains($0.role) } ?? false
    }
    return (context, Plan(vectors, context: context), path)
  }

  private static func text(_ checkup: Checkup, _ secrets: Secrets) -> String {
    var lines: [String] = []
    for finding in checkup.findings {
      let head = finding.state.rawValue.padded(to: 9) + finding.subject.padded(to: 10)
      lines.append(head + finding.text)
      if let advice = finding.advice { lines.append("".padded(to: 9) + "→ " + advice) }
    }
    let problems = checkup.findings.count { $0.state == .problem }
    lines.append(
      problems == 0
        ? "nothing stands in the way"
        : "\(problems) \(problems == 1 ? "problem" : "problems")")
    return secrets.masked(lines.joined(separator: "\n") + "\n")
  }
}
