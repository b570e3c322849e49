import StrictJSON

extension VersoServer {
  /// A target file for a server at an address.
  static func targetFile(
    baseURL: String, name: String, parameters: Parameters, clock: ReferenceClock.Mode
  ) -> JSON {
    var target: JSONObject = [
      "format": 1, "name": .string(name), "contract": "verso-connect", "roles": ["server"],
      "http": ["baseURL": .string(baseURL), "timeout": "PT10S"],
      "parameters": [
        "appSecret": .string(parameters.appSecret),
        "path": .string(parameters.path),
        "linkLifetime": .string(seconds(parameters.linkLifetime)),
        "loginWindow": .string(seconds(parameters.loginWindow)),
      ],
      "hooks": .object(JSONObject((hooks + ["deliveries.drain"]).map { ($0, hook($0)) })),
    ]
    if clock != .real {
      target["clock"] = ["advance": hook("clock.advance"), "stands": .bool(clock == .standing)]
    }
    // What is under way is known by the queue, so that nothing has to be waited for.
    target["webhooks"] = ["listen": "127.0.0.1:0", "grace": "PT0.2S"]
    return .object(target)
  }

  private static func hook(_ name: String) -> JSON {
    ["http": ["method": "POST", "path": .string("/_hooks/\(name)")]]
  }

  private static func seconds(_ duration: Duration) -> String {
    "PT\(duration.components.seconds)S"
  }
}
