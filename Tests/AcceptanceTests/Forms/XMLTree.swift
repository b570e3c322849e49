import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An XML document as another program reads it: Foundation's parser, which is libxml2 on Linux.
struct XMLTree: Equatable {
  var name: String
  var attributes: [String: String]
  var children: [XMLTree] = []
  var text = ""

  /// Reads a document; throws what the parser says of one that is not well-formed.
  init(_ text: String) throws {
    let builder = Builder()
    let parser = XMLParser(data: Data(text.utf8))
    parser.shouldResolveExternalEntities = false
    parser.delegate = builder
    guard parser.parse(), let root = builder.root else {
      throw parser.parserError ?? CocoaError(.fileReadCorruptFile)
    }
    self = root
  }

  fileprivate init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// The elements of a name, at any depth.
  func all(_ name: String) -> [XMLTree] {
    (self.name == name ? [self] : []) + children.flatMap { $0.all(name) }
  }

  private final class Builder: NSObject, XMLParserDelegate {
    var open: [XMLTree] = []
    var root: XMLTree?

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      open.append(XMLTree(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      guard !open.isEmpty else { return }
      open[open.count - 1].text += text
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      guard let element = open.popLast() else { return }
      if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }
  }
}
