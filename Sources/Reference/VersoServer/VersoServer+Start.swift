import Loopback
public import StrictJSON

extension VersoServer {
  /// A server that listens on loopback.
  public struct Running: Sendable {
    /// Where its endpoint is: `http://127.0.0.1:PORT`.
    public var baseURL: String
    /// A target file that points every hook and the clock at it.
    public var targetFile: JSON
    /// Shuts it down.
    public var stop: @Sendable () -> Void
  }

  /// Starts a server on loopback.
  ///
  /// - Parameters:
  ///   - port: The port to listen at; 0 takes a free one.
  ///   - faults: In which ways it is wrong.
  ///   - variants: In which ways it differs.
  ///   - parameters: The app and the vendor.
  ///   - clock: The time that it lives in.
  /// - Returns: The running server.
  /// - Throws: `LoopbackError` when the port is not to be had.
  public static func start(
    port: UInt16 = 0, faults: [Fault] = [], variants: [Variant] = [],
    parameters: Parameters = Parameters(), clock: ReferenceClock.Mode = .running
  ) throws -> Running {
    var rules = Rules()
    var parameters = parameters
    var clock = clock
    for variant in variants {
      variant.apply(&rules, &parameters)
      clock = variant.clock ?? clock
    }
    for fault in faults { fault.apply(&rules) }
    let shell = Shell(
      state: State(parameters: parameters, rules: rules), clock: ReferenceClock(clock))
    let server = try LoopbackServer(port: port) { request, _ in shell.answer(request) }
    let target = targetFile(
      baseURL: server.baseURL, name: name(faults, variants), parameters: parameters, clock: clock)
    return Running(baseURL: server.baseURL, targetFile: target) {
      server.stop()
      shell.stop()
    }
  }

  static func name(_ faults: [Fault], _ variants: [Variant]) -> String {
    let differences = faults.map(\.info.name) + variants.map(\.info.name)
    let reference = "Verso Connect server, reference"
    return differences.isEmpty
      ? reference : "\(reference) with \(differences.joined(separator: ", "))"
  }

  /// The catalogue's line.
  static var entry: ReferenceEntry {
    ReferenceEntry(
      contract: "verso-connect", role: "server", faults: Fault.all.map(\.info),
      variants: Variant.all.map(\.info)
    ) { faults, variants, port in
      let faults = faults.compactMap(Fault.named)
      let variants = variants.compactMap(Variant.named)
      let running = try start(port: port, faults: faults, variants: variants)
      return RunningReference(
        name: name(faults, variants), target: running.targetFile, stop: running.stop)
    }
  }
}
