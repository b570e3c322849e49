import StrictJSON

/// One way in which a reference server can be wrong.
protocol ServerFault: Sendable {
  associatedtype Rules: ServerRules
  /// Its name, the clauses that it breaks, and what it does.
  var info: FaultInfo { get }
  /// Makes the rules wrong.
  var apply: @Sendable (inout Rules) -> Void { get }
}

/// A reference that is a server: a state machine, the rules that it keeps to, and whom it serves.
protocol ReferenceServer: SendableMetatype {
  associatedtype Rules
  associatedtype Parameters: Sendable
  associatedtype State: ServerState
  associatedtype Fault: ServerFault where Fault.Rules == Rules

  /// What it is called, without its differences.
  static var title: String { get }
  /// The contract's id.
  static var contract: String { get }
  /// Whom it serves when nothing else is said.
  static var standardParameters: Parameters { get }
  /// Every fault, in the order of the document.
  static var faults: [Fault] { get }
  /// Every legal difference.
  static var variants: [ServerVariant<Rules, Parameters>] { get }

  /// A server to which nobody has spoken yet.
  static func state(_ parameters: Parameters, _ rules: Rules) -> State
  /// What its target file says besides how it is reached: parameters, credentials, features, hooks.
  static func target(_ parameters: Parameters, _ rules: Rules) -> ServerTarget
}

/// What the target file of one reference server says that others' do not.
struct ServerTarget {
  var parameters: JSON
  var credentials: JSON?
  var features: JSON?
  var hooks: [String]
}

extension ReferenceServer {
  /// Starts a server on loopback.
  ///
  /// - Parameters:
  ///   - port: The port to listen at; 0 takes a free one.
  ///   - name: What its target file calls it.
  ///   - faults: The names of the ways in which it is wrong; unknown ones are left out.
  ///   - variants: Those of the ways in which it differs.
  ///   - parameters: Whom it serves; nil for the standard.
  ///   - clock: The time that it lives in.
  /// - Returns: The running server.
  /// - Throws: `LoopbackError` when the port is not to be had.
  static func start(
    port: UInt16 = 0, name: String = title, faults: [String] = [], variants: [String] = [],
    parameters: Parameters? = nil, clock: ReferenceClock.Mode = .running
  ) throws -> RunningServer {
    var rules = Rules()
    var parameters = parameters ?? standardParameters
    var clock = clock
    for variant in self.variants where variants.contains(variant.info.name) {
      variant.apply(&rules, &parameters)
      clock = variant.clock ?? clock
    }
    for fault in self.faults where faults.contains(fault.info.name) { fault.apply(&rules) }
    let target = target(parameters, rules)
    return try ServerShell(state: state(parameters, rules), clock: ReferenceClock(clock))
      .listen(port: port) { targetFile(baseURL: $0, name: name, target, clock: clock) }
  }

  /// The catalogue's line.
  static var entry: ReferenceEntry {
    ReferenceEntry(
      contract: contract, role: "server", faults: faults.map(\.info),
      variants: variants.map(\.info)
    ) { faults, variants, port in
      let name = ReferenceEntry.name(title, faults + variants)
      let running = try start(port: port, name: name, faults: faults, variants: variants)
      return RunningReference(name: name, target: running.targetFile, stop: running.stop)
    }
  }

  private static func targetFile(
    baseURL: String, name: String, _ target: ServerTarget, clock: ReferenceClock.Mode
  ) -> JSON {
    var file: JSONObject = [
      "format": 1, "name": .string(name), "contract": .string(contract), "roles": ["server"],
      "http": ["baseURL": .string(baseURL), "timeout": "PT10S"],
      "parameters": target.parameters,
    ]
    if let credentials = target.credentials { file["credentials"] = credentials }
    if let features = target.features { file["features"] = features }
    file["hooks"] = .object(
      JSONObject((target.hooks + ["deliveries.drain"]).map { ($0, hook($0)) }))
    if clock != .real {
      file["clock"] = ["advance": hook("clock.advance"), "stands": .bool(clock == .standing)]
    }
    // What is under way is known by the queue, so that nothing has to be waited for.
    file["webhooks"] = ["listen": "127.0.0.1:0", "grace": "PT0.2S"]
    return .object(file)
  }

  private static func hook(_ name: String) -> JSON {
    ["http": ["method": "POST", "path": .string("/_hooks/\(name)")]]
  }
}

extension Duration {
  /// Whole seconds as ISO 8601 spells them: `PT900S`.
  var isoSeconds: JSON { .string("PT\(components.seconds)S") }
}
