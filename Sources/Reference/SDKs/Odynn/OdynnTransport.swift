import StrictJSON
import Wire

/// The private transport between worker and session: here the hooks of the reference server.
struct OdynnTransport: Sendable {
  /// What the server says of a session.
  struct Session: Sendable, Hashable {
    /// Whether a device is connected to it.
    var isConnected: Bool
    /// How it ended, in the server's word; nil while it goes on.
    var ending: String?
  }

  /// Why the server did not do what it was asked for.
  struct Refusal: Error {
    var message: String
  }

  let base: String
  let network: SDKNetwork

  /// Claims a session for this device.
  func claim(_ session: String) async throws(Refusal) {
    _ = try await ask("device.connect", session)
  }

  /// Closes the connection to a session.
  func close(_ session: String) async throws(Refusal) {
    _ = try await ask("device.close", session)
  }

  /// Asks how a session stands.
  func look(_ session: String) async throws(Refusal) -> Session {
    let answer = try await ask("session.inspect", session)
    return Session(
      isConnected: answer["connection"]?.string == "open", ending: answer["ending"]?.string)
  }

  private func ask(_ hook: String, _ session: String) async throws(Refusal) -> JSON {
    let body: JSON = ["sessionId": .string(session)]
    let request = HTTPRequest(
      method: "POST", target: "/", fields: ["Content-Type": "application/json"],
      body: body.serializedBytes())
    let response: HTTPResponse
    do {
      response = try await network.send(request, to: "\(base)/_hooks/\(hook)", timeout: nil)
    } catch {
      throw Refusal(message: error.message)
    }
    let answer = (try? JSON(parsing: response.body)) ?? .null
    guard (200..<300).contains(response.status) else {
      throw Refusal(message: answer["reason"]?.string ?? "HTTP \(response.status)")
    }
    return answer
  }
}
