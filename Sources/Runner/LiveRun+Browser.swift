import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension LiveRun {
  /// Says why no page can be shown on this machine, and how to change that.
  ///
  /// - Parameter browser: The browser that was asked for; nil when none was.
  /// - Returns: A sentence; nil when pages can be shown.
  public static func obstacleToPages(browser: String? = nil) -> String? {
    do {
      _ = try BrowserExecutable.find(browser, environment: ProcessInfo.processInfo.environment)
      return nil
    } catch {
      return error.description
    }
  }
}
