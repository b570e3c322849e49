import Testing
import Wire

@Suite("Fields")
struct HTTPFieldsTests {
  let fields: HTTPFields = ["A": "1", "b": "2", "a": "3", "Empty": ""]

  @Test("Names are found in any case, repeats in order")
  func finding() {
    #expect(fields[first: "B"] == "2")
    #expect(fields.all("A") == ["1", "3"])
    #expect(fields[first: "empty"]?.isEmpty == true)
    #expect(fields[first: "c"] == nil)
    #expect(fields.contains("EMPTY"))
  }

  @Test("Setting leaves one field at the first one's place, with the new case")
  func setting() {
    var fields = fields
    fields.set("A", "9")
    #expect(fields.map(\.description) == ["A: 9", "b: 2", "Empty: "])
    fields.set("new", "x")
    #expect(fields.last == HTTPField("new", "x"))
  }

  @Test("Removing takes every repeat")
  func removing() {
    var fields = fields
    fields.remove("A")
    #expect(fields.map(\.name) == ["b", "Empty"])
  }

  @Test("Lists are split at commas over all lines")
  func listItems() {
    let fields: HTTPFields = ["Connection": "close, , Upgrade", "connection": " x"]
    #expect(fields.listItems("Connection") == ["close", "Upgrade", "x"])
  }
}

@Suite("Request targets")
struct HTTPRequestTargetTests {
  @Test(
    "Path and query are cut out of a target undecoded",
    arguments: [
      ("/a/b?c=d", "/a/b", "c=d"), ("/a%2Fb", "/a%2Fb", nil), ("/?", "/", ""),
      ("http://h:1/p?q", "/p", "q"), ("http://h", "/", nil), ("http://h?q", "/", "q"),
      ("/r?u=http://x/?y", "/r", "u=http://x/?y"), ("*", "*", nil),
    ] as [(String, String, String?)])
  func parts(target: String, path: String, query: String?) {
    let request = HTTPRequest(target: target)
    #expect(request.path == path)
    #expect(request.query == query)
  }

  @Test("Query items are decoded, a broken escape is kept")
  func queryItems() {
    let items = HTTPRequest(target: "/?a=1%202&b+c=%zz&d&%C3%A9=x=y&=").queryItems
    #expect(items.map(\.name) == ["a", "b c", "d", "é", ""])
    #expect(items.map(\.value) == ["1 2", "%zz", "", "x=y", ""])
    #expect(HTTPRequest(target: "/?a=1&a=2").queryValue("a") == "1")
    #expect(HTTPRequest(target: "/").queryValue("a") == nil)
  }

  @Test("Path segments are decoded after splitting")
  func pathSegments() {
    #expect(HTTPRequest(target: "/v1/a%2Fb//c+d").pathSegments == ["v1", "a/b", "", "c+d"])
  }
}
