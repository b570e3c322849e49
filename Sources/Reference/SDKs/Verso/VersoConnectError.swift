import SDKDriving

/// How a presentation can fail ("Errors").
enum VersoConnectError: Error {
  /// The URL carries no token.
  case invalidLink
  /// The user closed the sheet.
  case cancelled
  /// Verso refused.
  case rejected(status: Int, message: String)
  /// The provider session never became usable.
  case timedOut
  /// The request to Verso failed.
  case network(any Error)
  /// None of the documented ones: what a build lets slip through.
  case undocumented(String)
}

extension CallError {
  /// The error in the words of the contract.
  init(_ error: VersoConnectError) {
    switch error {
    case .invalidLink: self.init(kind: "invalidLink")
    case .cancelled: self.init(kind: "cancelled")
    case .rejected(let status, let message):
      self.init(kind: "rejected", message: message, status: status)
    case .timedOut: self.init(kind: "timedOut")
    case .network(let error): self.init(kind: "network", message: "\(error)")
    case .undocumented(let kind): self.init(kind: kind)
    }
  }
}

/// A connection that was made.
struct VersoConnection: Sendable {
  /// Its id.
  var connectionId: String
}
