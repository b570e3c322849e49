import StrictJSON
public import Wire

/// A route that answers the SDK under test, made ready: its texts have their values.
public struct ServedRoute: Sendable {
  /// The name by which steps speak of it.
  public var name: String
  /// The method; nil for any.
  public var method: String?
  /// The path, without a query.
  public var path: String
  /// What a request must show besides; nil for nothing.
  var condition: Expectation?
  /// What the condition's references stand for.
  var bindings: Bindings
  /// What is answered, in order.
  public var answers: [ServedAnswer]
}

/// One answer of a route.
public struct ServedAnswer: Sendable, Hashable {
  /// What goes wrong on the way.
  public enum Fault: Sendable, Hashable {
    /// The connection is closed without an answer.
    case drop
    /// The connection is reset without an answer.
    case reset
    /// The connection is closed after so many bytes of the body.
    case truncate(Int)
  }

  /// The status.
  public var status: Int
  /// The headers, in the order of the file.
  public var fields: HTTPFields
  /// The body.
  public var body: [UInt8]
  /// How long to wait before it, in real time.
  public var delay: TimeSpan
  /// What goes wrong; nil when nothing does.
  public var fault: Fault?
  /// How often it is given before the next one is; nil for ever.
  public var times: Int?
}

/// The routes of one vector and how far their answers are used up: pure.
public struct ServedRoutes: Sendable {
  private var routes: [(route: ServedRoute, used: Int)] = []

  /// Makes an empty list, which takes no request.
  public init() {}

  /// Adds routes, which are asked before those that are there; one takes the place of an earlier
  /// one of its name.
  public mutating func add(_ added: [ServedRoute]) {
    routes.removeAll { old in added.contains { $0.name.isSameText(as: old.route.name) } }
    routes.insert(contentsOf: added.map { ($0, 0) }, at: 0)
  }

  /// The route that takes a request and its next answer; nil for what no route takes, or whose
  /// answers are used up.
  public mutating func answer(_ request: HTTPRequest) -> (route: String, answer: ServedAnswer)? {
    for index in routes.indices where routes[index].route.takes(request) {
      guard let answer = routes[index].route.answer(after: routes[index].used) else { continue }
      routes[index].used += 1
      return (routes[index].route.name, answer)
    }
    return nil
  }
}

extension ServedRoute {
  fileprivate func takes(_ request: HTTPRequest) -> Bool {
    if let method, !request.method.isSameText(as: method) { return false }
    guard request.path.isSameText(as: path) else { return false }
    return condition?.isMet(by: Observation(request: request), bindings) ?? true
  }

  fileprivate func answer(after used: Int) -> ServedAnswer? {
    var left = used
    for answer in answers {
      guard let times = answer.times else { return answer }
      if left < times { return answer }
      left -= times
    }
    return nil
  }
}
