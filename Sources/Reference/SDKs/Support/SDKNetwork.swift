import SDKDriving
import Transport
import Wire

/// How an SDK sends requests.
final class SDKNetwork: Sendable {
  /// Why a request failed in transport.
  struct Failure: Error {
    var message: String
  }

  private let client = CurlClient()
  private let time: StandingClock

  init(time: StandingClock) {
    self.time = time
  }

  deinit {
    // On a thread of its own, since it waits for the client's.
    let client = client
    _ = startThread { client.close() }
  }

  /// Sends a request to an absolute URL, for as long as `timeout` says in the SDK's time (nil: for
  /// ever); throws when no whole answer comes.
  func send(
    _ request: HTTPRequest, to url: String, timeout: Duration?
  ) async throws(Failure) -> HTTPResponse {
    guard let place = Place(url) else { throw Failure(message: "there is no such URL: \(url)") }
    var request = request
    request.target = place.target
    let call = HTTPCall(
      base: place.origin, request: request, freshConnection: true, timeout: .seconds(120))
    let outcome = await outcome(of: call, timeout: timeout)
    time.noteProgress()
    switch outcome {
    case .response(let response): return response
    case .failure(let failure): throw Failure(message: failure.message)
    }
  }

  private func outcome(of call: HTTPCall, timeout: Duration?) async -> HTTPOutcome {
    guard let timeout else { return await client.send(call).outcome }
    let client = client
    let time = time
    return await withTaskGroup(of: HTTPOutcome?.self) { group in
      group.addTask { await client.send(call).outcome }
      group.addTask {
        await time.working {
          guard (try? await time.sleep(timeout)) != nil else { return nil }
          return .failure(HTTPFailure(kind: .timeout, message: "no answer within \(timeout)"))
        }
      }
      defer { group.cancelAll() }
      while let outcome = await group.next() {
        if let outcome { return outcome }
      }
      return .failure(HTTPFailure(kind: .cancelled, message: "the task was cancelled"))
    }
  }

  /// An absolute URL in the parts that a request needs.
  struct Place {
    /// Scheme and authority.
    var origin: String
    /// Path and query.
    var target: String

    init?(_ url: String) {
      guard let scheme = url.range(of: "://") else { return nil }
      let rest = url[scheme.upperBound...]
      let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
      guard end > rest.startIndex else { return nil }
      origin = String(url[..<end])
      let path = rest[end...].prefix { $0 != "#" }
      target = path.isEmpty || path.first == "?" ? "/" + path : String(path)
    }

    /// The host without its port.
    var host: String {
      let authority = origin[(origin.range(of: "://")?.upperBound ?? origin.startIndex)...]
      guard let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") else {
        return String(authority)
      }
      return String(authority[..<colon])
    }
  }
}

extension String {
  /// Where a text first stands; nil when it does not.
  fileprivate func range(of part: String) -> Range<String.Index>? { ranges(of: part).first }
}
