import CCurl
import Wire

/// What libcurl says at the end of a transfer, together with what was seen of it.
struct CurlError {
  /// libcurl's result.
  var code: CURLcode
  /// libcurl's sentence.
  var text: String
  /// Whether a connection came to stand and a request began to go out.
  var began: Bool
  /// Whether any byte of a response came.
  var hasHead: Bool
  /// Whether the final head came whole.
  var hasFinalHead: Bool
}

/// CURLE_TOO_LARGE, which libcurl has since 8.6.
private let tooLarge = CURLcode(rawValue: 100)

extension CurlError {
  /// The kind of failure; libcurl's numbers are those of 7.88 to 8.x.
  var kind: HTTPFailureKind {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unresolved
    case CURLE_COULDNT_CONNECT, CURLE_PROXY: .refused
    case CURLE_OPERATION_TIMEDOUT: began ? .timeout : .connectTimeout
    case CURLE_GOT_NOTHING: hasHead ? .truncatedHead : .emptyReply
    case CURLE_PARTIAL_FILE: hasFinalHead ? .truncatedBody : .truncatedHead
    case CURLE_SEND_ERROR: .reset
    case CURLE_RECV_ERROR: receiveKind
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, tooLarge: .malformed
    // Status lines that libcurl does not take end here, and show nothing.
    case CURLE_UNSUPPORTED_PROTOCOL: began ? .malformed : .other
    // A field line over 100 KB, and a line that begins with a space.
    case CURLE_OUT_OF_MEMORY, CURLE_BAD_FUNCTION_ARGUMENT: hasHead ? .malformed : .other
    case CURLE_ABORTED_BY_CALLBACK: .cancelled
    default: isTLS ? .tls : .other
    }
  }

  private var isTLS: Bool {
    switch code {
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
      CURLE_USE_SSL_FAILED:
      true
    default: false
    }
  }

  /// One code stands for a reset, an abrupt end of TLS, bad chunks and too long a head.
  private var receiveKind: HTTPFailureKind {
    if text.contains("unexpected eof") {
      return hasFinalHead ? .truncatedBody : hasHead ? .truncatedHead : .emptyReply
    }
    // TLS 1.3 refuses a client's certificate after the handshake, as an alert in place of an answer.
    if text.contains("SSL_read") && text.contains("alert") { return .tls }
    let isLocal = text.contains("Recv failure") || text.contains("SSL_read") || text.isEmpty
    if isLocal || !hasHead { return .reset }
    return .malformed
  }

  /// One sentence for the failure.
  var sentence: String {
    let text = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
    switch kind {
    case .unresolved: return "expected an address for the host: \(text)"
    case .refused: return "expected a connection: \(text)"
    case .connectTimeout: return "expected a connection within the connect timeout: \(text)"
    case .tls: return "expected a TLS connection that is trusted: \(text)"
    case .timeout: return "expected a whole response within the timeout: \(text)"
    case .emptyReply: return "expected a response, received the close without a byte"
    case .reset: return "expected a whole response, received a reset: \(text)"
    case .truncatedHead: return "expected a whole head, received a part before the close"
    case .truncatedBody: return "expected a whole body, received a part before the close: \(text)"
    case .malformed where !hasHead:
      return "expected a status line such as `HTTP/1.1 200 OK`, received something else"
    case .malformed: return "expected an HTTP/1.1 response, received a malformed one: \(text)"
    case .cancelled: return "the exchange was cancelled"
    case .other: return "libcurl could not carry the exchange out: \(text) (\(code.rawValue))"
    }
  }
}
