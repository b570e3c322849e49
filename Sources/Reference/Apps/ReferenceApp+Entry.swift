#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import StrictJSON

extension ReferenceApp {
  /// The app in the catalogue: starting it plays every scenario and leaves the traces in a folder.
  var entry: ReferenceEntry {
    ReferenceEntry(contract: contract, role: "app", faults: faults, variants: variants) {
      faults, variants, _ in
      let folder = FileManager.default.temporaryDirectory.appending(path: "traces-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let paths = try scenarios.map { scenario in
        let file = folder.appending(path: scenario + ".jsonl")
        let trace = trace(of: scenario, faults: Set(faults), variants: Set(variants)) ?? ""
        try Data(trace.utf8).write(to: file)
        return file.path()
      }
      return RunningReference(
        name: ([contract, "app"] + faults + variants).joined(separator: " "),
        target: target(paths)
      ) { try? FileManager.default.removeItem(at: folder) }
    }
  }

  /// A target file that names traces in the place of an address.
  private func target(_ paths: [String]) -> JSON {
    [
      "format": 1, "name": .string("\(contract) app"), "contract": .string(contract),
      "roles": ["app"], "traces": .array(paths.map { .string($0) }),
    ]
  }
}
