import Testing

@testable import Transport

/// The storage of a page, asked of a program that stands for a browser.
@Suite("The storage of a page")
struct BrowserContextTests {
  /// Asks for a storage; gives the answer, or the error.
  private func ask(
    _ script: String, within patience: Duration = .seconds(30)
  ) async throws -> Result<String, BrowserError> {
    var command = ChildCommand(["/bin/sh", "-c", script])
    command.extraPipes = [
      .init(descriptor: 3, isInput: true, delimiter: DevToolsDialogue.delimiter),
      .init(descriptor: 4, isInput: false, delimiter: DevToolsDialogue.delimiter),
    ]
    let child = try ChildProcess(command)
    let connection = DevToolsConnection(try #require(child.extraInputs[3]))
    let output = try #require(child.extraOutputs[4])
    let reading = Task.detached { await connection.read(output) }
    defer { reading.cancel() }
    do {
      return .success(try await Browser.makeContext(connection, within: patience))
    } catch {
      return .failure(error)
    }
  }

  /// A browser that says a text to the first command.
  private func answering(_ text: String) -> String {
    "dd bs=65536 count=1 <&3 >/dev/null 2>&1; printf '%s\\000' '\(text)' >&4; exec cat <&3"
  }

  @Test("is called what the browser calls it")
  func made() async throws {
    let script = answering(#"{"id":1,"result":{"browserContextId":"C7"}}"#)
    #expect(try await ask(script) == .success("C7"))
  }

  @Test(
    "is refused with the browser's own words",
    arguments: [
      (#"{"id":1,"error":{"code":-32000,"message":"no more contexts"}}"#, "no more contexts"),
      (#"{"id":1,"result":{}}"#, "expected a context of the browser, received {}"),
    ])
  func refused(answer: String, sentence: String) async throws {
    let result = try await ask(answering(answer))
    let error = try #require(result.failure, "\(result)")
    #expect(error.kind == .refused)
    #expect(error.description.contains(sentence), "\(error)")
  }

  @Test("that does not come in time is the browser's fault, since no page has begun")
  func late() async throws {
    let result = try await ask("exec cat <&3", within: .milliseconds(50))
    let error = try #require(result.failure, "\(result)")
    #expect(error.kind == .refused)
    #expect(error.description.contains("Target.createBrowserContext"), "\(error)")
  }

  @Test("cannot be had of a browser that has ended")
  func ended() async throws {
    #expect(try await ask("exit 0") == .failure(.browserGone))
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
