import StrictJSON

/// An element of a page while something is done with it.
struct FoundElement: Sendable {
  /// The protocol's name for it.
  var object: JSON
  var state: BrowserPage.ElementState
}

extension BrowserTab {
  private static let patience = Duration.seconds(5)
  /// The name under which found elements are kept until the next search.
  private static let group: JSON = "found"

  /// The first such element that a user can see, else the first at all; nil when there is none.
  func find(_ element: PageElement) async throws(BrowserError) -> FoundElement? {
    try await call(
      "Runtime.releaseObjectGroup", ["objectGroup": Self.group], timeout: Self.patience)
    var first: FoundElement?
    for object in try await objects(element) {
      guard let state = try await state(of: object) else { continue }
      let found = FoundElement(object: object, state: state)
      if state.isVisible { return found }
      first = first ?? found
    }
    return first
  }

  private func objects(_ element: PageElement) async throws(BrowserError) -> [JSON] {
    switch element {
    case .selector(let selector):
      let answer = try await call(
        "Runtime.evaluate",
        ["expression": .string(PageScripts.first(selector)), "objectGroup": Self.group],
        timeout: Self.patience)
      return [answer["result"]?["objectId"]].compactMap { $0 }
    case .accessible(let role, let name):
      var objects: [JSON] = []
      for node in try await nodes(role: role, name: name).prefix(8) {
        let answer = try? await call(
          "DOM.resolveNode", ["backendNodeId": node, "objectGroup": Self.group],
          timeout: Self.patience)
        if let object = answer?["object"]?["objectId"] { objects.append(object) }
      }
      return objects
    }
  }

  /// The nodes of the accessibility tree that have exactly this role and name.
  private func nodes(role: String, name: String?) async throws(BrowserError) -> [JSON] {
    let document = try await call("DOM.getDocument", ["depth": 0], timeout: Self.patience)
    guard let root = document["root"]?["nodeId"] else { return [] }
    var query: JSONObject = ["nodeId": root, "role": .string(role)]
    if let name { query["accessibleName"] = .string(name) }
    do {
      let answer = try await call("Accessibility.queryAXTree", query, timeout: Self.patience)
      return (answer["nodes"]?.array ?? []).filter { $0["ignored"]?.bool != true }
        .compactMap { $0["backendDOMNodeId"] }
    } catch {
      // The document was replaced between the two questions.
      guard error.kind == .refused else { throw error }
      return []
    }
  }

  /// What a user could do with an element; nil when it is gone.
  func state(of object: JSON) async throws(BrowserError) -> BrowserPage.ElementState? {
    guard let value = try await call(PageScripts.state, on: object)?["value"] else { return nil }
    return BrowserPage.ElementState(
      isVisible: value["isVisible"]?.bool ?? false, isEnabled: value["isEnabled"]?.bool ?? false,
      isEditable: value["isEditable"]?.bool ?? false,
      isCovered: value["isCovered"]?.bool ?? false, value: value["value"]?.string ?? "")
  }

  /// Brings an element into view.
  func reveal(_ element: FoundElement) async throws(BrowserError) {
    try await orGone("DOM.scrollIntoViewIfNeeded", ["objectId": element.object])
  }

  func select(_ element: FoundElement) async throws(BrowserError) {
    _ = try await call(PageScripts.select, on: element.object)
  }

  /// Presses and releases the mouse over the middle of an element, once it stays where it is: what
  /// comes late, such as a style sheet, moves it away from under the mouse.
  func click(_ element: FoundElement) async throws(BrowserError) {
    guard var place = try await middle(of: element) else { return }
    for _ in 0..<Self.looksAtPlace {
      try await mouse("mouseMoved", at: place)
      try? await Task.sleep(for: Self.frames)
      guard let next = try await middle(of: element) else { return }
      if next == place { break }
      place = next
    }
    try await mouse("mousePressed", at: place)
    try await mouse("mouseReleased", at: place)
  }

  /// How often an element is looked for that does not stay where it is.
  private static let looksAtPlace = 20
  /// As long as a few frames take.
  private static let frames = Duration.milliseconds(50)

  /// The middle of an element in the window; nil when it is gone or has no place.
  private func middle(of element: FoundElement) async throws(BrowserError) -> Place? {
    let answer = try await orGone("DOM.getContentQuads", ["objectId": element.object])
    let corners = answer?["quads"]?[0]?.array?.compactMap { $0.number?.double } ?? []
    guard corners.count == 8 else { return nil }
    return Place(
      x: (corners[0] + corners[2] + corners[4] + corners[6]) / 4,
      y: (corners[1] + corners[3] + corners[5] + corners[7]) / 4)
  }

  /// A place in the window, in CSS pixels.
  private struct Place: Equatable {
    var x: Double
    var y: Double
  }

  private func mouse(_ type: String, at place: Place) async throws(BrowserError) {
    let isMove = type == "mouseMoved"
    try await call(
      "Input.dispatchMouseEvent",
      [
        "type": .string(type), "x": .number(.init(double: place.x)),
        "y": .number(.init(double: place.y)), "button": isMove ? "none" : "left",
        "buttons": type == "mousePressed" ? 1 : 0, "clickCount": isMove ? 0 : 1,
      ], timeout: Self.patience)
  }

  /// Types a text key by key; an empty one deletes what is selected.
  func type(_ text: String) async throws(BrowserError) {
    guard !text.isEmpty else { return try await press(key: "Backspace", code: 8, text: nil) }
    for character in text {
      try await press(key: String(character), code: nil, text: String(character))
    }
  }

  private func press(key: String, code: Int?, text: String?) async throws(BrowserError) {
    var down: JSONObject = ["type": text == nil ? "rawKeyDown" : "keyDown", "key": .string(key)]
    var up: JSONObject = ["type": "keyUp", "key": .string(key)]
    if let code = code ?? key.keyCode {
      down["windowsVirtualKeyCode"] = .number(JSONNumber(code))
      up["windowsVirtualKeyCode"] = .number(JSONNumber(code))
    }
    if let text {
      down["text"] = .string(text)
      down["unmodifiedText"] = .string(text)
    }
    try await call("Input.dispatchKeyEvent", down, timeout: Self.patience)
    try await call("Input.dispatchKeyEvent", up, timeout: Self.patience)
  }

  /// Calls a function of ours with an element as `this`; nil when the element is gone.
  private func call(_ function: String, on object: JSON) async throws(BrowserError) -> JSON? {
    try await orGone(
      "Runtime.callFunctionOn",
      ["objectId": object, "functionDeclaration": .string(function), "returnByValue": true]
    )?["result"]
  }

  /// Sends a command about an element; nil when the browser refuses, since the element is gone.
  @discardableResult
  private func orGone(
    _ method: String, _ parameters: JSONObject
  ) async throws(BrowserError) -> JSON? {
    do {
      return try await call(method, parameters, timeout: Self.patience)
    } catch {
      guard error.kind == .refused else { throw error }
      return nil
    }
  }
}

extension String {
  /// The code of the key that a digit or letter is on.
  fileprivate var keyCode: Int? {
    guard utf8.count == 1, let byte = uppercased().utf8.first else { return nil }
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x20: return Int(byte)
    default: return nil
    }
  }
}

extension JSONNumber {
  /// The nearest number that JSON can say.
  fileprivate init(double: Double) {
    self = JSONNumber("\(double)") ?? 0
  }
}
