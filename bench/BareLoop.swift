import CCurl
import Wire

/// A plain libcurl loop without anything of ours: the measure of the other ways.
///
/// Handles are reused, options set once, answers counted and thrown away.
func runBareLoop(_ load: Load) -> Int {
  let multi = curl_multi_init()
  defer { curl_multi_cleanup(multi) }
  ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, load.width)
  var fields: UnsafeMutablePointer<curl_slist>?
  for line in load.fieldLines { fields = curl_slist_append(fields, line) }
  defer { curl_slist_free_all(fields) }
  let handles = (0..<load.width).compactMap { _ in makeHandle(load, fields) }
  defer { for handle in handles { curl_easy_cleanup(handle) } }
  for handle in handles { curl_multi_add_handle(multi, handle) }
  var begun = handles.count
  var answered = 0
  var succeeded = 0
  while answered < load.requests && !handles.isEmpty {
    var running: Int32 = 0
    curl_multi_perform(multi, &running)
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
        continue
      }
      answered += 1
      let isWhole = ccurl_message_result(message) == CURLE_OK
      if isWhole && ccurl_get_long(easy, CURLINFO_RESPONSE_CODE) == 201 { succeeded += 1 }
      curl_multi_remove_handle(multi, easy)
      guard begun < load.requests else { continue }
      begun += 1
      curl_multi_add_handle(multi, easy)
    }
    if answered < load.requests { curl_multi_poll(multi, nil, 0, 1000, nil) }
  }
  for handle in handles { curl_multi_remove_handle(multi, handle) }
  return succeeded
}

private func makeHandle(
  _ load: Load, _ fields: UnsafeMutablePointer<curl_slist>?
) -> UnsafeMutableRawPointer? {
  guard let easy = curl_easy_init() else { return nil }
  ccurl_set_string(easy, CURLOPT_URL, load.call.base + load.call.request.target)
  ccurl_set_string(easy, CURLOPT_NOPROXY, "*")
  ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
  ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
  ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, 10_000)
  ccurl_set_list(easy, CURLOPT_HTTPHEADER, fields)
  ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(load.call.request.body.count))
  _ = load.call.request.body.withUnsafeBytes {
    ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
  }
  ccurl_set_data_callback(easy, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
  return easy
}
