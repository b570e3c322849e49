extension VersoServer {
  /// Starts a server on loopback.
  ///
  /// - Parameters:
  ///   - port: The port to listen at; 0 takes a free one.
  ///   - name: What its target file calls it.
  ///   - faults: In which ways it is wrong.
  ///   - variants: In which ways it differs.
  ///   - parameters: The app and the vendor.
  ///   - clock: The time that it lives in.
  /// - Returns: The running server.
  /// - Throws: `LoopbackError` when the port is not to be had.
  static func start(
    port: UInt16 = 0, name: String = title, faults: [Fault] = [], variants: [Variant] = [],
    parameters: Parameters = Parameters(), clock: ReferenceClock.Mode = .running
  ) throws -> RunningServer {
    var rules = Rules()
    var parameters = parameters
    var clock = clock
    for variant in variants {
      variant.apply(&rules, &parameters)
      clock = variant.clock ?? clock
    }
    for fault in faults { fault.apply(&rules) }
    let state = State(parameters: parameters, rules: rules)
    return try ServerShell(state: state, clock: ReferenceClock(clock)).listen(port: port) {
      baseURL in
      targetFile(
        baseURL: baseURL, name: name, parameters: parameters, clock: clock)
    }
  }

  static let title = "Verso Connect server, reference"

  /// The catalogue's line.
  static var entry: ReferenceEntry {
    .server(
      title, contract: "verso-connect", faults: Fault.all.map(\.info),
      variants: Variant.all.map(\.info)
    ) { faults, variants, name, port in
      try start(
        port: port, name: name, faults: faults.compactMap(Fault.named),
        variants: variants.compactMap(Variant.named))
    }
  }
}

extension VersoServer.State: ServerState {
  var wire: [WireVariant] { rules.wire }
  var deliversBeforeAnswer: Bool { rules.webhookTiming == .beforeAnswer }
  var isUnsettled: Bool { rules.consumption == .afterCheck && !unsettledLinks.isEmpty }
}
