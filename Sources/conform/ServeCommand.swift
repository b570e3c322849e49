import Conformance
import Reference
import Runner
import SDKDriving
import StrictJSON

/// `conform serve`: runs a reference implementation as a process of its own.
enum ServeCommand: Command {
  static let name = "serve"
  static let summary = "Runs a reference implementation until it is interrupted."
  static let operands = "CONTRACT [options]"
  static let options: [Option] = [
    Option(name: "role", value: "ROLE", about: "server (standard), sdk, app or page"),
    Option(name: "fault", value: "FAULT", about: "wrong in this one way; `list` names them all"),
    Option(
      name: "variant", value: "VARIANT",
      about: "different in this one legal way; `list` names them all"),
    Option(name: "port", value: "PORT", about: "where it listens; any free port without it"),
    Option(
      name: "write-target", value: "FILE",
      about: "write a target file that points at it, for an SDK with its driver"),
  ]

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    guard let contract = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError(description: "expected one contract: conform serve CONTRACT")
    }
    let role: Role = try arguments.choice("role") ?? .server
    if arguments["fault"] == "list" || arguments["variant"] == "list" {
      return list(contract, role, arguments, output)
    }
    let port = try arguments.integer("port", in: 0...65_535) ?? 0
    let reference = try References.start(
      contract: contract, role: role.rawValue, fault: arguments["fault"],
      variant: arguments["variant"], port: UInt16(port))
    defer { reference.stop() }
    let target = targetFile(of: reference, contract, arguments).serialized(.pretty) + "\n"
    if let path = arguments["write-target"] { try Files.write(Array(target.utf8), to: path) }
    if let makeDriver = reference.driver {
      // What a target file says is there until it is interrupted, whoever speaks to this driver.
      let wasShutDown = await DriverSession(makeDriver()).runOnStandardIO()
      if wasShutDown || arguments["write-target"] == nil { return ExitStatus.conformant }
    } else {
      let url = reference.target["http"]?["baseURL"]?.string ?? ""
      output.write("\(reference.name) at \(url); interrupt to end\n")
    }
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
    return ExitStatus.conformant
  }

  /// The target file of a reference; for an SDK with this tool as its driver, which every run starts
  /// anew.
  private static func targetFile(
    of reference: RunningReference, _ contract: String, _ arguments: Arguments
  ) -> JSON {
    guard reference.driver != nil, var file = reference.target.object else {
      return reference.target
    }
    var words = [Files.absolutePath(ofTool: CommandLine.arguments[0])]
    words += [name, contract, "--role", Role.sdk.rawValue]
    for option in ["fault", "variant"] {
      if let value = arguments[option] { words += ["--\(option)", value] }
    }
    var driver = file["driver"]?.object ?? [:]
    driver["command"] = .array(words.map { .string($0) })
    file["driver"] = .object(driver)
    return .object(file)
  }

  private static func list(
    _ contract: String, _ role: Role, _ arguments: Arguments, _ output: Output
  ) -> Int32 {
    if arguments["fault"] == "list" {
      for fault in References.faults(contract: contract, role: role.rawValue) {
        output.write(
          """
          \(fault.name.padded(to: 44))\(fault.about)
          \("".padded(to: 44))breaks \(fault.clauses.joined(separator: ", "))

          """
        )
      }
    } else {
      for variant in References.variants(contract: contract, role: role.rawValue) {
        output.write("\(variant.name.padded(to: 44))\(variant.about)\n")
      }
    }
    return ExitStatus.conformant
  }
}
