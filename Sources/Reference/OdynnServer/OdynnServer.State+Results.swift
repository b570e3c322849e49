import Loopback
import StrictJSON
import Wire

extension OdynnServer.State {
  /// The code of a session without a result.
  static let noResult = "extraction_result_not_found"

  /// Answers `GET /v1/sessions/{id}/data`.
  mutating func read(_ id: String, now: WireInstant) -> LoopbackReply {
    guard var session = session(id) else {
      return reply(missing(Self.noResult), session: nil)
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
    return reply(to: reading(session), session, now: now)
  }

  private func result(
    _ session: OdynnServer.Session, _ extraction: OdynnServer.Extraction
  ) -> LoopbackReply {
    guard rules.resultStatus != 204 else { return LoopbackReply(status: 204) }
    return .json(rules.resultStatus, rendering(session, extraction))
  }

  private func reading(_ session: OdynnServer.Session) -> OdynnServer.Reading {
    switch session.ending {
    case nil, .completed, .dismissed, .closed: rules.pendingRead
    case .expired: rules.expiredRead
    case .authTimeout: rules.failedRead
    case .networkLoss: .notFound(Self.noResult)
    }
  }

  private func reply(
    to reading: OdynnServer.Reading, _ session: OdynnServer.Session, now: WireInstant
  ) -> LoopbackReply {
    switch reading {
    case .notFound(let code): reply(missing(code), session: session)
    case .emptyResult: .json(200, emptyResult(session, now: now))
    case .nullResult:
      .json(200, ["sessionId": idValue(session.id), "extractedAt": instant(now), "data": .null])
    case .status(let status):
      reply(
        OdynnServer.Failure(
          status: status, code: "no_result", message: "The session has no result."),
        session: session)
    }
  }

  private func emptyResult(_ session: OdynnServer.Session, now: WireInstant) -> JSON {
    [
      "sessionId": idValue(session.id), "extractedAt": instant(now),
      "data": [
        "profile": ["memberNumber": "", "name": ""], "balances": [], "tier": ["name": ""],
        "fetchedAt": instant(now),
      ],
    ]
  }

  private func missing(_ code: String) -> OdynnServer.Failure {
    OdynnServer.Failure(status: 404, code: code, message: "The session has no result.")
  }
}
