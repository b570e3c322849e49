import Conformance
import Reference
import StrictJSON
import Wire

/// Which rules of a reference each vector's pages asked for.
///
/// A fault shows nowhere before one of its rules is asked for: a vector that asks for none of them
/// goes with the fault as it went without. Of a vector whose page crashed, hung or did not come,
/// nothing is known.
final class RuleReach: Sendable {
  private enum Asked {
    case known(Set<String>)
    case unknown
  }

  fileprivate let watch: RuleWatch
  private let asked = Locked([String: Asked]())

  init(_ watch: RuleWatch) {
    self.watch = watch
  }

  /// Whether a vector may go otherwise when rules are changed; nil for rules that are not known.
  func mayReach(_ rules: Set<String>?, from vector: String) -> Bool {
    guard let rules, case .known(let asked) = asked.withLock({ $0[vector] }) else { return true }
    return !asked.isDisjoint(with: rules)
  }

  /// Puts the watch between the pages and what uses them.
  func install(on ports: inout Ports) {
    let lease = ports.lease
    ports.lease = { [self] order, tell in
      guard order.showsPages else { return await lease(order, tell) }
      note(nil, order.vector)
      let view = WatchedView(self, order.vector, tell)
      switch await lease(order, { view.happened($0) }) {
      case .success(let end): return .success(view.standing(before: end))
      case .failure(let failure): return .failure(failure)
      }
    }
  }

  /// Takes note of a name that a vector's page asked for; nil when it only begins.
  fileprivate func note(_ name: String?, _ vector: String) {
    asked.withLock { asked in
      guard case .known(var names) = asked[vector] ?? .known([]) else { return }
      if let name { names.insert(name) }
      asked[vector] = .known(names)
    }
  }

  /// Gives up knowing what a vector's page asks for.
  fileprivate func lose(_ vector: String) {
    asked.withLock { $0[vector] = .unknown }
  }
}

/// A vector's page with the watch in it.
private final class WatchedView: Sendable {
  private struct State {
    /// Whether the watch has begun in the page that was opened last.
    var isWatching = false
    /// How many messages were the watch's.
    var hidden = 0
  }

  private let reach: RuleReach
  private let vector: String
  private let tell: @Sendable (EndEvent) -> Void
  private let state = Locked(State())

  init(_ reach: RuleReach, _ vector: String, _ tell: @escaping @Sendable (EndEvent) -> Void) {
    self.reach = reach
    self.vector = vector
    self.tell = tell
  }

  /// The end that the vector holds in place of the real one.
  func standing(before end: LeasedEnd) -> LeasedEnd {
    var copy = end
    copy.submit = { [self] request, reply in
      end.submit(watching(request)) { [self] answer in
        if !isTold(answer) { reach.lose(vector) }
        reply(answer)
      }
    }
    return copy
  }

  private func watching(_ request: EndRequest) -> EndRequest {
    guard case .page(.open(var opening, let span)) = request else { return request }
    state.withLock { $0.isWatching = false }
    opening.scripts.insert(reach.watch.script, at: 0)
    opening.handlers.append(reach.watch.handler)
    return .page(.open(opening, within: span))
  }

  /// Whether all that the page asked for until this answer was told.
  private func isTold(_ reply: EndReply) -> Bool {
    switch reply {
    case .page(.hung), .page(.gone), .broke: false
    case .page(.opened(_, .loaded)): state.withLock { $0.isWatching }
    case .page(.opened): false
    default: true
    }
  }

  func happened(_ event: EndEvent) {
    switch event {
    case .page(.message(let message), let at):
      guard let shown = shown(message) else { return }
      return tell(.page(.message(shown), at: at))
    case .page(.crashed, _), .broke: reach.lose(vector)
    default: break
    }
    tell(event)
  }

  /// A message as it would be without the watch; nil when it is the watch's.
  private func shown(_ message: PostedMessage) -> PostedMessage? {
    guard message.handler.isSameText(as: reach.watch.handler) else {
      var copy = message
      copy.number -= state.withLock { $0.hidden }
      return copy
    }
    state.withLock { state in
      state.isWatching = true
      state.hidden += 1
    }
    if let name = message.text, !name.utf8.isEmpty { reach.note(name, vector) }
    return nil
  }
}
