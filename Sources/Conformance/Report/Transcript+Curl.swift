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
  /// A command that sends the same request, fit for a POSIX shell: `curl`, or `nc` for bytes that are
  /// no request that `curl` would send.
  ///
  /// Of a body that is too large to be shown it says where to find it.
  var curl: String {
    if let rawBytes { return Self.piped(rawBytes, into: "nc \(shellQuoted(host)) \(port)") }
    var words = ["curl", "-i"]
    if request.method != "GET" { words += ["-X", shellQuoted(request.method)] }
    for field in request.fields {
      words += ["-H", shellQuoted("\(field.name): \(field.value)")]
    }
    guard !request.body.isEmpty else {
      return (words + [shellQuoted(base + request.target)]).joined(separator: " ")
    }
    if !request.fields.contains("Content-Type") { words += ["-H", "Content-Type:"] }
    let text = String(validating: request.body, as: UTF8.self)
    let isShown = request.body.count <= Self.shownBytes
    let data = isShown ? text.map(shellQuoted) ?? "@-" : "@BODY"
    words += ["--data-binary", data, shellQuoted(base + request.target)]
    let command = words.joined(separator: " ")
    guard isShown else {
      return "\(command)  # BODY: a file of the request's \(request.body.count) bytes"
    }
    return text == nil ? Self.piped(request.body, into: command) : command
  }

  /// The bytes of a body that are shown at most.
  private static let shownBytes = 4096

  /// A command that gets some bytes as its input.
  private static func piped(_ bytes: [UInt8], into command: String) -> String {
    guard bytes.count <= shownBytes else {
      return "\(command) < BODY  # BODY: a file of the \(bytes.count) bytes that were sent"
    }
    return "printf '\(bytes.map(printfEscaped).joined())' | \(command)"
  }

  private var authority: Substring {
    let rest = base.drop { $0 != ":" }.dropFirst(3)
    return rest.prefix { $0 != "/" }
  }

  /// The host as `nc` takes it: an IPv6 address without brackets.
  private var host: String {
    guard authority.hasPrefix("[") else { return String(authority.prefix { $0 != ":" }) }
    return String(authority.dropFirst().prefix { $0 != "]" })
  }

  private var port: String {
    let digits = authority.reversed().prefix { $0.isNumber }
    guard authority.dropLast(digits.count).hasSuffix(":") else {
      return base.hasPrefix("https:") ? "443" : "80"
    }
    return String(digits.reversed())
  }
}

/// A byte as `printf` of a POSIX shell reads it within single quotes.
private func printfEscaped(_ byte: UInt8) -> String {
  switch byte {
  case 0x0D: "\\r"
  case 0x0A: "\\n"
  case 0x20, 0x21, 0x22, 0x23...0x24, 0x26, 0x28...0x5B, 0x5D...0x7E:
    String(UnicodeScalar(byte))
  default: "\\" + String(Int(byte) + 0o1000, radix: 8).dropFirst()
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
