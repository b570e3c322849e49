/// The vector files of this package, as they were when it was built.
///
/// Each is named by its path below `vectors`, such as `odynn-connect/sessions.json`.
public enum Vectors {
  /// Path and text of every file, in byte order of the paths.
  public static var files: [(path: String, text: String)] {
    embeddedFiles.map { ($0.path, String(describing: $0.text)) }
  }
}
