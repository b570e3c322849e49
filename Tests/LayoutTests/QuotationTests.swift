import Testing

/// What the documents show of code is what is built and run.
@Suite("Quotations")
struct QuotationTests {
  @Test(
    "A document shows the whole of a file that is tested",
    arguments: [
      ("docs/testing-an-sdk.md", "docs/examples/python-driver/driver.py"),
      ("docs/testing-an-sdk.md", "docs/examples/python-driver/sdk.json"),
      (
        "docs/testing-an-sdk.md",
        "docs/examples/tiny-verso/Tests/TinyVersoTests/TinyVersoDriver.swift"
      ),
      ("docs/testing-in-xcode.md", "docs/examples/tiny-verso/Package.swift"),
      (
        "docs/testing-in-xcode.md",
        "docs/examples/tiny-verso/Tests/TinyVersoTests/ConformanceTests.swift"
      ),
    ])
  func whole(document: String, file: String) throws {
    let text = try Checkout.text(document)
    let code = try Checkout.text(file)
    #expect(text.contains("\n\(code)```\n"), "\(document) does not show \(file) as it is")
  }
}
