/// Writes what an app does as a trace, one JSON line an event, for a judge to read later.
///
/// It may be called from any thread; the order of the lines is the order of the calls. Each line is
/// one write, so that a crash loses no more than the last. Nothing here throws: the app goes on as
/// without it, and `lostLines` tells afterwards whether the trace is whole.
public final class TraceRecorder: @unchecked Sendable {
  private let salt = "\(UInt64.random(in: .min ... .max))"
  private let hash: @Sendable (String) -> String
  private let clock: @Sendable () -> Int
  private let write: @Sendable ([UInt8]) -> Bool
  private let lock = Lock()
  private var masks: [(secret: [UInt8], mask: [UInt8])] = []
  private var lost = 0

  /// Creates a recorder that hands on each line, its newline included.
  ///
  /// - Parameters:
  ///   - contract: The contract's id, such as `cheggout-sdk`.
  ///   - source: The app and its version, for reports.
  ///   - hash: Hashes a text, such as to the hexadecimal digits of its SHA-256.
  ///   - clock: Tells the time in milliseconds since the beginning of 1970; nil for the system's.
  ///   - write: Takes a line, one call at a time, and answers whether it was kept.
  public init(
    contract: String, source: String, hash: @escaping @Sendable (String) -> String,
    clock: (@Sendable () -> Int)? = nil, write: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    (self.hash, self.clock, self.write) = (hash, clock ?? { Platform.milliseconds }, write)
    append([
      ("format", 1), ("contract", .text(contract)), ("role", "app"), ("source", .text(source)),
    ])
  }

  /// Creates a recorder that appends to a file; nil when the file cannot be opened.
  ///
  /// - Parameters:
  ///   - path: The file; every run of the app takes a new one.
  ///   - contract: The contract's id, such as `cheggout-sdk`.
  ///   - source: The app and its version, for reports.
  ///   - hash: Hashes a text, such as to the hexadecimal digits of its SHA-256.
  public convenience init?(
    path: String, contract: String, source: String, hash: @escaping @Sendable (String) -> String
  ) {
    guard let write = Platform.appending(to: path) else { return nil }
    self.init(contract: contract, source: source, hash: hash, write: write)
  }

  /// How many lines could not be written.
  public var lostLines: Int { lock.withLock { lost } }

  /// Writes a hash in the place of a secret from now on, wherever a text holds it.
  ///
  /// - Parameters:
  ///   - secret: The whole secret; an empty text hides nothing.
  ///   - prefix: What stays readable of it because a rule looks for it, such as `ses_`.
  public func hide(_ secret: String, keeping prefix: String = "") {
    guard !secret.isEmpty else { return }
    let mask = prefix + hash(salt + secret).prefix(16)
    lock.withLock {
      masks.append((Array(secret.utf8), Array(mask.utf8)))
      masks.sort { $0.secret.count > $1.secret.count }
    }
  }

  /// Writes down an event.
  ///
  /// - Parameters:
  ///   - event: Its name in the vocabulary of the contract.
  ///   - data: Its members.
  ///   - time: When it happened, in milliseconds since the beginning of 1970; nil for now.
  ///   - thread: Where it happened; nil for the caller's: `main`, or `background` for any other.
  public func record(
    _ event: String, _ data: TraceValue = [:], at time: Int? = nil, thread: String? = nil
  ) {
    let thread = thread ?? Platform.thread
    lock.withLock {
      let data = masks.reduce(data) { $0.replacing($1.secret, with: $1.mask) }
      append([
        ("at", .text(Platform.timestamp(time ?? clock()))), ("event", .text(event)),
        ("data", data), ("thread", .text(thread)),
      ])
    }
  }

  private func append(_ members: [(String, TraceValue)]) {
    if !write(Array((TraceValue.object(members).json + "\n").utf8)) { lost += 1 }
  }
}
