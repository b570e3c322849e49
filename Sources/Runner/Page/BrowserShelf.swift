import Transport

/// Browsers that several runs share, one for each set of hosts that pages may contact.
///
/// Every vector still has a view of its own in them. Starting a browser takes longer than most
/// vectors, which matters when something is run many times.
public actor BrowserShelf {
  private var pools: [Key: BrowserPool] = [:]
  private let isReusing: Bool

  private struct Key: Hashable {
    var executable: String
    var allowed: AllowedHosts
  }

  /// Creates an empty shelf.
  ///
  /// - Parameter isReusing: Whether a view may have the cookies and storage of a former view, emptied,
  ///   in place of new ones.
  public init(isReusing: Bool = false) {
    self.isReusing = isReusing
  }

  func pool(_ executable: String, _ allowed: AllowedHosts) -> BrowserPool {
    let key = Key(executable: executable, allowed: allowed)
    if let pool = pools[key] { return pool }
    let pool = BrowserPool(executable, allowed, isReusing: isReusing)
    pools[key] = pool
    return pool
  }

  /// Ends all of them.
  public func close() async {
    let all = pools.values
    pools = [:]
    for pool in all { await pool.close() }
  }
}
