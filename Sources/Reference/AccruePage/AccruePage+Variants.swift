extension AccruePage {
  /// Every legal difference.
  static let variants: [Variant] = messageVariants + hostVariants + viewVariants

  private static let messageVariants: [Variant] = [
    Variant("name-in-action", "The action is named in the member action, as one sample does.") {
      $0.quirks.insert(.namesInAction)
    },
    Variant("name-in-both", "The action is named in both members.") {
      $0.quirks.insert(.namesInBoth)
    },
    Variant("extra-members", "Messages and their data have members that no document mentions.") {
      $0.quirks.insert(.postsMore)
      $0.quirks.insert(.extraMembers)
    },
    Variant("nulls-left-out", "Ids that were not given are left out.") {
      $0.quirks.insert(.leavesOutNulls)
    },
    Variant("pretty-messages", "Messages are spread over lines.") {
      $0.quirks.insert(.prettyMessages)
    },
    Variant("escaped-messages", "Messages have escapes for plain letters.") {
      $0.quirks.insert(.escapedMessages)
    },
  ]

  private static let hostVariants: [Variant] = [
    Variant("listens-to-event", "The page listens for the event and has no function.") {
      $0.quirks.insert(.hasNoContextFunction)
    },
    Variant("listens-to-function", "The page has the function and listens for no event.") {
      $0.quirks.insert(.hearsNoEvent)
    },
    Variant("no-home-function", "The page cannot be told to go home.") {
      $0.quirks.insert(.hasNoHomeFunction)
    },
    Variant("otp-to-strangers", "A phone number alone is enough for a code to be sent unasked.") {
      $0.quirks.insert(.sendsToStrangers)
    },
    Variant("slow-server", "The server takes a while for each answer.") {
      $0.latency = .milliseconds(250)
    },
    Variant("tracks", "The page asks a host that it may not contact, and goes on without.") {
      $0.quirks.insert(.tracks)
    },
    Variant("second-page", "The page leads on to another page of its own.") {
      $0.quirks.insert(.opensSecondPage)
    },
  ]

  private static let viewVariants: [Variant] = [
    Variant("other-labels", "Everything is called something else.") {
      $0.labels = Labels(
        signIn: "Connexion", register: "Créer un compte", otp: "Votre code",
        confirm: "Valider", phone: "Téléphone", email: "Courriel", logout: "Déconnexion",
        wallet: "Portefeuille", home: "Accueil", offer: "Offre du jour")
    },
    Variant("found-by-selector", "Elements are found by selectors.") { $0.usesSelectors = true },
    Variant("in-shadow", "Everything stands in a shadow tree.") { $0.quirks.insert(.usesShadow) },
    Variant("locked-by-disabling", "Locked controls are disabled.") {
      $0.quirks.insert(.locksByDisabling)
    },
    Variant("locked-by-leaving-out", "Locked controls are not there.") {
      $0.quirks.insert(.locksByLeavingOut)
    },
    Variant("locked-by-reverting", "Locked fields take no keys, though they look open.") {
      $0.quirks.insert(.locksByReverting)
    },
    Variant("alerts", "A wrong code is answered by a dialog.") {
      $0.quirks.insert(.alertsOnWrongCode)
    },
  ]
}
