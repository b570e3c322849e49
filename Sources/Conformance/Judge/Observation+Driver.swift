import SDKDriving
import StrictJSON
import Wire

extension Observation {
  init(arrival: Arrival) {
    switch arrival {
    case .webhook(let delivery): self.init(delivery: delivery)
    case .message(let message): self.init(message: message)
    case .event(let event, _): self.init(event: event)
    case .request(let served): self.init(request: served.request)
    }
  }

  init(event: DriverEvent) {
    body = Body(event.data.serializedBytes())
    value = event.data
  }

  /// A request of the SDK: its body and headers, and its method, path and query as the value.
  init(request: HTTPRequest) {
    fields = request.fields
    body = Body(request.body)
    texts = request.texts
    var query = JSONObject()
    for item in request.queryItems { query[item.name] = .string(item.value) }
    value = [
      "method": .string(request.method), "path": .string(request.path), "query": .object(query),
    ]
  }

  /// What a step of the SDK showed; nil when it showed nothing, such as a call that never ended.
  init?(_ record: DriverRecord) {
    switch record {
    case .awaited(_, let outcome?):
      switch outcome {
      case .returned(let value):
        self.outcome = "returned"
        self.value = value
      case .threw(let error):
        self.outcome = "threw"
        self.error = error.json
      case .notOffered: return nil
      }
    case .looked, .cancelAsked, .served: self = .nothing
    default: return nil
    }
  }
}

extension HTTPRequest {
  /// Every text that a request holds outside of a JSON body: the values of its headers, its path and
  /// its query as they are and decoded, and the fields of a form.
  fileprivate var texts: [String] {
    var texts = fields.map(\.value) + [path] + pathSegments
    texts += query.map { [$0] } ?? []
    texts += queryItems.flatMap { [$0.name, $0.value] }
    let isForm = fields[first: "Content-Type"]?.lowercased().contains("form-urlencoded") ?? false
    guard isForm else { return texts }
    let form = HTTPRequest(method: method, target: "/?" + String(decoding: body, as: UTF8.self))
    return texts + form.queryItems.flatMap { [$0.name, $0.value] }
  }
}
