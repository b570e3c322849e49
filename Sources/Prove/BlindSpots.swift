/// What a green run does not prove, a sentence for each contract and role.
enum BlindSpots {
  private static let sentences: [String: String] = [
    "odynn-connect server":
      """
    that a real provider's sign-in page and a real device work (both are played by hooks), that \
    webhooks are signed and retried as their own page says, or how the server behaves under load.
    """,
    "odynn-connect sdk":
      """
    that the sign-in page inside the web view can be used by a person, or that the realtime \
    connection is safe; only calls, events and the SDK's effects on a server are seen.
    """,
    "odynn-connect app":
      """
    anything that the app did not record: a trace says what the app says that it did, and a \
    situation that never came up in it was not judged.
    """,
    "verso-connect server":
      """
    that a provider accepts the captured session later, that links cannot be forged by someone \
    who has a secret of ours, or what the hosted login page shows.
    """,
    "verso-connect sdk":
      """
    that real providers' login pages work in the sheet, or that cookies of pages that the \
    vectors do not play are captured.
    """,
    "verso-connect app":
      """
    that the user gave consent knowingly, or anything that the app did not record.
    """,
    "verso-connect page": "what the hosted page does outside the steps that the document names.",
    "cheggout-sdk server":
      """
    that a minted session is bound to the right customer at the bank; only its form and its \
    freshness are seen.
    """,
    "cheggout-sdk sdk":
      """
    that the shop inside the web view works, or that a payment is booked; only what enters and \
    leaves the SDK is seen.
    """,
    "cheggout-sdk app":
      """
    that the result of a payment was checked with the bank, or anything that the app did not \
    record.
    """,
    "cheggout-sdk page": "what the shop shows beyond the pages that the document names.",
    "accrue-wallet server": "anything but the few answers that the document states.",
    "accrue-wallet sdk":
      """
    that the wallet inside the web view works; only what the native half puts into the page and \
    hands to the app is seen.
    """,
    "accrue-wallet app":
      "that the app acted on what it received, beyond what it recorded.",
    "accrue-wallet page":
      """
    that money moves or balances are right, or that the page works in other browsers than the \
    one that it was shown in.
    """,
  ]

  /// The sentence for a contract and role.
  static func sentence(contract: String, role: String) -> String {
    sentences["\(contract) \(role)"] ?? "anything that no vector of this role looks at."
  }
}
