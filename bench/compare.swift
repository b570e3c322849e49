import Transport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Measures every way at 1, 8 and 64 in flight, each load against a server in a process of its own.
///
/// - Parameters:
///   - requests: How many a round sends.
///   - rounds: How many rounds a way has.
/// - Returns: The exit status.
func compare(requests: Int, rounds: Int) async -> Int32 {
  print("libcurl \(CurlClient.libraryVersion), \(requests) requests, median of \(rounds) rounds")
  for width in [1, 8, 64] {
    do {
      let server = try ChildProcess(ChildCommand([CommandLine.arguments[0], "serve"]))
      guard let target = try await server.output.next(timeout: .seconds(10)) else {
        throw LoadError(description: "the server did not start")
      }
      var load = try await Load(target: Array(target))
      load.requests = requests
      load.width = width
      guard await compare(load, rounds: rounds) else { return 1 }
      await server.terminate(grace: .seconds(2))
    } catch {
      print(error)
      return 1
    }
  }
  return 0
}

/// Lets the ways take turns and prints a line for each; false when requests failed.
private func compare(_ load: Load, rounds: Int) async -> Bool {
  var measurements = Way.all.map { _ in [Measurement]() }
  var warmUp = load
  warmUp.requests = max(load.width, load.requests / 10)
  for way in Way.all { _ = await way.run(warmUp) }
  for _ in 0..<rounds {
    for (number, way) in Way.all.enumerated() {
      guard let measurement = await Measurement.of(way, load) else {
        print("\(way.name): requests failed")
        return false
      }
      measurements[number].append(measurement)
    }
  }
  let medians = measurements.map(Measurement.median)
  for (way, median) in zip(Way.all, medians) {
    print(line(load.width, way, median, ratio: median.rate / medians[0].rate))
  }
  flushOutput()
  return true
}

private func line(_ width: Int, _ way: Way, _ median: Measurement, ratio: Double) -> String {
  func padded(_ text: String, _ length: Int) -> String {
    String(repeating: " ", count: max(0, length - text.count)) + text
  }
  let rate = padded("\(Int(median.rate))", 7)
  let time = padded("\((median.processorTime * 10).rounded() / 10)", 5)
  let name = way.name + String(repeating: " ", count: max(0, 14 - way.name.count))
  let compared = "\((ratio * 100).rounded() / 100)"
  return "\(padded("\(width)", 3)) in flight  \(name) \(rate)/s  \(time) us CPU  ratio \(compared)"
}

/// Lets a reader of our output see it now.
func flushOutput() {
  fflush(nil)
}
