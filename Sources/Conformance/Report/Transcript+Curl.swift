import Wire

extension Transcript {
  /// A `curl` command that repeats a step's request; nil when the step sent none.
  func curl(step: Int) -> String? {
    for entry in entries where entry.step.first == step {
      if case .exchange(let exchange) = entry.event { return exchange.call.curl }
    }
    return nil
  }
}

extension HTTPCall {
  /// A `curl` command that sends the same request, fit for a POSIX shell.
  var curl: String {
    var words = ["curl", "-i"]
    if request.method != "GET" { words += ["-X", shellQuoted(request.method)] }
    for field in request.fields {
      words += ["-H", shellQuoted("\(field.name): \(field.value)")]
    }
    if !request.body.isEmpty {
      words += ["--data-binary", shellQuoted(String(decoding: request.body, as: UTF8.self))]
    }
    words.append(shellQuoted(base + request.target))
    return words.joined(separator: " ")
  }
}

/// A text as one word of a POSIX shell.
private func shellQuoted(_ text: String) -> String {
  let plain = text.utf8.allSatisfy { byte in
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x2D, 0x2E, 0x2F, 0x3A, 0x5F: true
    default: false
    }
  }
  guard !plain || text.isEmpty else { return text }
  return "'" + text.replacing("'", with: "'\\''") + "'"
}
