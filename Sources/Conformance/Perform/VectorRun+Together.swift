import SDKDriving
import StrictJSON
import Wire

extension VectorRun {
  mutating func fork(_ action: TogetherAction, _ lane: Int, _ now: Instant) {
    let prefix = lanes[lane].prefix + [lanes[lane].index + 1]
    let first = lanes.count
    for (number, steps) in action.branches.enumerated() {
      lanes.append(
        Lane(
          steps: steps, prefix: prefix + [number + 1], bindings: lanes[lane].bindings, parent: lane)
      )
    }
    lanes[lane].openBranches = action.branches.count
    for branch in first..<lanes.count { advance(branch, now) }
  }

  mutating func captureWinners(_ together: TogetherAction, _ parent: Int) {
    let branches = lanes.indices.filter { lanes[$0].parent == parent && lanes[$0].isDone }
      .suffix(together.branches.count)
    let bindings = lanes[parent].bindings
    for outcome in together.outcomes where !outcome.captures.isEmpty {
      let winner = branches.first { outcome.expectation.isMet(by: lanes[$0].last, bindings) }
      guard let winner else { continue }
      _ = lanes[parent].bindings.take(outcome.captures, from: lanes[winner].last)
    }
  }
}
