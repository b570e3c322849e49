import StrictJSON
import Wire

extension ScheduleLoop {
  /// How many vectors are judged at once, off the loop's own thread, so that it has time to send.
  private static let batchSize = 16

  /// Has what was performed judged: a batch at a time while others still run, else all of it.
  ///
  /// One thread judges, since several would slow each other down: all count their references to the
  /// same contract.
  mutating func judgeFinished(_ group: inout Group) {
    guard !isJudging,
      unjudged.count >= Self.batchSize || (agenda.isQuiet && !unjudged.isEmpty)
    else { return }
    isJudging = true
    let batch = unjudged
    unjudged = []
    for (vector, transcript) in batch { states[vector].transcripts.append(transcript) }
    let context = scheduler.context
    let reports = self.reports
    let vectors = self.vectors
    group.addTask(executorPreference: globalConcurrentExecutor) {
      let judgements = batch.map { vector, transcript in
        (vector: vector, judge(transcript, of: vectors[vector], in: context))
      }
      reports.put(.judged(judgements))
    }
  }

  /// Ends a vector with what was found, or has it performed again.
  mutating func judged(_ vector: Int, _ judgement: Judgement, _ progress: Progress) {
    if judgement.edge != nil, states[vector].edges + 1 < scheduler.options.edgeAttempts {
      states[vector].edges += 1
      states[vector].transcripts.removeLast()
      return agenda.restart(vector)
    }
    let merged = states[vector].judgement.map { $0.merged(with: judgement) } ?? judgement
    states[vector].judgement = merged
    if states[vector].transcripts.count < vectors[vector].repetitions, merged.findings.isEmpty {
      return agenda.restart(vector)
    }
    end(vector, merged, progress)
  }
}
