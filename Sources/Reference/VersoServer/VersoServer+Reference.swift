import StrictJSON

extension VersoServer: ReferenceServer {
  static let title = "Verso Connect server, reference"
  static let contract = "verso-connect"
  static var standardParameters: Parameters { Parameters() }
  static var faults: [Fault] { Fault.all }

  static func state(_ parameters: Parameters, _ rules: Rules) -> State {
    State(parameters: parameters, rules: rules)
  }

  static func target(_ parameters: Parameters, _ rules: Rules) -> ServerTarget {
    ServerTarget(
      parameters: [
        "appSecret": .string(parameters.appSecret),
        "path": .string(parameters.path),
        "linkLifetime": parameters.linkLifetime.isoSeconds,
        "loginWindow": parameters.loginWindow.isoSeconds,
      ],
      hooks: hooks)
  }
}

extension VersoServer.Rules: ServerRules {}

extension VersoServer.Fault: ServerFault {}

extension VersoServer.State: ServerState {
  var wire: [WireVariant] { rules.wire }
  var deliversBeforeAnswer: Bool { rules.webhookTiming == .beforeAnswer }
  var isUnsettled: Bool { rules.consumption == .afterCheck && !unsettledLinks.isEmpty }
}
