import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The browser of this machine.
enum InstalledBrowser {
  /// Its program; nil when there is none.
  static let executable = try? BrowserExecutable.find(
    nil, environment: ProcessInfo.processInfo.environment)
}
