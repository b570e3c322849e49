import StrictJSON

extension Vector {
  /// What it watches for, in the order of its steps.
  var watches: [WatchAction] {
    func watches(_ step: Step) -> [WatchAction] {
      switch step.action {
      case .await(let watch), .absent(let watch), .check(.count(let watch, _)): [watch]
      case .together(let together): together.branches.flatMap { $0.flatMap(watches) }
      default: []
      }
    }
    return steps.flatMap(watches)
  }

  /// Whether it watches for webhooks, so that the target must be able to send them.
  public var usesWebhooks: Bool {
    watches.contains { watch in
      if case .webhook = watch.subject { true } else { false }
    }
  }

  /// How often it is performed, each time with fresh values.
  var repetitions: Int {
    steps.reduce(1) { most, step in
      guard case .together(let together) = step.action else { return most }
      return max(most, together.repetitions)
    }
  }
}

extension Judgement {
  /// What is said of two performances of one vector, taken together.
  func merged(with next: Judgement) -> Judgement {
    var merged = self
    merged.findings += next.findings.filter { !findings.contains($0) }
    merged.checked.formUnion(next.checked)
    merged.couldNotRun += next.couldNotRun.filter { !couldNotRun.contains($0) }
    merged.harnessErrors += next.harnessErrors
    merged.notApplicable = notApplicable ?? next.notApplicable
    merged.edge = edge ?? next.edge
    merged.isUnreachable = isUnreachable || next.isUnreachable
    merged.choices.merge(next.choices) { first, _ in first }
    return merged
  }
}

extension TimeSpan {
  /// At least this long, in whole milliseconds.
  var roundedUpToMilliseconds: TimeSpan {
    TimeSpan(nanoseconds: (nanoseconds + 999_999) / 1_000_000 * 1_000_000)
  }

  /// At least this long, in whole seconds.
  var roundedUpToSeconds: TimeSpan {
    TimeSpan(nanoseconds: (nanoseconds + 999_999_999) / 1_000_000_000 * 1_000_000_000)
  }

  /// The span in seconds as a JSON number, whole when it is.
  var jsonSeconds: JSONNumber {
    let text = description.dropLast(2)
    return JSONNumber(String(text)) ?? JSONNumber(Int(nanoseconds / 1_000_000_000))
  }
}

extension Target {
  /// A hook that any target may offer: it answers 200 when every webhook that was caused so far has
  /// been delivered, so that no settling time need be waited for.
  static let drainHook = "deliveries.drain"
}
