import SDKDriving
import Wire

/// An agent in the app that hosts the web view and pairs it to one session.
///
/// While it is connected, its deallocation closes the session.
final class OdynnWorker: Sendable {
  private struct State {
    var session: String?
    var isClaimed = false
    var isClosed = false
    /// What keeps a careless build alive.
    var itself: OdynnWorker?
  }

  private let sdk: OdynnConnect
  private let state = Locked(State())

  private var rules: OdynnConnect.Rules { sdk.rules }

  init(of sdk: OdynnConnect) {
    self.sdk = sdk
    if sdk.rules.keepsItself { state.withLock { $0.itself = self } }
  }

  deinit {
    let session = state.withLock { $0.isClaimed && !$0.isClosed ? $0.session : nil }
    let sdk = sdk
    sdk.time.work {
      if let session { try? await sdk.transport.close(session) }
      await sdk.tell(DriverEvent("worker.deallocated"))
    }
  }

  /// Resolves the transport, does the handshake and claims the session.
  func connect(session: String) async throws(CallError) {
    if rules.needsConnectURL { throw CallError(kind: "other", message: "no transport URL") }
    if sdk.countConnect() > 0, rules.connectsOnce {
      throw CallError(kind: "other", message: "a sync has run already; use resume()")
    }
    state.withLock { $0.session = session }
    guard rules.claiming == .atConnect else { return }
    do {
      try await claim(session)
    } catch {
      if rules.swallowsRefusals { return }
      if rules.swallowsExpiry, await ending(of: session) == "expired" { return }
      if rules.waitsForFirstDevice { await waitForFirstDevice(session) }
      throw error
    }
  }

  private func claim(_ session: String) async throws(CallError) {
    do {
      try await sdk.transport.claim(session)
    } catch {
      throw CallError(kind: "other", message: error.message)
    }
    state.withLock { $0.isClaimed = true }
  }

  private func ending(of session: String) async -> String? {
    (try? await sdk.transport.look(session))?.ending
  }

  private func waitForFirstDevice(_ session: String) async {
    while !Task.isCancelled, let state = try? await sdk.transport.look(session), state.isConnected {
      await pause()
    }
  }

  /// Between two looks at the session, in real time: the transport tells of nothing by itself.
  private func pause() async {
    try? await sdk.time.resting { try await Task.sleep(for: .milliseconds(10)) }
  }
}

// MARK: - The sync

extension OdynnWorker {
  /// Runs the sync; suspended until the worker closes.
  func accept() async throws(CallError) {
    let connected = state.withLock { state in
      state.session.map { (session: $0, isClaimed: state.isClaimed) }
    }
    guard let connected else { return try await acceptEarly() }
    if !connected.isClaimed, rules.claiming == .atAccept { try await claim(connected.session) }
    if rules.returnsAtPageLoad { return }
    while true {
      if Task.isCancelled { return try await cancelled(connected.session) }
      if state.withLock({ $0.isClosed }) {
        throw CallError(kind: "other", message: "the worker was closed")
      }
      switch await ending(of: connected.session) {
      case nil: break
      case "completed"?: return await completed()
      case let ending?: if try await failed(ending) { return }
      }
      await pause()
    }
  }

  private func acceptEarly() async throws(CallError) {
    switch rules.earlyAccept {
    case .returning: return
    case .throwing: throw CallError(kind: "other", message: "the worker has not connected")
    case .waiting:
      while !Task.isCancelled { await pause() }
      throw .cancellation
    }
  }

  private func completed() async {
    if rules.opensBrowser { await sdk.present("browser") }
  }

  /// The session ended without a result; true when accept is to return all the same.
  private func failed(_ ending: String) async throws(CallError) -> Bool {
    switch rules.failing[ending] {
    case .returning: return true
    case .cancelling: throw .cancellation
    case .hanging: return false
    case .throwing, nil:
      if rules.showsAlert { await sdk.present("alert") }
      throw CallError(kind: "other", message: "the sync failed: \(ending)")
    }
  }

  private func cancelled(_ session: String) async throws(CallError) {
    if rules.closesWhenCancelled {
      // A task of its own, since this one is cancelled.
      await sdk.time.work { [sdk] in try? await sdk.transport.close(session) }.value
    }
    if let error = rules.cancelled { throw error }
  }

  /// Closes the connection; a best effort.
  func close() async throws(CallError) {
    let (session, wasClosed) = state.withLock { state in
      defer { state.isClosed = true }
      return (state.session, state.isClosed)
    }
    if wasClosed {
      if rules.hangsWhenClosedAgain { while !Task.isCancelled { await pause() } }
      if rules.throwsWhenClosedAgain { throw CallError(kind: "other", message: "closed already") }
      return
    }
    guard let session, rules.closeReleases else { return }
    try? await sdk.transport.close(session)
  }
}
