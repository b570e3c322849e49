import Testing

@testable import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("What a browser is started with")
struct BrowserSetUpTests {
  @Test(
    "Hosts are compared whole, without case, port and user",
    arguments: [
      ("https://embed.example/webview?a=1", true),
      ("https://EMBED.example:8443", true),
      ("https://user@embed.example/", true),
      ("wss://embed.example/socket", true),
      ("https://cdn.wallet.example/x.js", true),
      ("https://wallet.example/x.js", false),
      ("https://embed.example.evil/", false),
      ("https://evil.example/?embed.example", false),
      ("https://evil.example\\@embed.example/", false),
      ("http://[::1]:8080/", true),
      ("data:text/plain,hi", true),
      ("tel:+12125550100", false),
      ("file:///etc/passwd", false),
      ("chrome://settings", false),
    ])
  func hosts(url: String, isAllowed: Bool) {
    let hosts = AllowedHosts(["Embed.example", "*.wallet.example", "[::1]"])
    #expect(hosts.allow(url) == isAllowed)
  }

  @Test("The resolver knows the allowed hosts and no other")
  func resolver() {
    let hosts = AllowedHosts(["127.0.0.1", "embed.example:443"])
    #expect(
      hosts.resolverRules == "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE embed.example")
  }

  @Test("The sandbox is given up for root alone", arguments: [true, false])
  func sandbox(isRoot: Bool) {
    var arguments = BrowserArguments(
      executable: "chromium", profile: "/p", allowed: AllowedHosts([]))
    arguments.isRoot = isRoot
    #expect(arguments.words.contains("--no-sandbox") == isRoot)
    #expect(arguments.words.contains("--remote-debugging-pipe"))
    #expect(arguments.words.contains("--user-data-dir=/p"))
  }

  @Test(
    "The asked browser comes first, then CONFORM_BROWSER, then PATH",
    arguments: [
      ("/x/own", "/y/set", "/x/own"),
      ("own", nil, "/b/own"),
      (nil, "/y/set", "/y/set"),
      (nil, "", "/a/google-chrome"),
      (nil, nil, "/a/google-chrome"),
    ] as [(String?, String?, String)])
  func search(chosen: String?, variable: String?, expected: String) throws {
    let there: Set<String> = ["/x/own", "/y/set", "/b/own", "/a/google-chrome"]
    var environment = ["PATH": "/a:/b"]
    environment["CONFORM_BROWSER"] = variable
    let found = try BrowserExecutable.find(chosen, environment: environment) {
      there.contains($0)
    }
    #expect(found == expected)
  }

  @Test(
    "A missing browser is said to be missing, with how to get one",
    arguments: [(nil, "there is no Chromium"), ("/gone", "received “/gone”")]
      as [(String?, String)])
  func missing(chosen: String?, sentence: String) {
    let error = #expect(throws: BrowserError.self) {
      _ = try BrowserExecutable.find(chosen, environment: ["PATH": "/a"]) { _ in false }
    }
    #expect(error?.kind == .notFound)
    #expect(error?.description.contains(sentence) == true)
    #expect(error?.description.contains("scripts/setup --browser") == true)
  }
}

@Suite("The folder of a browser's profile")
struct ProfileFolderTests {
  @Test("It goes with its owner")
  func goes() throws {
    let parent = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: parent) }
    var folder: ProfileFolder? = try ProfileFolder(below: parent)
    let path = try #require(folder?.path)
    #expect(FileManager.default.createFile(atPath: path + "/Cookies", contents: Data([1])))
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("What a dead owner left is swept, what a living one uses is not, nor anything else")
  func swept() throws {
    let parent = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: parent) }
    let living = try ProfileFolder(below: parent)
    let dead = parent + "/conform-browser-dead"
    let other = parent + "/conform-report"
    for path in [dead, other] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      #expect(FileManager.default.createFile(atPath: path + "/owner.lock", contents: Data()))
    }
    ProfileFolder.sweep(below: parent)
    #expect(FileManager.default.fileExists(atPath: living.path))
    #expect(!FileManager.default.fileExists(atPath: dead))
    #expect(FileManager.default.fileExists(atPath: other))
  }

  private func temporaryFolder() throws -> String {
    let path = NSTemporaryDirectoryPath() + "/profiles-\(UInt64.random(in: .min ... .max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func NSTemporaryDirectoryPath() -> String {
    FileManager.default.temporaryDirectory.path
  }
}
