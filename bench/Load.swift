import Wire

/// What one measured round sends.
struct Load: Sendable {
  var baseURL: String
  /// The requests of the round.
  var requests: Int
  /// The requests in flight at once.
  var width: Int

  let target = "/v1/sessions"
  let body = Array(#"{"providerId":"aadvantage","metadata":{"userId":"user-123"}}"#.utf8)
  let fields: HTTPFields = [
    "Authorization": "Bearer odc_live_0123456789abcdef", "Content-Type": "application/json",
  ]

  /// The same request for every way.
  var request: HTTPRequest {
    HTTPRequest(method: "POST", target: target, fields: fields, body: body)
  }

  /// The field lines for libcurl, with those that keep its own fields away.
  var fieldLines: [String] {
    fields.map(\.description) + ["Accept:", "Expect:"]
  }

  /// How many requests one of the workers sends.
  func share(of worker: Int) -> Int {
    requests / width + (worker < requests % width ? 1 : 0)
  }
}
