import StrictJSON
import Wire

extension OdynnServer.Fault {
  /// What every member of the result object is checked by.
  private static let members = [
    "data.field.sessionId", "data.field.extractedAt", "data.field.profile", "data.field.balances",
    "data.field.balance-kind", "data.field.balance-currency", "data.field.balance-amount",
    "data.field.tier", "data.field.fetchedAt", "data.time-order",
  ]

  /// What is checked by a read after a completion.
  static let afterCompletion = [
    "data.get-200", "data.field.sessionId", "data.flow-independent",
    "data.normalised-server-side", "session.terminal-on-accept-return",
    "session.second-connect-harmless", "timer.worker-stops-at-connect", "timer.auth-expiry",
    "timer.auth-is-absolute", "webhook.completed-implies-data",
  ]

  /// A fault that changes the result object.
  private static func result(
    _ name: String, breaks clauses: [String], _ about: String, _ edit: @escaping OdynnServer.Edit
  ) -> OdynnServer.Fault {
    Self(name, breaks: clauses, about) { $0.resultEdits.append(edit) }
  }

  /// A fault that changes `data` of the result object.
  private static func data(
    _ name: String, breaks clauses: [String], _ about: String,
    _ edit: @escaping @Sendable (inout JSON) -> Void
  ) -> OdynnServer.Fault {
    result(name, breaks: clauses, about) { body, _ in
      var data = body["data"] ?? .null
      edit(&data)
      body["data"] = data
    }
  }

  /// A fault that changes each balance.
  private static func balance(
    _ name: String, breaks clauses: [String], _ about: String,
    _ edit: @escaping @Sendable (inout JSON) -> Void
  ) -> OdynnServer.Fault {
    data(name, breaks: clauses, about) { data in
      data["balances"] = .array(
        (data["balances"]?.array ?? []).map { balance in
          var balance = balance
          edit(&balance)
          return balance
        })
    }
  }

  static let results: [OdynnServer.Fault] =
    envelope + accountMembers + [
      result(
        "extracted-at-absent",
        breaks: ["data.get-200", "data.field.extractedAt", "data.time-order"],
        "extractedAt is left out."
      ) { body, _ in body["extractedAt"] = nil },
      result(
        "extracted-at-is-created-at", breaks: ["data.field.extractedAt", "data.time-order"],
        "extractedAt is the instant of the session's creation."
      ) { body, context in
        body["extractedAt"] = context.session.map {
          .string(TimestampStyle.milliseconds.text($0.createdAt))
        }
      },
      result(
        "extracted-at-epoch",
        breaks: ["data.field.extractedAt", "data.time-order", "session.timestamp-format"],
        "extractedAt is a number of milliseconds since 1970."
      ) { $0.numberInstant("extractedAt", $1.session?.extraction?.extractedAt) },
      data(
        "fetched-at-absent",
        breaks: ["data.field.fetchedAt", "data.time-order", "data.flow-independent"],
        "fetchedAt is left out."
      ) { $0["fetchedAt"] = nil },
      result(
        "fetched-at-epoch",
        breaks: ["data.field.fetchedAt", "data.time-order", "session.timestamp-format"],
        "fetchedAt is a number of milliseconds since 1970."
      ) { body, context in
        var data = body["data"]?.object ?? [:]
        data.numberInstant("fetchedAt", context.session?.extraction?.fetchedAt)
        body["data"] = .object(data)
      },
      result(
        "fetched-after-extracted", breaks: ["data.time-order"],
        "fetchedAt is three seconds later than extractedAt."
      ) { body, context in
        body["data"]?["fetchedAt"] = context.session?.extraction.map {
          .string(TimestampStyle.milliseconds.text($0.extractedAt + .seconds(3)))
        }
      },
      result(
        "fetched-before-created", breaks: ["data.time-order"],
        "fetchedAt is that of an hour-old cache, before the session was created."
      ) { body, context in
        body["data"]?["fetchedAt"] = context.session.map {
          .string(TimestampStyle.milliseconds.text($0.createdAt - .seconds(3600)))
        }
      },
    ]

  private static let envelope: [OdynnServer.Fault] = [
    result(
      "result-without-envelope",
      breaks: ["data.get-200", "data.flow-independent", "data.normalised-server-side"] + members,
      "The data route answers with the data alone."
    ) { body, _ in body = body["data"]?.object ?? [:] },
    Self(
      "result-204",
      breaks: afterCompletion + members.filter { $0 != "data.field.sessionId" },
      "The data route answers 204 without a body."
    ) { $0.resultStatus = 204 },
    result(
      "result-not-normalised",
      breaks: ["data.normalised-server-side", "data.flow-independent"]
        + members.filter { $0 != "data.field.sessionId" },
      "data is what the provider's page holds, under the provider's names."
    ) { body, _ in
      body["data"] = [
        "AAdvantageNumber": "7A2BC34", "AwardMiles": "184,220", "EliteStatus": "PLT",
      ]
    },
    result(
      "result-session-id-internal", breaks: ["data.field.sessionId"],
      "sessionId is the key of a table row."
    ) { body, _ in body["sessionId"] = "4711" },
    result(
      "result-session-id-earlier", breaks: ["data.field.sessionId"],
      "sessionId is that of an earlier session."
    ) { body, context in
      body["sessionId"] = .string(context.previousID ?? "ses_000000000000")
    },
    result(
      "result-session-id-absent", breaks: ["data.get-200", "data.field.sessionId"],
      "sessionId is left out."
    ) { body, _ in body["sessionId"] = nil },
  ]

  private static let accountMembers: [OdynnServer.Fault] = [
    data(
      "profile-absent",
      breaks: [
        "data.field.profile", "data.normalised-server-side", "data.flow-independent",
      ],
      "profile is left out."
    ) { $0["profile"] = nil },
    data(
      "member-number-as-number", breaks: ["data.field.profile"],
      "memberNumber is a JSON number, and its leading zeros are lost."
    ) { $0["profile"]?["memberNumber"] = 72034 },
    data(
      "name-in-parts", breaks: ["data.field.profile"],
      "name is an object of first and last name."
    ) { $0["profile"]?["name"] = ["first": "Alex", "last": "Rivera"] },
    data("tier-as-string", breaks: ["data.field.tier"], "tier is the name alone.") {
      $0["tier"] = "Platinum"
    },
    data("tier-without-name", breaks: ["data.field.tier"], "tier has a level but no name.") {
      $0["tier"] = ["level": 3]
    },
  ]

  static let balances: [OdynnServer.Fault] = [
    data(
      "balances-as-object",
      breaks: [
        "data.field.balances", "data.field.balance-kind", "data.field.balance-currency",
        "data.field.balance-amount",
      ],
      "A single balance comes without the array around it."
    ) { $0["balances"] = $0["balances"]?[0] },
    data(
      "balances-absent",
      breaks: [
        "data.field.balances", "data.normalised-server-side", "data.flow-independent",
      ],
      "balances is left out."
    ) { $0["balances"] = nil },
    balance(
      "amount-formatted", breaks: ["data.field.balances", "data.field.balance-amount"],
      "amount is text for people: 184,220."
    ) { $0["amount"] = "184,220" },
    balance(
      "amount-as-string", breaks: ["data.field.balances", "data.field.balance-amount"],
      "amount is a string of digits."
    ) { $0["amount"] = "184220" },
    balance(
      "amount-absent", breaks: ["data.field.balances", "data.field.balance-amount"],
      "amount is left out."
    ) { $0["amount"] = nil },
    balance(
      "kind-as-flag", breaks: ["data.field.balances", "data.field.balance-kind"],
      "kind is replaced by the member redeemable, which is true."
    ) {
      $0["kind"] = nil
      $0["redeemable"] = true
    },
    balance("kind-empty", breaks: ["data.field.balance-kind"], "kind is an empty string.") {
      $0["kind"] = ""
    },
    balance(
      "currency-number", breaks: ["data.field.balance-currency"],
      "currency is the number of a currency."
    ) { $0["currency"] = 840 },
    balance(
      "currency-absent", breaks: ["data.field.balances", "data.field.balance-currency"],
      "currency is left out."
    ) { $0["currency"] = nil },
    balance(
      "currency-empty", breaks: ["data.field.balance-currency"], "currency is an empty string."
    ) { $0["currency"] = "" },
  ]

  static let flows: [OdynnServer.Fault] = [
    Self(
      "hosted-results-elsewhere", breaks: ["data.flow-independent", "data.get-200"],
      "Results of the hosted flow are not found on the data route."
    ) { $0.hiddenFlow = .hosted },
    Self(
      "embed-results-elsewhere", breaks: afterCompletion,
      "Results of the embed are not found on the data route."
    ) { $0.hiddenFlow = .embed },
    result(
      "hosted-results-differ", breaks: ["data.flow-independent", "data.field.balances"],
      "Results of the hosted flow have points instead of balances."
    ) { body, context in
      guard context.session?.flow == .hosted else { return }
      let amount = body["data"]?["balances"]?[0]?["amount"]
      body["data"]?["points"] = amount
      body["data"]?["balances"] = nil
    },
  ]
}

extension JSONObject {
  /// Replaces a timestamp by the milliseconds since 1970, as a JSON number.
  mutating func numberInstant(_ key: String, _ instant: WireInstant?) {
    guard let instant else { return }
    self[key] = .number(JSONNumber(Int(instant.nanoseconds / 1_000_000)))
  }
}
