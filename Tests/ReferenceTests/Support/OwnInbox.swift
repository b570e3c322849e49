import Loopback
import StrictJSON
import Wire

/// Takes in webhooks at an address of its own.
///
/// Its path is like no other's: a port that it gets may have been another inbox's a moment ago, to
/// which somebody still delivers.
struct OwnInbox {
  private let taken = Locked<[HTTPRequest]>([])
  private let server: LoopbackServer
  /// The address to subscribe.
  let url: JSON

  init() throws {
    let path = "/\(UInt64.random(in: 0 ... .max))"
    server = try LoopbackServer { [taken] request, _ in
      guard request.target.utf8.elementsEqual(path.utf8) else { return .text(404, "") }
      taken.withLock { $0.append(request) }
      return .text(204, "")
    }
    url = .string(server.baseURL + path)
  }

  /// What has come so far, in order.
  var deliveries: [HTTPRequest] { taken.withLock { $0 } }

  func close() { server.stop() }
}
