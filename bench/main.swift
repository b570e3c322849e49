#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// conform-bench [REQUESTS [ROUNDS]]   compares the ways of sending with a bare libcurl loop
// conform-bench serve                 the server for it: prints a target file, ends with its input
// conform-bench lint [VECTORS]        measures conform lint, which stands beside it, on many vectors
// conform-bench trace [EVENTS]        measures conform judge on a trace of many events

let arguments = CommandLine.arguments.dropFirst()
if arguments.elementsEqual(["serve"]) {
  exit(serve())
}
if arguments.first == "lint", arguments.count <= 2 {
  exit(lint(vectors: arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000))
}
if arguments.first == "trace", arguments.count <= 2 {
  exit(trace(events: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000))
}
let numbers = arguments.map { Int($0) ?? 0 }
guard numbers.allSatisfy({ $0 > 0 }), numbers.count <= 2 else {
  print("usage: conform-bench [REQUESTS [ROUNDS]] | serve | lint [VECTORS] | trace [EVENTS]")
  exit(2)
}
exit(await compare(requests: numbers.first ?? 20_000, rounds: numbers.dropFirst().first ?? 3))
