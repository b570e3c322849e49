import StrictJSON

/// Values that never leave the process, and the encodings in which they would be known again.
public struct Secrets: Sendable {
  private var needles: [(text: [UInt8], mask: [UInt8])] = []
  /// The numbers of the needles that begin with each byte, the longest first.
  private var byFirstByte: [[Int]] = Array(repeating: [], count: 256)
  /// What shows the secret of each name.
  private var signs: [String: Signs] = [:]

  /// The texts of which any shows a secret: its encodings, and its mask.
  private struct Signs {
    var texts: [[UInt8]]
    /// Whether one of them begins with a byte.
    var isFirst = [Bool](repeating: false, count: 256)

    init(_ texts: [[UInt8]]) {
      self.texts = texts
      for text in texts { isFirst[Int(text[0])] = true }
    }
  }

  /// Knows no secret.
  public init() {}

  /// Adds a secret; an empty text is no secret.
  ///
  /// - Parameters:
  ///   - value: The text that must not be shown.
  ///   - name: What stands in its place: `⟦secret:name⟧`.
  public mutating func add(_ value: String, named name: String) {
    guard !value.isEmpty else { return }
    let mask = Array("⟦secret:\(name)⟧".utf8)
    let known = Set(needles.map(\.text))
    let forms = Self.encodings(of: value).filter { !known.contains($0) }
    needles += forms.map { ($0, mask) }
    needles.sort { $0.text.count > $1.text.count }
    byFirstByte = Array(repeating: [], count: 256)
    for (number, needle) in needles.enumerated() { byFirstByte[Int(needle.text[0])].append(number) }
    signs[name] = Signs(needles.filter { $0.mask == mask }.map(\.text) + [mask])
  }

  /// Whether nothing is secret.
  public var isEmpty: Bool { needles.isEmpty }

  /// The text with every secret masked, in any of its encodings.
  public func masked(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let clean = replaced(in: bytes) else { return text }
    return String(decoding: clean, as: UTF8.self)
  }

  /// The bytes with every secret masked, in any of its encodings; the longest is tried first.
  public func masked(_ bytes: [UInt8]) -> [UInt8] {
    replaced(in: bytes) ?? bytes
  }

  /// The bytes with masks in them; nil when they hold no secret.
  private func replaced(in bytes: [UInt8]) -> [UInt8]? {
    guard !needles.isEmpty else { return nil }
    var result: [UInt8] = []
    var copied = 0
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let candidates = byFirstByte[Int(buffer[index])]
        guard let number = candidates.first(where: { stands($0, in: buffer, at: index) }) else {
          index += 1
          continue
        }
        result.append(contentsOf: buffer[copied..<index])
        result += needles[number].mask
        index += needles[number].text.count
        copied = index
      }
      if copied > 0 { result.append(contentsOf: buffer[copied...]) }
    }
    return copied > 0 ? result : nil
  }

  /// Whether some bytes hold the secret of a name, in any of its encodings.
  func appears(_ name: String, in bytes: [UInt8]) -> Bool {
    guard let signs = signs[name] else { return false }
    return bytes.withUnsafeBufferPointer { buffer in
      signs.isFirst.withUnsafeBufferPointer { isFirst in
        buffer.indices.contains { index in
          isFirst[Int(buffer[index])]
            && signs.texts.contains { Self.stands($0, in: buffer, at: index) }
        }
      }
    }
  }

  private func stands(_ number: Int, in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    Self.stands(needles[number].text, in: bytes, at: index)
  }

  private static func stands(
    _ needle: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Bool {
    guard bytes[index] == needle[0], index + needle.count <= bytes.count else { return false }
    for offset in needle.indices where bytes[index + offset] != needle[offset] { return false }
    return true
  }

  /// Every text in which the value would be known again.
  ///
  /// Base64 has three forms, since the value may begin at any of three places in a group; the
  /// characters that depend on its neighbours are left away.
  private static func encodings(of value: String) -> Set<[UInt8]> {
    let plain = Array(value.utf8)
    var forms: Set<[UInt8]> = [plain]
    let json = JSON.string(value).serialized().dropFirst().dropLast()
    forms.insert(Array(json.utf8))
    forms.insert(Array(json.replacing("/", with: "\\/").utf8))
    forms.insert(escaped(value, uppercase: false))
    forms.insert(escaped(value, uppercase: true))
    for uppercase in [true, false] {
      forms.insert(Array(Encodings.hex(plain, uppercase: uppercase).utf8))
      forms.insert(Array(Encodings.percent(plain, uppercase: uppercase).utf8))
    }
    guard plain.count >= 4 else { return forms.filter { !$0.isEmpty } }
    for shift in 0..<3 {
      for urlSafe in [false, true] {
        forms.insert(base64Core(plain, shift: shift, urlSafe: urlSafe))
      }
    }
    return forms.filter { !$0.isEmpty }
  }

  private static func base64Core(_ plain: [UInt8], shift: Int, urlSafe: Bool) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: shift)
    let text = Array(Encodings.base64(padding + plain, urlSafe: true).utf8)
    let first = (shift * 8 + 5) / 6
    let last = (shift + plain.count) * 8 / 6
    let core = Array(text[first..<last])
    guard !urlSafe else { return core }
    return core.map {
      $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
    }
  }

  /// Every UTF-16 unit as a `\u` escape.
  private static func escaped(_ value: String, uppercase: Bool) -> [UInt8] {
    value.utf16.flatMap { unit in
      Array("\\u".utf8)
        + Array(Encodings.hex([UInt8(unit >> 8), UInt8(unit & 255)], uppercase: uppercase).utf8)
    }
  }
}
