/// What a step does with the SDK under test.
public enum DriverAction: Sendable {
  /// Calls an operation and waits for its end.
  case call(CallAction)
  /// Begins a call; the step's label is the call's.
  case start(CallAction)
  /// Sees that the call of a label has not ended; what is required belongs to the set-up, so that what
  /// follows could not run when it has, and nobody is blamed.
  case pending(String, isRequired: Bool)
  /// Cancels the call of a label.
  case cancel(String)
  /// Waits for the end of the call of a label.
  case finish(FinishAction)
  /// Answers the SDK's requests from now on.
  case serve([RouteTemplate])
  /// Refuses the SDK's connections from now on.
  case refuse
}

/// A call of an operation of the SDK.
public struct CallAction: Sendable {
  /// The operation's name in the contract.
  public var operation: String
  /// Its arguments; what a step does not give is left out.
  public var arguments: [(name: String, value: ValueTemplate)]
  /// How it must end for the vector to go on, such as `returned`; nil when any end will do.
  public var requires: String?
}

/// Waiting for the end of a call that another step began.
public struct FinishAction: Sendable {
  /// The label of the step that began it.
  public var label: String
  /// How long it may take in real time; nil for as long as the vector's deadline allows.
  public var within: TimeSpan?
  /// How it must end for the vector to go on, such as `returned`; nil when any end will do.
  public var requires: String?
}

/// A route that answers the SDK under test.
public struct RouteTemplate: Sendable {
  /// The name by which steps speak of it.
  public var name: String
  /// The method; nil for any.
  public var method: String?
  /// The path, without a query.
  public var path: Template
  /// What a request must show besides; nil for nothing.
  public var condition: Expectation?
  /// What is answered, in order; when they are used up, other routes are asked and then 404.
  public var answers: [AnswerTemplate]
}

/// One answer of a route.
public struct AnswerTemplate: Sendable {
  /// The status.
  public var status: Int
  /// The headers, in the order of the file.
  public var headers: [(name: String, value: Template)]
  /// The body.
  public var body: BodyTemplate?
  /// How long to wait before it, in real time.
  public var delay: TimeSpan
  /// What goes wrong; nil when nothing does.
  public var fault: ServedAnswer.Fault?
  /// How often it is given; nil for ever.
  public var times: Int?
}

extension DriverAction {
  /// The names that the action refers to, in order.
  var references: [String] {
    switch self {
    case .call(let call), .start(let call): call.arguments.flatMap(\.value.references)
    case .serve(let routes): routes.flatMap(\.references)
    case .pending, .cancel, .finish, .refuse: []
    }
  }

  /// The label of the call that the action speaks of; nil when it speaks of none.
  var label: String? {
    switch self {
    case .pending(let label, _), .cancel(let label): label
    case .finish(let finish): finish.label
    case .call, .start, .serve, .refuse: nil
    }
  }

  /// How the call must end for the vector to go on; nil when any end will do.
  var requires: String? {
    switch self {
    case .call(let call): call.requires
    case .finish(let finish): finish.requires
    case .start, .pending, .cancel, .serve, .refuse: nil
    }
  }

  /// What the action does, in plain words.
  var summary: String {
    switch self {
    case .call(let call): "call \(call.summary) and wait for its end"
    case .start(let call): "begin to call \(call.summary)"
    case .pending(let label, _): "see that “\(label)” has not ended"
    case .cancel(let label): "cancel “\(label)”"
    case .finish(let finish): "wait for the end of “\(finish.label)”"
    case .serve(let routes): "answer the SDK at \(routes.map(\.name).joined(separator: ", "))"
    case .refuse: "refuse the SDK's connections"
    }
  }
}

extension CallAction {
  fileprivate var summary: String {
    guard !arguments.isEmpty else { return operation }
    return operation + " with "
      + arguments.map { "\($0.name) \($0.value.text)" }.joined(separator: ", ")
  }
}

extension RouteTemplate {
  var references: [String] {
    path.references + (condition?.references ?? [])
      + answers.flatMap { answer in
        answer.headers.flatMap(\.value.references) + (answer.body?.references ?? [])
      }
  }
}
