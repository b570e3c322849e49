#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Measures `conform lint` on a suite of many vectors, which is written for it and removed after.
func lint(vectors: Int) -> Int32 {
  let folder = FileManager.default.temporaryDirectory.path + "/conform-lint-\(getpid())"
  defer { try? FileManager.default.removeItem(atPath: folder) }
  do {
    let suite = try LargeSuite(vectors: vectors, in: folder)
    print("\(suite.vectors) vectors in \(suite.files) files of \(suite.bytes) bytes")
    return measureTool(["lint", "--suite", folder])
  } catch {
    print(error)
    return 1
  }
}
