import Foundation
import Testing

/// Holds the tree to its layout: what the compiler does not see.
@Suite("Layout")
struct LayoutTests {
  @Test("No module imports one that stands above it", arguments: Checkout.sources)
  func importDirections(path: String) throws {
    let module = Checkout.module(of: path)
    guard let allowed = Checkout.imports[module] else { return }
    for name in try Checkout.importedModules(path) where Checkout.modules.contains(name) {
      #expect(allowed.contains(name), "\(path) imports \(name), which \(module) may not")
    }
  }

  @Test("No Swift file is longer than 400 lines", arguments: Checkout.swiftFiles)
  func fileSizes(path: String) throws {
    let lines = try Checkout.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.count <= 401, "\(path) has \(lines.count - 1) lines; split it by reason to change")
  }

  @Test("Sources neither force a try nor end the process", arguments: Checkout.sources)
  func noForce(path: String) throws {
    let text = try Checkout.text(path)
    #expect(!text.contains("try" + "! "))
    #expect(!text.contains("fatal" + "Error("))
    #expect(!text.contains(" as" + "! "))
  }

  @Test("Ids of clauses and of vectors are unique over all contracts")
  func uniqueIds() throws {
    for (folder, key) in [("Sources/Specs", "clauses"), ("vectors", "vectors")] {
      var seen: [String: String] = [:]
      for path in Checkout.files(below: folder, ending: ".json") {
        let root = try JSONSerialization.jsonObject(with: Checkout.data(path)) as? [String: Any]
        for item in root?[key] as? [[String: Any]] ?? [] {
          let id = try #require(item["id"] as? String, "an item of \(path) has no id")
          #expect(seen[id] == nil, "\(id) is in \(seen[id] ?? "") and in \(path)")
          seen[id] = path
        }
      }
      #expect(seen.count > 50, "expected \(key) below \(folder)")
    }
  }

  @Test("Vectors stand in the folder of their contract")
  func vectorFolders() throws {
    for path in Checkout.files(below: "vectors", ending: ".json") {
      let root = try JSONSerialization.jsonObject(with: Checkout.data(path)) as? [String: Any]
      let folder = path.split(separator: "/").dropFirst().first.map(String.init)
      #expect(root?["contract"] as? String == folder, "\(path) is of another contract")
    }
  }

  @Test("No file names a folder of one machine", arguments: Checkout.tracked)
  func noMachinePaths(path: String) throws {
    guard let text = String(bytes: try Checkout.data(path), encoding: .utf8) else { return }
    for folder in ["/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/"] {
      #expect(!text.contains(folder), "\(path) names \(folder)")
    }
  }

  @Test("The manifest has no package dependency")
  func noDependencies() throws {
    #expect(!(try Checkout.text("Package.swift").contains(".package" + "(")))
  }
}
