import SDKDriving
import StrictJSON
import Wire

/// One thing that was seen, as blocks of text with headings.
struct HTMLEntry {
  private var blocks: [(heading: String, text: String)] = []

  /// The blocks of a transcript's entry; nil when there is nothing to show.
  init?(_ entry: Transcript.Entry) {
    switch entry.event {
    case .exchange(let exchange): show(exchange)
    case .hook(let record): show(record)
    case .passed(let until): blocks.append(("time", "until \(until)"))
    case .webhook(let delivery): show(delivery.request, "webhook")
    case .watched(nil): blocks.append(("watched", "nothing came in time"))
    case .watched: return nil
    case .driver(let record): show(record)
    case .page(let record): show(record)
    case .broken(let reason): blocks.append(("broken", reason))
    case .missing(let name): blocks.append(("not done", "nothing gave “\(name)” a value"))
    }
    guard !blocks.isEmpty else { return nil }
  }

  /// How long its texts are, in bytes.
  var byteCount: Int { blocks.reduce(0) { $0 + $1.text.utf8.count } }

  var json: JSON {
    .array(blocks.map { .array([.string($0.heading), .string($0.text)]) })
  }

  private mutating func show(_ exchange: HTTPExchange) {
    if let raw = exchange.call.rawBytes {
      blocks.append(("sent", Self.text(raw)))
    } else {
      show(exchange.call.request, "request")
    }
    switch exchange.outcome {
    case .response(let response): blocks.append(("response", Self.text(response)))
    case .failure(let failure):
      blocks.append(("no response", failure.message))
      if let partial = failure.partial { blocks.append(("what came", Self.text(partial))) }
    }
    if !exchange.observations.isEmpty {
      blocks.append(("on the wire", exchange.observations.joined(separator: "\n")))
    }
  }

  private mutating func show(_ request: HTTPRequest, _ heading: String) {
    let lines = ["\(request.method) \(request.target)"] + Self.lines(request.fields)
    blocks.append((heading, Self.message(lines, request.body, length: request.body.count)))
  }

  private mutating func show(_ record: HookRecord) {
    blocks.append(("hook \(record.name)", Self.pretty(record.arguments)))
    let value = record.value.map { "\n" + Self.pretty($0) } ?? ""
    let message = record.message.map { "\n" + $0 } ?? ""
    blocks.append(("answer", record.outcome.rawValue + value + message))
  }

  private mutating func show(_ record: DriverRecord) {
    switch record {
    case .callBegan(let number, let operation, let arguments):
      blocks.append(("call \(number): \(operation)", Self.pretty(arguments)))
    case .callEnded(let number, let outcome):
      blocks.append(("call \(number) ended", Self.pretty(outcome.json)))
    case .callEndedAgain(let number): blocks.append(("call \(number)", "ended a second time"))
    case .awaited(let number, let outcome):
      blocks.append(
        ("call \(number)", outcome.map { Self.pretty($0.json) } ?? "had not ended in time"))
    case .looked(let number, let isOpen):
      blocks.append(("call \(number)", isOpen ? "open" : "ended"))
    case .cancelAsked(let number): blocks.append(("call \(number)", "was to be cancelled"))
    case .event(let event, _): blocks.append(("event \(event.name)", Self.pretty(event.data)))
    case .request(let request): show(request.request, "request of the SDK")
    case .served, .answered: break
    }
  }

  private mutating func show(_ record: PageRecord) {
    switch record {
    case .picture(let bytes) where bytes.isEmpty: break
    case .picture(let bytes):
      blocks.append(("picture of the page", "data:image/png;base64,\(Encodings.base64(bytes))"))
    case .message(let message):
      blocks.append(("message to \(message.handler) (\(message.type))", message.content ?? ""))
    case .request(let request): show(request.request, "request of the page")
    case .settled: break
    default: blocks.append(("page", Self.pretty(record.json)))
    }
  }

  // MARK: - Text

  /// How many bytes of a body are shown.
  private static let bodyLimit = 16_384

  private static func text(_ response: HTTPResponse) -> String {
    message(
      [response.head.statusLine] + lines(response.fields), response.body,
      length: response.bodyLength)
  }

  private static func lines(_ fields: HTTPFields) -> [String] {
    fields.map { "\($0.name): \($0.value)" }
  }

  private static func message(_ head: [String], _ body: [UInt8], length: Int) -> String {
    guard !body.isEmpty else { return head.joined(separator: "\n") }
    let more = length > bodyLimit ? "\n… \(length - bodyLimit) bytes more" : ""
    return head.joined(separator: "\n") + "\n\n" + text(Array(body.prefix(bodyLimit))) + more
  }

  /// JSON pretty-printed, other text as it is, bytes that are no text in hexadecimal.
  private static func text(_ bytes: [UInt8]) -> String {
    if let json = try? JSON(parsing: bytes) { return pretty(json) }
    guard let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: isUnprintable)
    else { return hex(bytes) }
    return text
  }

  private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && !["\n", "\r", "\t"].contains(scalar)
  }

  private static func pretty(_ json: JSON) -> String { json.serialized(.pretty) }

  /// Sixteen bytes a line: offset, base16, and what of it is ASCII.
  private static func hex(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: min(bytes.count, 4_096), by: 16).map { start in
      let row = bytes[start..<min(start + 16, bytes.count)]
      let offset = Encodings.hex([UInt8(start >> 8), UInt8(start & 255)])
      let pairs = row.map { Encodings.hex([$0]) }.joined(separator: " ")
      let padding = String(repeating: " ", count: (16 - row.count) * 3)
      let ascii = String(
        decoding: row.map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
      return "\(offset)  \(pairs)\(padding)  \(ascii)"
    }.joined(separator: "\n")
  }
}
