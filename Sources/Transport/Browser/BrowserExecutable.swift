#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Looks for a Chromium on this machine.
public enum BrowserExecutable {
  /// The variable that names the browser to use.
  public static let variable = "CONFORM_BROWSER"

  /// The names under which Chromium and its kin are installed: first those that have no windows and
  /// take a third of the work, then the most likely.
  static let names = [
    "chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser",
    "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "brave-browser",
  ]

  /// Where macOS keeps them, below `/` and below the user's home.
  static let bundles = [
    "Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "Applications/Chromium.app/Contents/MacOS/Chromium",
    "Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
  ]

  /// How one is to be had, as the end of a message.
  static let advice =
    "install Chromium (Debian and Ubuntu: `apt-get install chromium-headless-shell`; macOS: `brew install --cask chromium`; here: `scripts/setup --browser`), or name one with --browser or \(variable)"

  /// Finds the browser to use.
  ///
  /// - Parameters:
  ///   - chosen: A path or a name in PATH that was asked for; nil when none was.
  ///   - environment: The variables of the process.
  /// - Returns: The path of the program.
  /// - Throws: `notFound`, with a sentence that says how one is to be had.
  public static func find(
    _ chosen: String?, environment: [String: String]
  ) throws(BrowserError) -> String {
    try find(chosen, environment: environment, isExecutable: isProgram)
  }

  static func find(
    _ chosen: String?, environment: [String: String], isExecutable: @escaping (String) -> Bool
  ) throws(BrowserError) -> String {
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    func path(of program: String) -> String? {
      if program.utf8.contains(UInt8(ascii: "/")) {
        return isExecutable(program) ? program : nil
      }
      return folders.lazy.map { "\($0)/\(program)" }.first(where: isExecutable)
    }
    let named = environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    if let wanted = chosen ?? named {
      if let path = path(of: wanted) { return path }
      let source = chosen == nil ? variable : "--browser"
      throw BrowserError(
        .notFound, "expected \(source) to name a browser, received “\(wanted)”; \(advice)")
    }
    let homes = ["", environment["HOME"] ?? ""]
    let installed = bundles.flatMap { bundle in homes.map { "\($0)/\(bundle)" } }
    if let path = names.lazy.compactMap(path).first { return path }
    if let path = installed.first(where: isExecutable) { return path }
    throw BrowserError(.notFound, "there is no Chromium on this machine; \(advice)")
  }

  private static func isProgram(_ path: String) -> Bool {
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      return false
    }
    return access(path, X_OK) == 0
  }
}
