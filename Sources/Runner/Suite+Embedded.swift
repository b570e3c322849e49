public import Conformance
import Specs
import Vectors

extension Suite {
  /// Loads the contracts and vectors that were built into the package.
  ///
  /// Places in them are named from the package's root, such as `vectors/odynn-connect/data.json`.
  ///
  /// - Returns: The suite.
  /// - Throws: `Diagnostics` when a file of it cannot be used.
  public static func embedded() throws(Diagnostics) -> Suite {
    let specs = Specs.files.filter { !$0.path.hasPrefix("schemas/") }
    return try Suite(
      specs: specs.map { .init(path: "Sources/Specs/\($0.path)", bytes: Array($0.text.utf8)) },
      vectors: Vectors.files.map { .init(path: "vectors/\($0.path)", bytes: Array($0.text.utf8)) })
  }
}
