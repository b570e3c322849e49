import StrictJSON

/// The JavaScript by which the runner plays an app that holds a page.
extension PageContract.Context {
  /// Sets the context before the page's own scripts run.
  func setting(_ context: JSON) -> String {
    "{ const context = \(Self.expression(context)); \(assignment) }"
  }

  /// Sets another context and tells the page, in every way that the contract knows; gives the names
  /// of the functions that it called and the first thing that one of them threw.
  func changing(to context: JSON) -> String {
    let calls = JSON.array(calls.map { .string($0) }).serialized()
    let events = JSON.array(events.map { .string($0) }).serialized()
    return """
      (() => {
        const context = \(Self.expression(context));
        \(assignment)
        const called = [];
        let threw = null;
        for (const name of \(calls)) {
          if (typeof globalThis[name] !== "function") continue;
          called.push(name);
          try { globalThis[name](context); } catch (error) { threw ??= String(error); }
        }
        for (const name of \(events)) {
          globalThis.dispatchEvent(new CustomEvent(name, { detail: context }));
        }
        return { called, threw };
      })()
      """
  }

  private var assignment: String {
    let object = JSON.string(object).serialized()
    let member = JSON.string(member).serialized()
    return "(globalThis[\(object)] ??= {})[\(member)] = context;"
  }

  /// The value as an expression that means it exactly, a member `__proto__` included.
  private static func expression(_ value: JSON) -> String {
    "JSON.parse(\(JSON.string(value.serialized()).serialized()))"
  }
}

extension String {
  /// The URL with further query items, each percent-encoded, before a fragment.
  func appendingQuery(_ items: [(name: String, value: String)]) -> String {
    guard !items.isEmpty else { return self }
    let parts = split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count == 2 ? "#" + parts[1] : ""
    let query = items.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
      .joined(separator: "&")
    let base = String(parts[0])
    let mark = !base.contains("?") ? "?" : base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&"
    return base + mark + query + fragment
  }

  /// The text with every byte percent-encoded that is not unreserved (RFC 3986 §2.3).
  private var percentEncoded: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
