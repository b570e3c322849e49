import StrictJSON
import Wire

extension Transcript {
  /// A command that repeats a step's request, or asks its hook again; nil when the step did neither.
  func curl(step: Int, _ context: RunContext) -> String? {
    for entry in entries where entry.step.first == step {
      switch entry.event {
      case .exchange(let exchange): return exchange.call.curl
      case .hook(let record): return record.command(context)
      default: continue
      }
    }
    return nil
  }
}

extension HookRecord {
  /// A command that asks the hook again; nil when the target does not say how.
  fileprivate func command(_ context: RunContext) -> String? {
    let builder = RequestBuilder(context: context, bindings: context.parameters)
    guard let binding = context.target.hooks[name], let arguments = arguments.object else {
      return nil
    }
    switch builder.hookCall(binding, arguments) {
    case .http(let call): return call.curl
    case .command(let words): return words.map(shellQuoted).joined(separator: " ")
    case .missing: return nil
    }
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
