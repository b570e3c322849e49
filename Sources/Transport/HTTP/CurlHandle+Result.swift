import CCurl
import Wire

extension CurlHandle {
  /// Puts together what is known at the end of a transfer.
  func exchange(of transfer: Transfer, code: CURLcode) -> HTTPExchange {
    var reading = received.reading()
    var exchange = transfer.exchange(outcome(code, &reading), sentAt: sentAt)
    exchange.reusedConnection = attempts > 0 && ccurl_get_long(easy, CURLINFO_NUM_CONNECTS) == 0
    exchange.resent = attempts > 1
    exchange.observations = reading.observations
    if exchange.resent {
      exchange.observations.append(
        "the request was sent \(attempts) times, because a reused connection was closed")
    }
    if stoppedBody {
      exchange.observations.append(
        "expected the end of the body, received \(received.bodyLength) bytes without one")
    }
    return exchange
  }

  /// Takes the response out of the reading.
  private func outcome(
    _ code: CURLcode, _ reading: inout ReceivedResponse.Reading
  ) -> HTTPOutcome {
    let response = reading.response.take()
    func failure(_ kind: HTTPFailureKind, _ message: String) -> HTTPOutcome {
      .failure(HTTPFailure(kind: kind, message: message, partial: response))
    }
    if let error = reading.error { return failure(.malformed, error.message) }
    if code == CURLE_OK || stoppedBody {
      if let response { return .response(response) }
      // libcurl reports success for a head that the close cut off.
      return failure(.truncatedHead, "expected a whole head, received a part before the close")
    }
    let error = CurlError(
      code: code, text: errorSentence, began: attempts > 0, hasHead: !received.lines.isEmpty,
      hasFinalHead: response != nil)
    return failure(error.kind, error.sentence)
  }
}
