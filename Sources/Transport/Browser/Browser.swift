import StrictJSON
import Wire

/// A Chromium without windows, for one run: every page in it has a storage of its own.
///
/// It ends when `close` is called, and at the latest when the process ends in whatever way, since
/// its pipes end then.
public final class Browser: Sendable {
  /// What it calls itself, such as `Chrome/156.0.8078.114`.
  public let version: String
  /// The hosts that its pages may contact.
  public let allowed: AllowedHosts
  let connection: DevToolsConnection
  private let contexts: BrowserContexts
  private let child: ChildProcess
  private let profile: ProfileFolder
  private let reading: Task<Void, Never>

  /// How long one command may take that is no page's business.
  static let patience = Duration.seconds(10)
  /// How long a browser may take to start; the first start of a machine is slow.
  static let startPatience = Duration.seconds(60)

  /// Starts a browser.
  ///
  /// - Parameters:
  ///   - executable: The program, as `BrowserExecutable` finds it.
  ///   - allowed: The hosts that its pages may contact; nothing else leaves.
  ///   - folder: Where temporary files go; what killed runs left there is removed.
  ///   - isReusing: Whether a view may have cookies and storage that another view had before and
  ///     that were emptied since, which takes less work than new ones.
  /// - Returns: The running browser.
  /// - Throws: `cannotStart` with what the program said.
  public static func start(
    _ executable: String, allowed: AllowedHosts, temporaryFolder folder: String,
    isReusing: Bool = false
  ) async throws(BrowserError) -> Browser {
    ProfileFolder.sweep(below: folder)
    let profile = try ProfileFolder(below: folder)
    let arguments = BrowserArguments(
      executable: executable, profile: profile.path, allowed: allowed, isReusing: isReusing)
    let child = try launch(arguments)
    guard let input = child.extraInputs[3], let output = child.extraOutputs[4] else {
      throw BrowserError(.cannotStart, "\(executable) has no pipes")
    }
    let connection = DevToolsConnection(input)
    let reading = Task.detached { await connection.read(output) }
    do {
      let answer = try await connection.call("Browser.getVersion", timeout: startPatience)
      return Browser(
        child: child, connection: connection, profile: profile, reading: reading,
        version: answer["product"]?.string ?? "Chromium", allowed: allowed, isReusing: isReusing)
    } catch {
      await child.terminate(grace: .milliseconds(500))
      let said = String(decoding: child.errorTail.suffix(400), as: UTF8.self)
      throw BrowserError(
        error.kind == .cancelled ? .cancelled : .cannotStart,
        "\(executable) does not start: \(error); it said: \(said.isEmpty ? "nothing" : said)")
    }
  }

  private static func launch(_ arguments: BrowserArguments) throws(BrowserError) -> ChildProcess {
    var command = ChildCommand(arguments.words)
    command.environment = arguments.environment
    command.messageLimit = 64 << 20
    command.extraPipes = [
      .init(descriptor: 3, isInput: true, delimiter: DevToolsDialogue.delimiter),
      .init(descriptor: 4, isInput: false, delimiter: DevToolsDialogue.delimiter),
    ]
    do {
      return try ChildProcess(command)
    } catch {
      throw BrowserError(.cannotStart, error.description)
    }
  }

  private init(
    child: ChildProcess, connection: DevToolsConnection, profile: ProfileFolder,
    reading: Task<Void, Never>, version: String, allowed: AllowedHosts, isReusing: Bool
  ) {
    contexts = BrowserContexts(connection, isReusing: isReusing)
    self.child = child
    self.connection = connection
    self.profile = profile
    self.reading = reading
    self.version = version
    self.allowed = allowed
  }

  deinit {
    reading.cancel()
  }

  /// Whether the browser is gone.
  public var hasEnded: Bool { child.exit != nil }

  /// Makes a view with a storage of its own, in which pages can be opened.
  ///
  /// - Parameter tell: Told of what its pages do of their own accord, in order; it must not block.
  ///   What a page did before an answer came is told before the answer is returned.
  /// - Returns: The view; it is to be closed.
  public func makePage(
    _ tell: @escaping @Sendable (PageObservation) -> Void
  ) -> BrowserPage {
    BrowserPage(connection: connection, contexts: contexts, allowed: allowed, tell: tell)
  }

  /// Makes cookies and storage that nothing else shares; gives the browser's name for them.
  static func makeContext(
    _ connection: DevToolsConnection, within patience: Duration = startPatience
  ) async throws(BrowserError) -> String {
    let answer: JSON
    do {
      answer = try await connection.call(
        "Target.createBrowserContext", ["disposeOnDetach": true], timeout: patience)
    } catch {
      throw error.ofBrowser
    }
    guard let context = answer["browserContextId"]?.string else {
      throw BrowserError(.refused, "expected a context of the browser, received \(answer)")
    }
    return context
  }

  /// Ends the browser and removes its profile, even in a cancelled task.
  public func close() async {
    await Task.detached { [connection, child, profile] in
      _ = try? await connection.call("Browser.close", timeout: .seconds(2))
      if await child.waitForExit(timeout: .seconds(2)) == nil {
        await child.terminate(grace: .milliseconds(500))
      }
      profile.remove()
    }.value
    reading.cancel()
  }
}
