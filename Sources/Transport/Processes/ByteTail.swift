/// The last bytes of a stream.
struct ByteTail: Sendable {
  let limit: Int
  private var storage: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  var bytes: [UInt8] { Array(storage.suffix(limit)) }

  mutating func add(_ bytes: some Collection<UInt8>) {
    storage.append(contentsOf: bytes)
    if storage.count > 2 * limit { storage.removeFirst(storage.count - limit) }
  }
}
