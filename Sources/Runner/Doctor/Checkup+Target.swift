public import Conformance
import SDKTesting
import Transport
import Wire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Checkup {
  /// Looks at a target without changing anything about it: no hook is asked for.
  ///
  /// - Parameters:
  ///   - context: The target and its contract.
  ///   - plan: What a run would do.
  ///   - path: The path of the target file, for what is said of it.
  public mutating func lookAtTarget(_ context: RunContext, plan: Plan, path: String) async {
    let target = context.target
    await lookAtServer(target, path)
    lookAtHooks(target, path)
    await lookAtDriver(context, path)
    lookAtTraces(target, path)
    lookAt(plan, target)
  }

  private mutating func lookAtServer(_ target: Target, _ path: String) async {
    guard let http = target.http else { return }
    if http.tls?.isInsecure == true {
      add(
        .note, .target, "server", "its certificate is not checked",
        advice: "take “insecure” out of \(path) before you trust a result")
    }
    let client = CurlClient(CurlConfiguration(target))
    defer { client.close() }
    let exchange = await client.send(
      HTTPCall(base: http.baseURL, request: HTTPRequest(method: "GET", target: "/")))
    switch exchange.outcome {
    case .response(let response):
      add(.good, .target, "server", "\(http.baseURL) answers (\(response.status))")
    case .failure(let failure) where failure.kind.neverArrived:
      add(
        .problem, .target, "server", "\(http.baseURL) is not reached: \(failure.message)",
        advice: "start it, or correct “http” in \(path)")
    case .failure(let failure):
      add(
        .problem, .target, "server", "\(http.baseURL) does not answer GET /: \(failure.message)",
        advice: "see whether something else listens there")
    }
  }

  private mutating func lookAtHooks(_ target: Target, _ path: String) {
    var asked = 0
    for (name, binding) in target.hooks.sorted(by: { $0.key < $1.key }) {
      guard case .command(let words) = binding else {
        asked += 1
        continue
      }
      lookAtProgram(words.first?.description ?? "", of: "hook \(name)", target, path)
    }
    if asked > 0 {
      add(.note, .target, "hooks", "\(asked) are asked over HTTP; none was asked for now")
    }
  }

  private mutating func lookAtProgram(
    _ program: String, of subject: String, _ target: Target, _ path: String
  ) {
    guard !program.utf8.contains(UInt8(ascii: "{")) else { return }
    if Self.isThere(program, from: target.folder) {
      add(.good, .vectors, subject, program)
    } else {
      add(
        .problem, .vectors, subject, "\(program) is no program that can be started",
        advice: "make it executable, or correct its path, which \(path) says relative to itself")
    }
  }

  /// Whether a program is there: a path from a folder, or a name in PATH.
  private static func isThere(_ program: String, from folder: String?) -> Bool {
    func isProgram(_ path: String) -> Bool {
      FileManager.default.isExecutableFile(atPath: path)
    }
    guard program.utf8.contains(UInt8(ascii: "/")) else {
      return (Environment.current["PATH"] ?? "").split(separator: ":").contains {
        isProgram("\($0)/\(program)")
      }
    }
    return isProgram(program.hasPrefix("/") ? program : "\(folder ?? ".")/\(program)")
  }

  private mutating func lookAtDriver(_ context: RunContext, _ path: String) async {
    guard let words = context.target.driver else { return }
    switch await ProcessPort.start(
      words, in: context.target.folder, contract: context.contract)
    {
    case .success(let port):
      let clock = port.hasClock ? "with a clock that can be advanced" : "in real time"
      await port.end()
      add(.good, .vectors, "driver", "\(words.joined(separator: " ")) says hello, \(clock)")
    case .failure(let failure):
      add(
        .problem, .vectors, "driver", failure.description,
        advice:
          "start it by hand and send it {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}")
    }
  }

  private mutating func lookAtTraces(_ target: Target, _ path: String) {
    for name in target.traces {
      let file = name.hasPrefix("/") ? name : (target.folder.map { "\($0)/\(name)" } ?? name)
      if FileManager.default.isReadableFile(atPath: file) {
        add(.good, .vectors, "trace", file)
      } else {
        add(
          .problem, .vectors, "trace", "\(file) cannot be read",
          advice: "record it, or correct “traces” in \(path)")
      }
    }
  }

  private mutating func lookAt(_ plan: Plan, _ target: Target) {
    let total = plan.entries.count
    if plan.runnable.isEmpty, target.traces.isEmpty {
      add(
        .problem, .vectors, "vectors", "none of \(total) can run",
        advice: total == 0 ? "correct “roles”; no vector is of these" : nil)
    } else if total > 0 {
      add(.good, .vectors, "vectors", "\(plan.runnable.count) of \(total) can run")
    }
    for obstacle in plan.obstacles {
      let count = "\(obstacle.count) \(obstacle.isLegal ? "do not apply" : "could not run")"
      add(
        obstacle.isLegal ? .note : .problem, .vectors, "vectors",
        "\(count): \(obstacle.reason)")
    }
    if target.clock == nil, plan.passesTime {
      add(
        .note, .vectors, "clock", "time is real: a run lasts as long as its longest timer",
        advice: "offer “clock” in the target file, so that minutes cost milliseconds")
    }
  }
}
