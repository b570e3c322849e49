import SDKDriving
import StrictJSON

extension AccrueNative {
  static let contextFunction = "__SET_IOS_CONTEXT_DATA"
  static let contextEvent = "AccrueWallet::ContextChanged"
  static let homeFunction = "__GO_TO_HOME_SCREEN"

  /// JavaScript for the page, and when it is to run.
  func script(_ source: String, when: String) -> DriverEvent {
    DriverEvent("script", ["source": .string(source), "when": .string(when)])
  }

  /// Sets the context in the page.
  func setting(_ context: JSON) -> String {
    """
    window["AccrueWallet"] = window["AccrueWallet"] || {};
    window["AccrueWallet"].contextData = \(literal(shaped(context)));

    """
  }

  /// Calls a function of the page, if the page has it.
  func calling(_ function: String, with arguments: [JSON]) -> String {
    let list = arguments.map { literal(function == Self.contextFunction ? shaped($0) : $0) }
    return """
      if (typeof window.\(function) === "function") {
        window.\(function)(\(list.joined(separator: ", ")));
      }

      """
  }

  /// Dispatches an event in the page.
  func dispatching(_ event: String) -> String {
    """
    window.dispatchEvent(new CustomEvent("\(event)", {
      detail: (window["AccrueWallet"] || {}).contextData
    }));

    """
  }

  /// A value as JavaScript.
  private func literal(_ value: JSON) -> String {
    guard rules.escapes else { return unescaped(value) }
    return value.serialized().replacing("<", with: "\\u003C")
      .replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
  }

  /// A value with its texts pasted between quotes as they are.
  private func unescaped(_ value: JSON) -> String {
    switch value {
    case .string(let text): "\"\(text)\""
    case .array(let elements): "[\(elements.map(unescaped).joined(separator: ", "))]"
    case .object(let object):
      "{\(object.map { "\"\($0.key)\": \(unescaped($0.value))" }.joined(separator: ", "))}"
    default: value.serialized()
    }
  }

  /// The context as the page sees it.
  private func shaped(_ context: JSON) -> JSON {
    [
      "userData": user(context["userData"] ?? .null),
      "settingsData": settings(context["settingsData"] ?? .null),
      "deviceData": device,
    ]
  }

  private func user(_ user: JSON) -> JSON {
    var object = JSONObject()
    for name in ["referenceId", "stableReferenceId", "email", "phoneNumber", "additionalData"] {
      let value = user[name] ?? .null
      switch (rules.absentValues, value.isNull) {
      case (.leftOut, true): continue
      case (.asText, true): object[name] = "null"
      default: object[name] = value
      }
    }
    if rules.email == .dropped { object["email"] = .null }
    if rules.email == .emptyForNone, user["email"]?.string == nil { object["email"] = "" }
    if rules.additionalData == .asText, let data = user["additionalData"], !data.isNull {
      object["additionalData"] = .string(data.serialized())
    }
    if rules.additionalData == .dropped { object["additionalData"] = .null }
    return .object(object)
  }

  private func settings(_ settings: JSON) -> JSON {
    let inherits = settings["shouldInheritAuthentication"]?.bool ?? rules.inheritsByDefault
    guard !rules.settingsAsText else {
      return ["shouldInheritAuthentication": .string(String(inherits))]
    }
    return ["shouldInheritAuthentication": .bool(inherits)]
  }

  private var device: JSON {
    [
      "sdk": .string(rules.sdkName), "sdkVersion": "1.8.0", "brand": "Apple",
      "deviceName": "iPhone", "deviceType": "phone", "deviceYearClass": "2024", "isDevice": true,
      "manufacturer": "Apple", "modelName": "iPhone 16", "osBuildId": "22A3354",
      "osInternalBuildId": "22A3354", "osName": "iOS", "osVersion": "18.0",
      "modelId": "iPhone17,3",
    ]
  }
}
