import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What stands for the web view: the provider's page and its cookies, forgotten with it.
struct LoginPage: Sendable {
  /// What the provider tells of the account.
  struct Account: Decodable {
    struct User: Decodable {
      var id, email: String?
    }
    var accessToken: String?
    var user: User?
  }

  private static let userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    + "Version/18.0 Mobile/15E148 Safari/604.1"

  private let session = URLSession(configuration: .ephemeral)

  /// Reads a page; nil when it cannot be had.
  func read(_ url: String) async -> Data? {
    guard let url = URL(string: url) else { return nil }
    var request = URLRequest(url: url)
    request.setValue(Self.userAgent, forHTTPHeaderField: "User-Agent")
    return try? await session.answer(to: request).data
  }

  func account(_ url: String) async -> Account {
    let data = await read(url) ?? Data()
    return (try? JSONDecoder().decode(Account.self, from: data)) ?? Account()
  }

  /// The cookie of a name, or its numbered parts together; nil when there is none.
  func session(_ name: String, of domain: String) -> String? {
    let cookies = session.configuration.httpCookieStorage?.cookies ?? []
    let ours = cookies.filter { $0.domain == domain || $0.domain.hasSuffix(".\(domain)") }
    if let whole = ours.first(where: { $0.name == name }) { return whole.value }
    let parts = ours.compactMap { cookie -> (number: Int, value: String)? in
      guard cookie.name.hasPrefix("\(name)."),
        let number = Int(cookie.name.dropFirst(name.count + 1))
      else { return nil }
      return (number, cookie.value)
    }
    guard !parts.isEmpty else { return nil }
    return parts.sorted { $0.number < $1.number }.map(\.value).joined()
  }
}

/// A connect link.
struct Link {
  /// The first item `token` that is not empty, else a last path segment of three parts.
  let token: String

  init?(_ text: String) {
    guard let parts = URLComponents(string: text) else { return nil }
    let items = parts.queryItems?.filter { $0.name == "token" }.compactMap(\.value) ?? []
    let segment = parts.path.split(separator: "/").last ?? ""
    let words = segment.split(separator: ".", omittingEmptySubsequences: false)
    if let item = items.first(where: { !$0.isEmpty }) {
      token = item
    } else if words.count == 3, !words.contains("") {
      token = String(segment)
    } else {
      return nil
    }
  }
}
