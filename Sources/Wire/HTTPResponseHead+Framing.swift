extension HTTPResponseHead {
  /// What is wrong with the fields that frame the body (RFC 9112, 6).
  var framingObservations: [String] {
    if hasUsualFraming { return [] }
    let lengths = fields.all("Content-Length")
    let codings = fields.contains("Transfer-Encoding") ? fields.listItems("Transfer-Encoding") : []
    var found = lengthObservations(lengths)
    if codings.isEmpty && lengths.isEmpty { return found }
    if !codings.isEmpty && !lengths.isEmpty {
      found.append("expected one framing, received Content-Length and Transfer-Encoding")
    }
    if codings.contains(where: { !$0.isEqualIgnoringASCIICase("chunked") }) {
      let list = quoted(codings.joined(separator: ", ").wireBytes)
      found.append("expected no transfer coding but chunked, received \(list)")
    }
    if !codings.isEmpty && version == "HTTP/1.0" {
      found.append("expected no Transfer-Encoding in HTTP/1.0, received it")
    }
    if status < 200 || status == 204 {
      found.append("expected no framing field in a \(status) response, received one")
    }
    return found
  }

  /// Whether there is one Content-Length, a number, or none, and no Transfer-Encoding.
  private var hasUsualFraming: Bool {
    var lengths = 0
    for field in fields {
      if field.name.isEqualIgnoringASCIICase("Content-Length") {
        lengths += 1
        if lengths > 1 || contentLength(field.value) == nil { return false }
      } else if field.name.isEqualIgnoringASCIICase("Transfer-Encoding") {
        return false
      }
    }
    return lengths == 0 || status >= 200 && status != 204
  }

  private func lengthObservations(_ lengths: [String]) -> [String] {
    if lengths.contains(where: { contentLength($0) == nil }) {
      let list = quoted(lengths.joined(separator: ", ").wireBytes)
      return ["expected digits in Content-Length, received \(list)"]
    }
    if lengths.count < 2 { return [] }
    let list = lengths.joined(separator: ", ")
    return Set(lengths.compactMap(contentLength)).count > 1
      ? ["expected one Content-Length, received two different values: \(list)"]
      : ["expected one Content-Length, received it \(lengths.count) times: \(list)"]
  }
}
