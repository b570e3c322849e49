import Conformance
import Transport
import Wire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one browser of a run, in which every vector has a view of its own.
///
/// A browser that ended is started again for the next vector.
actor BrowserPool {
  private let executable: String
  private let allowed: AllowedHosts
  private let isReusing: Bool
  private var browser: Browser?
  private var starting: Task<Result<Browser, BrowserError>, Never>?

  init(_ executable: String, _ allowed: AllowedHosts, isReusing: Bool = false) {
    self.isReusing = isReusing
    self.executable = executable
    self.allowed = allowed
  }

  /// Starts a browser when a vector needs one; when there is none, those vectors cannot run.
  ///
  /// - Parameters:
  ///   - plan: What is to be performed.
  ///   - chosen: The browser that was asked for; nil when none was.
  ///   - shelf: The browsers that are shared with other runs; nil for one of this run's own.
  /// - Returns: The browser's pool; nil when none is needed or to be had.
  static func start(
    for plan: inout Plan, chosen: String?, shelf: BrowserShelf?
  ) async -> BrowserPool? {
    guard plan.runnable.contains(where: \.showsPages) else { return nil }
    do throws(BrowserError) {
      let environment = ProcessInfo.processInfo.environment
      let executable = try BrowserExecutable.find(chosen, environment: environment)
      let allowed = AllowedHosts(plan.context.target.page)
      let pool = await shelf?.pool(executable, allowed) ?? BrowserPool(executable, allowed)
      _ = try await pool.current()
      return pool
    } catch {
      plan.withhold(error.description, where: \.showsPages)
      return nil
    }
  }

  private func current() async throws(BrowserError) -> Browser {
    if let browser, !browser.hasEnded { return browser }
    let former = browser
    let task =
      starting
      ?? Task { [executable, allowed, isReusing] in
        await former?.close()
        do throws(BrowserError) {
          return .success(
            try await Browser.start(
              executable, allowed: allowed,
              temporaryFolder: FileManager.default.temporaryDirectory.path,
              isReusing: isReusing))
        } catch {
          return .failure(error)
        }
      }
    starting = task
    let result = await task.value
    starting = nil
    let started = try result.get()
    browser = started
    return started
  }

  /// Gives a vector a view of the browser.
  func lease(_ tell: @escaping @Sendable (EndEvent) -> Void) async -> Result<LeasedEnd, EndFailure>
  {
    do throws(BrowserError) {
      let telling = PageTelling(tell)
      let page = try await current().makePage { telling.tell($0) }
      return .success(PagePort(page).end)
    } catch {
      return .failure(EndFailure("there is no page to be had: \(error)"))
    }
  }

  /// Ends the browser.
  func close() async {
    await browser?.close()
    browser = nil
  }
}

extension AllowedHosts {
  /// The hosts that a target lets its page contact, and the page's own.
  fileprivate init(_ page: Target.PageAccess?) {
    self.init(
      (page?.allow ?? []) + [page.flatMap { AllowedHosts.host(of: $0.url) }].compactMap { $0 })
  }
}
