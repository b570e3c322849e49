import StrictJSON
import Wire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BrowserTab {
  /// Takes in what the browser tells of the page.
  func take(_ event: DevToolsEvent, _ at: WireInstant) async {
    let parameters = event.parameters
    note(event)
    switch event.method {
    case "Fetch.requestPaused": await pass(parameters, at)
    case "Runtime.bindingCalled": post(parameters, at)
    case "Page.javascriptDialogOpening": await dismiss(parameters, at)
    case "Page.windowOpen": tell(.opened(url: parameters["url"]?.string ?? ""), at)
    case "Page.frameRequestedNavigation": requested(parameters, at)
    case "Page.frameNavigated": navigated(parameters)
    case "Page.domContentEventFired":
      knowledge.withLock { $0.isReady = $0.isCommitted }
    case "Network.responseReceived": responded(parameters)
    case "Runtime.exceptionThrown":
      tell(.exception(Self.text(ofException: parameters["exceptionDetails"])), at)
    case "Inspector.targetCrashed":
      knowledge.withLock { $0.isCrashed = true }
      tell(.crashed, at)
    default: break
    }
  }

  /// Takes note of what is under way in the page.
  private func note(_ event: DevToolsEvent) {
    let request = event.parameters["requestId"]?.string ?? ""
    knowledge.withLock { knowledge in
      knowledge.lastActivity = .now
      switch event.method {
      case "Network.requestWillBeSent": knowledge.underWay.insert(request)
      case "Network.loadingFinished", "Network.loadingFailed": knowledge.underWay.remove(request)
      default: break
      }
    }
  }

  /// Waits until no request is under way and nothing has happened for a while.
  func settle(quiet: Duration, within timeout: Duration) async {
    let deadline = ContinuousClock.now + timeout
    while ContinuousClock.now < deadline, !Task.isCancelled {
      let (isIdle, last) = knowledge.withLock { ($0.underWay.isEmpty, $0.lastActivity) }
      let rest = quiet - (.now - last)
      if isIdle, rest <= .zero { return }
      try? await Task.sleep(for: isIdle ? min(rest, deadline - .now) : .milliseconds(25))
    }
  }

  private func post(_ parameters: JSON, _ at: WireInstant) {
    guard parameters["name"]?.string == PageScripts.binding,
      let payload = parameters["payload"]?.string, let message = try? JSON(parsing: payload),
      let handler = message["handler"]?.string, let type = message["type"]?.string
    else { return }
    let json = message["json"]?.string
    let posted = PageMessage(
      handler: handler, type: type, text: message["text"]?.string,
      json: json.flatMap { $0.isEmpty ? nil : $0 }, isMended: message["mended"]?.bool ?? false)
    tell(.message(posted), at)
  }

  /// Dismisses a dialog, so that the page goes on; a page that asks whether to be left is left.
  private func dismiss(_ parameters: JSON, _ at: WireInstant) async {
    let kind = parameters["type"]?.string ?? "dialog"
    tell(.dialog(kind: kind, text: parameters["message"]?.string ?? ""), at)
    _ = try? await connection.post(
      "Page.handleJavaScriptDialog", ["accept": .bool(kind == "beforeunload")], session: session)
  }

  /// What an uncaught exception, or one of an evaluation, says.
  static func text(ofException details: JSON?) -> String {
    let thrown = details?["exception"]
    if let text = thrown?["description"]?.string {
      return String(text.split(separator: "\n").first ?? "")
    }
    let said = details?["text"]?.string ?? "an exception"
    return thrown?["value"].map { "\(said): \($0.serialized())" } ?? said
  }
}

// MARK: - Navigation

extension BrowserTab {
  private func navigated(_ parameters: JSON) {
    leave(parameters["frame"])
    guard let frame = parameters["frame"], frame["parentId"] == nil,
      frame["url"]?.string?.hasPrefix("about:blank") != true
    else { return }
    knowledge.withLock { knowledge in
      knowledge.mainFrame = frame["id"]?.string
      knowledge.isCommitted = true
      knowledge.isReady = false
    }
  }

  /// Takes note of where a document may leave something behind.
  private func leave(_ frame: JSON?) {
    guard let origin = frame?["securityOrigin"]?.string, origin.hasPrefix("http") else { return }
    knowledge.withLock { knowledge in
      let isFrame = frame?["parentId"] != nil
      if isFrame, !knowledge.traces.origins.contains(origin) { knowledge.traces.isKnown = false }
      knowledge.traces.origins.insert(origin)
    }
  }

  /// A navigation to what is no page, such as `tel:`, leads out of the view.
  private func requested(_ parameters: JSON, _ at: WireInstant) {
    guard let url = parameters["url"]?.string, parameters["frameId"]?.string == mainFrame,
      let scheme = url.split(separator: ":").first?.lowercased(),
      !["http", "https", "about", "blob", "data", "javascript"].contains(scheme)
    else { return }
    tell(.left(url: url), at)
  }

  private var mainFrame: String? { knowledge.withLock { $0.mainFrame } }

  private func responded(_ parameters: JSON) {
    guard parameters["type"]?.string == "Document", parameters["frameId"]?.string == target,
      let status = parameters["response"]?["status"]?.number?.int
    else { return }
    knowledge.withLock { $0.status = status }
  }
}

// MARK: - Requests

extension BrowserTab {
  /// Lets a request go on, answers it ourselves, or keeps it back.
  private func pass(_ parameters: JSON, _ at: WireInstant) async {
    guard let id = parameters["requestId"], let request = Self.request(parameters) else { return }
    if let html = standIn(for: request, frame: parameters["frameId"]?.string) {
      return await serve(html, id)
    }
    if request.purpose == "Document", request.url == knowledge.withLock({ $0.file }) {
      return await resume(id)
    }
    if request.purpose == "Other", request.url.hasSuffix("/favicon.ico") {
      return await refuse(id)
    }
    guard allowed.allow(request.url) else {
      let isPage = request.purpose == "Document" && parameters["frameId"]?.string == mainFrame
      tell(isPage ? .left(url: request.url) : .blocked(request), at)
      return await refuse(id)
    }
    tell(.request(request), at)
    await resume(id)
  }

  private func resume(_ id: JSON) async {
    _ = try? await connection.post("Fetch.continueRequest", ["requestId": id], session: session)
  }

  /// What a document is in place of what its server would send; nil when the server is asked.
  ///
  /// The browser spells an address in its own way, so that the first document of the page is the
  /// one that was opened, whatever its address.
  private func standIn(for request: PageRequest, frame: String?) -> String? {
    guard request.purpose == "Document" else { return nil }
    return knowledge.withLock { knowledge in
      if let html = knowledge.standIn, frame == target {
        knowledge.served[request.url] = html
        knowledge.standIn = nil
      }
      return knowledge.served[request.url]
    }
  }

  private func serve(_ html: String, _ id: JSON) async {
    let fields: JSON = [["name": "Content-Type", "value": "text/html; charset=utf-8"]]
    let body = Data(html.utf8).base64EncodedString()
    _ = try? await connection.post(
      "Fetch.fulfillRequest",
      ["requestId": id, "responseCode": 200, "responseHeaders": fields, "body": .string(body)],
      session: session)
  }

  private func refuse(_ id: JSON) async {
    _ = try? await connection.post(
      "Fetch.failRequest", ["requestId": id, "errorReason": "BlockedByClient"], session: session)
  }

  /// The request that an event is about.
  static func request(_ parameters: JSON) -> PageRequest? {
    guard let request = parameters["request"], let url = request["url"]?.string,
      let method = request["method"]?.string
    else { return nil }
    var fields = HTTPFields()
    for (name, value) in request["headers"]?.object ?? [:] {
      fields.append(name, value.string ?? "")
    }
    let parts = request["postDataEntries"]?.array ?? []
    let body = parts.compactMap { $0["bytes"]?.string.flatMap(decodedBase64) }.flatMap { $0 }
    return PageRequest(
      method: method, url: url, fields: fields, body: body,
      purpose: parameters["resourceType"]?.string ?? "Other")
  }
}

/// The bytes of a base64 text; nil when it is none.
func decodedBase64(_ text: String) -> [UInt8]? {
  Data(base64Encoded: text).map { [UInt8]($0) }
}
