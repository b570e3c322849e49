#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// conform-bench [REQUESTS [ROUNDS]]   compares the ways of sending with a bare libcurl loop
// conform-bench serve                 the server for it: prints its URL, ends with its input

let arguments = CommandLine.arguments.dropFirst()
if arguments.elementsEqual(["serve"]) {
  exit(serve())
}
let numbers = arguments.map { Int($0) ?? 0 }
guard numbers.allSatisfy({ $0 > 0 }), numbers.count <= 2 else {
  print("usage: conform-bench [REQUESTS [ROUNDS]] | conform-bench serve")
  exit(2)
}
exit(await compare(requests: numbers.first ?? 20_000, rounds: numbers.dropFirst().first ?? 3))
