import Loopback
import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Checkup {
  /// Looks at this machine: libcurl, loopback and the browser.
  ///
  /// - Parameters:
  ///   - browser: The browser that was asked for; nil when none was.
  ///   - isNeeded: Whether pages are to be shown, so that a missing browser stops something.
  public mutating func lookAtMachine(browser: String?, isNeeded: Bool) async {
    add(.good, .machine, "libcurl", CurlClient.libraryVersion)
    do {
      let server = try LoopbackServer { _, _ in LoopbackReply(status: 200) }
      add(.good, .machine, "loopback", "webhooks can be received at \(server.baseURL)")
      server.stop()
    } catch {
      add(
        .problem, .machine, "loopback", "nothing can listen at 127.0.0.1: \(error)",
        advice: "let this process listen on loopback; references and webhooks need it")
    }
    await lookAtBrowser(browser, isNeeded: isNeeded)
  }

  private mutating func lookAtBrowser(_ chosen: String?, isNeeded: Bool) async {
    let missing: State = isNeeded || chosen != nil ? .problem : .note
    let executable: String
    do {
      executable = try BrowserExecutable.find(
        chosen, environment: ProcessInfo.processInfo.environment)
    } catch {
      add(
        missing, .machine, "browser", error.description,
        advice: isNeeded ? nil : "only vectors that show pages need one")
      return
    }
    do {
      let browser = try await Browser.start(
        executable, allowed: AllowedHosts([]),
        temporaryFolder: FileManager.default.temporaryDirectory.path)
      let version = browser.version
      await browser.close()
      add(.good, .machine, "browser", "\(version), \(executable)")
    } catch {
      add(
        missing, .machine, "browser", error.description,
        advice: "start \(executable) --headless by hand to see why, or name another with --browser")
    }
  }
}
