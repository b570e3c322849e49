import StrictJSON

extension OdynnServer.Fault {
  /// A fault that changes the session object.
  private static func session(
    _ name: String, breaks clauses: [String], advisory: Bool = false, _ about: String,
    _ edit: @escaping OdynnServer.Edit
  ) -> OdynnServer.Fault {
    Self(name, breaks: clauses, advisory: advisory, about) { $0.sessionEdits.append(edit) }
  }

  static let sessionMembers: [OdynnServer.Fault] =
    statuses + providers + links + returns + metadata + secrets

  private static let statuses: [OdynnServer.Fault] = [
    session(
      "status-created", breaks: ["session.field.status-pending"],
      "A fresh session says created."
    ) { body, _ in body["status"] = "created" },
    session(
      "status-upper-case", breaks: ["session.field.status-pending"],
      "A fresh session says PENDING."
    ) { body, _ in body["status"] = "PENDING" },
    session(
      "status-absent", breaks: ["session.field.status-pending", "session.closed-shape"],
      "A fresh session has no status."
    ) { body, _ in body["status"] = nil },
    Self(
      "connected-at-creation",
      breaks: ["session.field.status-pending", "session.create-does-not-claim"],
      "A session says connected from its creation on."
    ) { $0.statusNames.pending = "connected" },
  ]

  private static let providers: [OdynnServer.Fault] = [
    session(
      "provider-upper-cased",
      breaks: ["session.request.providerId", "session.field.providerId-echo"],
      "providerId comes back in upper case."
    ) { body, _ in body["providerId"] = .string(body["providerId"]?.string?.uppercased() ?? "") },
    session(
      "provider-internal-id",
      breaks: ["session.request.providerId", "session.field.providerId-echo"],
      "providerId comes back as the number of a table row."
    ) { body, _ in body["providerId"] = "prv_0017" },
    session(
      "provider-absent",
      breaks: [
        "session.request.providerId", "session.field.providerId-echo", "session.closed-shape",
      ],
      "providerId does not come back."
    ) { body, _ in body["providerId"] = nil },
  ]

  private static let links: [OdynnServer.Fault] = [
    session(
      "connect-url-null", breaks: ["session.field.connectUrl"],
      "connectUrl is null, because the hosted surface is not open yet."
    ) { body, _ in body["connectUrl"] = .null },
    session(
      "connect-url-absent", breaks: ["session.field.connectUrl", "session.closed-shape"],
      "connectUrl is left out."
    ) { body, _ in body["connectUrl"] = nil },
    session(
      "connect-url-http", breaks: ["session.field.connectUrl"], advisory: true,
      "connectUrl is plain http."
    ) { body, _ in
      let url = body["connectUrl"]?.string ?? ""
      body["connectUrl"] = .string(url.replacing("https://", with: "http://"))
    },
    session(
      "connect-url-relative", breaks: ["session.field.connectUrl"],
      "connectUrl is a path without scheme and host."
    ) { body, context in
      let url = body["connectUrl"]?.string ?? ""
      body["connectUrl"] = .string(url.replacing(context.parameters.linkBase, with: ""))
    },
    session(
      "connect-url-of-first-session", breaks: ["session.field.connectUrl"],
      "connectUrl leads to the tenant's first session."
    ) { body, context in
      let url = body["connectUrl"]?.string ?? ""
      let other = context.firstID ?? ""
      body["connectUrl"] = .string(url.replacing(context.session?.id ?? "", with: other))
    },
  ]

  private static let returns: [OdynnServer.Fault] = [
    session(
      "return-url-absent", breaks: ["session.field.returnUrl", "session.closed-shape"],
      "returnUrl is left out when none was given."
    ) { body, _ in if body["returnUrl"] == .null { body["returnUrl"] = nil } },
    session(
      "return-url-empty", breaks: ["session.field.returnUrl"],
      "returnUrl is an empty string when none was given."
    ) { body, _ in if body["returnUrl"] == .null { body["returnUrl"] = "" } },
  ]

  private static let echo = ["session.request.metadata", "session.field.metadata-echo"]

  private static let metadata: [OdynnServer.Fault] = [
    session("metadata-empty", breaks: echo, "metadata comes back as an empty object.") {
      body, _ in body["metadata"] = [:]
    },
    session(
      "metadata-absent", breaks: echo + ["session.closed-shape"], "metadata does not come back."
    ) { body, _ in body["metadata"] = nil },
    session("metadata-lower-cased", breaks: echo, "Names in metadata come back in lower case.") {
      body, _ in
      let members = body["metadata"]?.object ?? [:]
      body["metadata"] = .object(JSONObject(members.map { ($0.key.lowercased(), $0.value) }))
    },
    session(
      "metadata-flattened", breaks: echo, "userId comes back outside of metadata."
    ) { body, _ in
      body["userId"] = body["metadata"]?["userId"]
      body["metadata"]?["userId"] = nil
    },
    session("metadata-stringified", breaks: echo, "metadata come back as a string of JSON.") {
      body, _ in body["metadata"] = .string(body["metadata"]?.serialized() ?? "")
    },
  ]

  private static let secrets: [OdynnServer.Fault] = [
    session(
      "transport-url-in-answer", breaks: ["security.no-transport-in-response"],
      "The answer to a creation holds the address of the realtime transport."
    ) { body, context in
      body["transportUrl"] = "wss://rt.odynn.com/v1/\(context.session?.id ?? "")"
    },
    session(
      "worker-token-in-answer", breaks: ["security.no-transport-in-response"],
      "The answer to a creation holds a token for the realtime transport."
    ) { body, _ in body["workerToken"] = "wkt_5fQmT0xW3vL2" },
    session(
      "key-in-connect-url", breaks: ["security.key-never-in-response"],
      "connectUrl carries the tenant's key."
    ) { body, context in
      let url = body["connectUrl"]?.string ?? ""
      body["connectUrl"] = .string("\(url)?key=\(context.parameters.apiKey)")
    },
    Self(
      "key-in-errors", breaks: ["security.key-never-in-response"],
      "Errors tell the tenant's key for debugging."
    ) {
      $0.errorEdits.append { body, context in
        body["debug"] = ["credential": .string(context.parameters.credential)]
      }
    },
    Self(
      "key-in-webhooks", breaks: ["security.key-never-in-response"],
      "Webhooks carry the tenant's key."
    ) {
      $0.eventEdits.append { body, context in
        body["apiKey"] = .string(context.parameters.apiKey)
      }
    },
  ]
}
