import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Verso's endpoint for native apps.
struct TinyVersoAPI: Sendable {
  struct Start: Decodable {
    var captureNonce, clientSecret, loginUrl, cookieDomain, cookieName, sessionUrl: String
  }

  private struct Capture: Encodable {
    var action = "capture"
    var captureNonce, clientSecret, sessionToken: String
    var accessToken, providerAccountId, providerAccountEmail: String?
  }

  private struct Captured: Decodable {
    var status: String
    var connectionId: String?
  }

  private struct Refusal: Decodable {
    var error: String
  }

  let url: String

  func start(token: String) async throws -> Start {
    try await post(["action": "start", "token": token])
  }

  /// The id of the connection; nil while the session is not usable yet.
  func capture(
    _ sessionToken: String, _ account: LoginPage.Account, of start: Start
  ) async throws -> String? {
    let captured: Captured = try await post(
      Capture(
        captureNonce: start.captureNonce, clientSecret: start.clientSecret,
        sessionToken: sessionToken, accessToken: account.accessToken,
        providerAccountId: account.user?.id, providerAccountEmail: account.user?.email))
    return captured.status == "connected" ? captured.connectionId : nil
  }

  private func post<Answer: Decodable>(_ body: some Encodable) async throws -> Answer {
    guard let url = URL(string: url) else { throw TinyVerso.Failure.network("no such URL") }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(body)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("TinyVerso/0.1", forHTTPHeaderField: "User-Agent")
    // A connection of its own: a POST must not be sent again because a kept one has gone.
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    let (data, status) = try await session.answer(to: request)
    guard status == 200 else {
      let refusal = try? JSONDecoder().decode(Refusal.self, from: data)
      throw TinyVerso.Failure.rejected(
        status: status, message: refusal?.error ?? "Verso answered \(status)")
    }
    return try JSONDecoder().decode(Answer.self, from: data)
  }
}
