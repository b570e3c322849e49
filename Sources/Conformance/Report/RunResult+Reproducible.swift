import StrictJSON

extension RunResult {
  /// The same result without what differs between two runs of the same behaviour: times, the seed,
  /// and the values that a target or we made for one run.
  ///
  /// Captured and fresh values are replaced by their names in braces, instants by `⟨instant⟩`.
  public var reproducible: RunResult {
    var copy = self
    copy.startedAt = Instant(nanoseconds: 0)
    copy.seconds = 0
    copy.seed = 0
    for index in copy.subjects.indices { copy.subjects[index].baseURL = nil }
    for index in copy.vectors.indices {
      copy.vectors[index].seconds = 0
      copy.vectors[index].settle()
    }
    return copy
  }
}

extension RunResult.VectorResult {
  fileprivate mutating func settle() {
    let names = madeValues
    for index in judgement.findings.indices {
      judgement.findings[index].message = settled(judgement.findings[index].message, names)
      judgement.findings[index].expected = settled(judgement.findings[index].expected, names)
      judgement.findings[index].actual = settled(judgement.findings[index].actual, names)
    }
    judgement.choices = judgement.choices.filter { !$0.key.hasSuffix(" time") }
    judgement.couldNotRun = judgement.couldNotRun.map { settled($0, names) }
    judgement.harnessErrors = judgement.harnessErrors.map { settled($0, names) }
    reproduce = nil
    transcripts = []
  }

  /// The values that were made for this run, the longest first, and what stands for them.
  private var madeValues: [(value: String, name: String)] {
    var values: [String: String] = [:]
    for transcript in transcripts {
      var bindings = transcript.bindings
      for step in vector.steps where !step.captures.isEmpty {
        let number = vector.steps.firstIndex { $0.location == step.location }.map { $0 + 1 }
        let entry = transcript.entries.last { $0.step.first == number }
        _ = bindings.take(step.captures, from: entry.flatMap { Observation($0.event) })
      }
      let captured = vector.steps.flatMap { $0.captures.map(\.name) }
      for name in captured + vector.fresh.map(\.name) {
        guard let value = bindings[name]?.string, value.utf8.count >= 6 else { continue }
        values[value] = "{\(name)}"
      }
    }
    return values.map { ($0.key, $0.value) }.sorted {
      $0.0.utf8.count == $1.0.utf8.count ? $0.0 < $1.0 : $0.0.utf8.count > $1.0.utf8.count
    }
  }

  private func settled(_ text: String, _ names: [(value: String, name: String)]) -> String {
    let named = names.reduce(text) { $0.replacing($1.value, with: $1.name) }
    return withoutInstants(named)
  }

  private func withoutInstants(_ text: String) -> String {
    var words: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let bare = word.drop { "\"(".contains($0) }.prefix { !"\",;)".contains($0) }
      let isInstant = Instant(rfc3339: String(bare)) != nil
      words.append(isInstant ? String(word).replacing(bare, with: "⟨instant⟩") : String(word))
    }
    return words.joined(separator: " ")
  }
}
