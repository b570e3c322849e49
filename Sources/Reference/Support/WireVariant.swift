import Loopback
import StrictJSON
import Wire

/// A legal difference that has nothing to do with any contract: how JSON is spelled, how HTTP
/// frames it.
///
/// It is applied to finished replies, so that every reference has it for nothing.
struct WireVariant: Sendable {
  /// Its name and what it does.
  var info: VariantInfo
  /// Spells a JSON body another way; nil leaves bodies alone.
  var respell: (@Sendable (JSON) -> [UInt8])?
  /// Changes the head or the framing; nil leaves them alone.
  var reframe: (@Sendable (inout LoopbackReply) -> Void)?

  /// Creates a variant.
  init(
    _ name: String, _ about: String, respell: (@Sendable (JSON) -> [UInt8])? = nil,
    reframe: (@Sendable (inout LoopbackReply) -> Void)? = nil
  ) {
    info = VariantInfo(name: name, about: about)
    self.respell = respell
    self.reframe = reframe
  }
}

extension [WireVariant] {
  /// A JSON body as these variants spell it; bytes that are not JSON stay as they are.
  func body(_ bytes: [UInt8]) -> [UInt8] {
    reduce(bytes) { bytes, variant in
      guard let respell = variant.respell, let value = try? JSON(parsing: bytes) else {
        return bytes
      }
      return respell(value)
    }
  }

  /// A finished reply as these variants send it.
  func reply(_ reply: LoopbackReply) -> LoopbackReply {
    var reply = reply
    if reply.fields[first: "Content-Type"]?.contains("json") == true {
      reply.body = body(reply.body)
    }
    for variant in self { variant.reframe?(&reply) }
    return reply
  }
}
