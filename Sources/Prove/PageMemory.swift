package import Conformance
import Wire

/// Answers of pages to the same commands as before, without a browser.
///
/// A page that stands in for the wallet's own is given by the commands alone: its document, the
/// scripts that an SDK puts into it, and what is evaluated. When a fault of the SDK changes none of
/// them in some vector, what the page answered the first time is what it would answer again. The
/// first command that was never given shows the page after all, and repeats those before it.
package final class PageMemory: Sendable {
  /// What came of a command: what the page did of its own accord until its answer, and that.
  struct Answer: Sendable {
    var events: [PageRecord]
    var reply: EndReply
  }

  private let answers = Locked([[PageCommand]: Answer]())
  private let counts = Locked((remembered: 0, shown: 0))

  /// Creates a memory of nothing.
  package init() {}

  /// How many vectors' pages were remembered to their end, and how many were shown.
  package var tally: (remembered: Int, shown: Int) { counts.withLock { $0 } }

  /// Puts the memory between the ends and what uses them.
  package func install(on ports: inout Ports) {
    let lease = ports.lease
    ports.lease = { [self] order, tell in
      guard order.showsPages else { return await lease(order, tell) }
      let view = RememberedView(self, tell)
      switch await lease(order, { view.happened($0) }) {
      case .success(let end): return .success(view.standing(before: end))
      case .failure(let failure): return .failure(failure)
      }
    }
  }

  func answer(to commands: [PageCommand]) -> Answer? {
    answers.withLock { $0[commands] }
  }

  func keep(_ answer: Answer, to commands: [PageCommand]) {
    answers.withLock { $0[commands] = answer }
  }

  /// Forgets the answer to the last of these commands, after which the page did something more.
  func forget(_ commands: [PageCommand]) {
    answers.withLock { $0[commands] = nil }
  }

  func count(shown: Bool) {
    counts.withLock { counts in
      if shown { counts.shown += 1 } else { counts.remembered += 1 }
    }
  }
}

/// A vector's page, remembered as long as its commands are known.
private final class RememberedView: Sendable {
  private struct State {
    /// The commands so far, in order.
    var commands: [PageCommand] = []
    /// Whether the page itself is shown.
    var isShown = false
    /// How many answers are due that the vector has already.
    var repeated = 0
    /// Whether what the page answers may be kept: all of it so far came from the commands.
    var isKept = true
    /// What the page did since its last answer.
    var events: [PageRecord] = []
  }

  private let memory: PageMemory
  private let tell: @Sendable (EndEvent) -> Void
  private let state = Locked(State())

  init(_ memory: PageMemory, _ tell: @escaping @Sendable (EndEvent) -> Void) {
    self.memory = memory
    self.tell = tell
  }

  /// The end that the vector holds in place of the real one.
  func standing(before end: LeasedEnd) -> LeasedEnd {
    var copy = end
    copy.submit = { [self] request, reply in
      guard case .page(let command) = request else { return end.submit(request, reply) }
      // Nobody looks at the pictures of a proof.
      if case .picture = command { return reply(.page(.picture([]))) }
      submit(command, to: end, reply)
    }
    copy.giveBack = { [self] in
      let (commands, isShown, more) = state.withLock {
        ($0.commands, $0.isShown, !$0.events.isEmpty)
      }
      if more { memory.forget(commands) }
      if !commands.isEmpty { memory.count(shown: isShown) }
      end.giveBack()
    }
    return copy
  }

  func happened(_ event: EndEvent) {
    guard case .page(let record, _) = event else { return tell(event) }
    let isNew = state.withLock { state in
      if state.repeated == 0 { state.events.append(record) }
      return state.repeated == 0
    }
    if isNew { tell(event) }
  }

  private func submit(
    _ command: PageCommand, to end: LeasedEnd, _ reply: @escaping @Sendable (EndReply) -> Void
  ) {
    let (commands, before, known) = state.withLock { state in
      let former = state.commands
      state.commands.append(command)
      state.isKept = state.isKept && command.givesAll
      let known = state.isShown ? nil : memory.answer(to: state.commands)
      guard known == nil, !state.isShown else { return (state.commands, [PageCommand](), known) }
      state.isShown = true
      state.repeated = former.count
      return (state.commands, former, nil)
    }
    if let known {
      let now = Instant(nanoseconds: WireInstant.now().nanoseconds)
      known.events.forEach { tell(.page($0, at: now)) }
      return reply(known.reply)
    }
    for former in before {
      end.submit(.page(former)) { [self] _ in state.withLock { $0.repeated -= 1 } }
    }
    end.submit(.page(command)) { [self] answer in
      keep(answer, to: commands)
      reply(answer)
    }
  }

  private func keep(_ reply: EndReply, to commands: [PageCommand]) {
    let events = state.withLock { state in
      defer { state.events = [] }
      state.isKept = state.isKept && reply.isTheirs
      return state.isKept ? state.events : nil
    }
    if let events { memory.keep(.init(events: events, reply: reply), to: commands) }
  }
}

extension PageCommand {
  /// Whether the page after it is given by the commands alone: none but a page of ours is opened.
  fileprivate var givesAll: Bool {
    if case .open(let opening, _) = self { opening.html != nil } else { true }
  }
}

extension EndReply {
  /// Whether the page answered, rather than that time ran out or something broke.
  fileprivate var isTheirs: Bool {
    switch self {
    case .page(.hung), .page(.gone), .broke: false
    case .page(.opened(_, let load)): load == .loaded(status: 200) || load == .loaded(status: nil)
    default: true
    }
  }
}
