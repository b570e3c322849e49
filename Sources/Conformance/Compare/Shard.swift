/// One part of a run that several machines share.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
  /// Which part, from 1.
  public var index: Int
  /// How many parts there are.
  public var count: Int

  /// Reads `2/5`; nil when it is no such thing.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), count >= 1,
      (1...count).contains(index)
    else { return nil }
    self.index = index
    self.count = count
  }

  /// The part as it is written on the command line.
  public var description: String { "\(index)/\(count)" }

  /// The vectors that belong to this part.
  ///
  /// Without times a vector's part follows from its id alone, so that it stays where it is whatever
  /// others come or go. With times, the longest go first to the part that has least to do.
  ///
  /// - Parameters:
  ///   - ids: All vectors.
  ///   - seconds: How long each took before; a vector that is not there counts as the mean.
  /// - Returns: Their ids.
  public func members(of ids: [String], seconds: [String: Double] = [:]) -> Set<String> {
    guard !seconds.isEmpty else {
      return Set(ids.filter { Int(Self.hash($0) % UInt64(count)) == index - 1 })
    }
    let mean = seconds.values.reduce(0, +) / Double(seconds.count)
    let order = ids.sorted { left, right in
      let times = (seconds[left] ?? mean, seconds[right] ?? mean)
      return times.0 == times.1 ? left < right : times.0 > times.1
    }
    var loads = [Double](repeating: 0, count: count)
    var members: Set<String> = []
    for id in order {
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[least] += seconds[id] ?? mean
      if least == index - 1 { members.insert(id) }
    }
    return members
  }

  /// FNV-1a, which is the same on every machine.
  private static func hash(_ id: String) -> UInt64 {
    id.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
