import StrictJSON

extension OdynnServer: ReferenceServer {
  static let title = "Odynn Connect server, reference"
  static let contract = "odynn-connect"
  static var standardParameters: Parameters { Parameters() }
  static var faults: [Fault] { Fault.all }

  static func state(_ parameters: Parameters, _ rules: Rules) -> State {
    State(parameters: parameters, rules: rules)
  }

  static func target(_ parameters: Parameters, _ rules: Rules) -> ServerTarget {
    ServerTarget(
      parameters: [
        "apiKey": .string(parameters.apiKey),
        "providerId": .string(parameters.defaultProvider),
        "userId": .string(parameters.userID),
        "workerArrivalTimeout": parameters.workerArrivalTimeout.isoSeconds,
        "authTimeout": parameters.authTimeout.isoSeconds,
      ],
      credentials: [
        "apiKey": [
          "header": .string(parameters.credentialHeader),
          "value": .string(parameters.credentialValue),
        ]
      ],
      features: ["hosted": true, "reauth": .bool(!rules.refresh.mayAnswerFromCache)],
      hooks: hooks)
  }
}

extension OdynnServer.Rules: ServerRules {}

extension OdynnServer.Fault: ServerFault {}

extension OdynnServer.State: ServerState {
  var wire: [WireVariant] { rules.wire }
  var deliversBeforeAnswer: Bool { rules.webhookTiming == .beforeAnswer }
  var isUnsettled: Bool { false }
  mutating func settle() {}

  func sends(_ delivery: Delivery) -> Bool {
    delivery.session.map { !closed.contains(ExactText($0)) } ?? true
  }
}
