import Loopback

/// Serves one answer, the same for every request, until the input ends.
func serve() -> Int32 {
  let body = Array(
    #"{"id":"ses_0123456789abcdef","status":"pending","createdAt":"2026-07-21T12:00:00Z"}"#.utf8)
  let reply = LoopbackReply.json(201, body)
  do {
    let server = try LoopbackServer { _, _ in reply }
    print(server.baseURL)
    flushOutput()
    while readLine() != nil {}
    server.stop()
    return 0
  } catch {
    print(error)
    return 1
  }
}
