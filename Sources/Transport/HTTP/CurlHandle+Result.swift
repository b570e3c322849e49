import CCurl
import Wire

extension CurlHandle {
  /// Puts together what is known at the end of a transfer.
  func exchange(of transfer: Transfer, code: CURLcode) -> HTTPExchange {
    var observations: [String] = []
    let outcome = outcome(code, observations: &observations)
    if attempts > 1 {
      observations.append(
        "the request was sent \(attempts) times, because a reused connection was closed")
    }
    if stoppedBody {
      observations.append(
        "expected the end of the body, received \(received.bodyLength) bytes without one")
    }
    var exchange = transfer.exchange(outcome, sentAt: sentAt)
    exchange.reusedConnection = attempts > 0 && ccurl_get_long(easy, CURLINFO_NUM_CONNECTS) == 0
    exchange.resent = attempts > 1
    exchange.observations = observations
    return exchange
  }

  private func outcome(_ code: CURLcode, observations: inout [String]) -> HTTPOutcome {
    let response: HTTPResponse?
    do throws(HTTPSyntaxError) {
      response = try received.response(observations: &observations)
    } catch {
      return .failure(HTTPFailure(kind: .malformed, message: error.message))
    }
    if code == CURLE_OK || stoppedBody {
      if let response { return .response(response) }
      // libcurl reports success for a head that the close cut off.
      let sentence = "expected a whole head, received a part before the close"
      return .failure(HTTPFailure(kind: .truncatedHead, message: sentence))
    }
    var hasFinalHead = false
    if case .some = response { hasFinalHead = true }
    let error = CurlError(
      code: code, text: errorSentence, began: attempts > 0, hasHead: !received.lines.isEmpty,
      hasFinalHead: hasFinalHead)
    return .failure(HTTPFailure(kind: error.kind, message: error.sentence, partial: response))
  }
}
