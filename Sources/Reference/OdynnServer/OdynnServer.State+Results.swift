import Loopback
import StrictJSON
import Wire

extension OdynnServer.State {
  /// Answers `GET /v1/sessions/{id}/data`.
  mutating func read(_ id: String, now: WireInstant) -> LoopbackReply {
    guard var session = session(id) else {
      return reply(missing("extraction_result_not_found"), session: nil)
    }
    if rules.arrivalTimer == .fromFirstRead, session.phase == .pending, session.expiresAt == nil {
      session.expiresAt = now + parameters.workerArrivalTimeout
      store(session)
    }
    if let extraction = session.extraction, extraction.readableAt <= now,
      rules.hiddenFlow == nil || rules.hiddenFlow != session.flow
    {
      return result(session, extraction)
    }
    return reply(to: reading(session), session)
  }

  private func result(
    _ session: OdynnServer.Session, _ extraction: OdynnServer.Extraction
  ) -> LoopbackReply {
    guard rules.resultStatus != 204 else { return LoopbackReply(status: 204) }
    return .json(rules.resultStatus, rendering(session, extraction))
  }

  private func reading(_ session: OdynnServer.Session) -> OdynnServer.Reading {
    switch session.ending {
    case nil, .completed: rules.pendingRead
    case .expired: rules.expiredRead
    case .authTimeout, .dismissed, .networkLoss, .closed: rules.failedRead
    }
  }

  private func reply(
    to reading: OdynnServer.Reading, _ session: OdynnServer.Session
  ) -> LoopbackReply {
    switch reading {
    case .notFound(let code): reply(missing(code), session: session)
    case .answer(let status, let body): .json(status, body)
    case .status(let status):
      reply(
        OdynnServer.Failure(
          status: status, code: "no_result", message: "The session has no result."),
        session: session)
    }
  }

  private func missing(_ code: String) -> OdynnServer.Failure {
    OdynnServer.Failure(status: 404, code: code, message: "The session has no result.")
  }
}
