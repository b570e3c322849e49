import Foundation

/// The files of the checkout that the tests were built from.
enum Checkout {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// What each module may import of ours; modules that are not here may import what they like.
  static let imports: [String: Set<String>] = [
    "StrictJSON": [], "Wire": [], "TraceRecorder": [], "CSpawn": [],
    "Loopback": ["Wire"],
    "SDKDriving": ["StrictJSON", "Wire"],
    "Transport": ["CCurl", "CSpawn", "StrictJSON", "Wire"],
    "Conformance": ["SDKDriving", "StrictJSON", "Wire"],
    "Specs": [], "Vectors": [],
    "Reference": [
      "Loopback", "SDKDriving", "StrictJSON", "TraceRecorder", "Transport", "Wire",
    ],
    "Runner": [
      "Conformance", "Loopback", "SDKDriving", "SDKTesting", "Specs", "StrictJSON", "Transport",
      "Vectors", "Wire",
    ],
    "ConformanceTesting": [
      "Conformance", "Reference", "Runner", "SDKDriving", "SDKTesting", "Specs", "StrictJSON",
      "Vectors", "Wire",
    ],
  ]

  static let modules = Set(imports.keys).union(["CCurl", "Reference", "Prove", "SDKTesting"])

  static let sources = files(below: "Sources", ending: ".swift")
  static let swiftFiles =
    sources + files(below: "Tests", ending: ".swift")
    + files(below: "bench", ending: ".swift")
  static let tracked =
    ["Sources", "Tests", "vectors", "docs", "scripts", "bench", ".ci"].flatMap {
      files(below: $0, ending: "")
    } + ["README.md", "CONTRIBUTING.md", "Package.swift", "Makefile"]

  /// The paths of a folder's files, from the root, in order.
  static func files(below folder: String, ending suffix: String) -> [String] {
    let names =
      (try? FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: folder).path())) ?? []
    return names.filter { name in
      var isFolder: ObjCBool = false
      let path = root.appending(path: "\(folder)/\(name)").path()
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      let isBuilt = name.contains(".build/") || name.hasSuffix(".DS_Store")
      return exists && !isFolder.boolValue && name.hasSuffix(suffix) && !isBuilt
    }.sorted().map { "\(folder)/\($0)" }
  }

  static func data(_ path: String) throws -> Data {
    try Data(contentsOf: root.appending(path: path))
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try data(path), as: UTF8.self)
  }

  static func module(of path: String) -> String {
    let folder = path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    return folder == "EmbedData" || folder == "EmbedPlugin" ? "" : folder
  }

  static func importedModules(_ path: String) throws -> [String] {
    try text(path).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index <= 1, index + 1 < words.count else {
        return nil
      }
      return words[index + 1].split(separator: ".").first.map(String.init)
    }
  }
}
