extension AccruePage {
  /// Every fault, in the order of the document.
  static let faults: [Fault] =
    routing + identity + passwords + changes + locks + messages + clicks + payloads

  private static func fault(
    _ name: String, breaks clauses: [String], advisory: Bool = false, _ about: String,
    _ apply: @escaping @Sendable (inout Rules) -> Void
  ) -> Fault {
    Fault(name, breaks: clauses.map { "accrue." + $0 }, advisory: advisory, about, apply)
  }

  /// What the data of a sign-in says of the merchant's ids.
  private static let payloadIDs = [
    "bridge.signin.referenceId", "bridge.signin.stableReferenceId",
    "bridge.signin.effectiveReferenceId",
  ]

  private static let routing: [Fault] = [
    fault(
      "redirection-token-ignored", breaks: ["props.redirectionToken-routing"],
      "The page shows its home whatever the token says."
    ) { $0.quirks.insert(.ignoresToken) }
  ]

  private static let identity: [Fault] = [
    fault(
      "needs-both-ids",
      breaks: ["auth.identity-any-present", "auth.otp-autosend", "bridge.signin.isNewUser"]
        + payloadIDs,
      "A user with one of the two ids counts as a stranger."
    ) { $0.quirks.insert(.needsBothIDs) },
    fault(
      "looks-at-reference-only",
      breaks: ["auth.identity-any-present", "auth.otp-autosend", "bridge.signin.isNewUser"]
        + payloadIDs,
      "A user without a referenceId counts as a stranger."
    ) { $0.quirks.insert(.needsReferenceID) },
    fault(
      "phone-counts-as-identity",
      breaks: [
        "auth.identity-absent", "auth.empty-identity", "bridge.signin.effectiveReferenceId",
      ],
      "A user with a phone number alone counts as known to the merchant."
    ) { $0.quirks.insert(.countsPhone) },
    fault(
      "empty-id-counts", breaks: ["auth.empty-identity"], advisory: true,
      "An empty id counts as an id."
    ) { $0.quirks.insert(.keepsEmptyIDs) },
  ]

  private static let passwords: [Fault] = [
    fault(
      "otp-only-on-request", breaks: ["auth.otp-autosend"],
      "A code is sent when the user asks for one."
    ) { $0.quirks.insert(.sendsOnRequestOnly) },
    fault("otp-sent-twice", breaks: ["auth.otp-autosend"], "Two codes are sent at once.") {
      $0.quirks.insert(.sendsTwice)
    },
    fault(
      "otp-on-every-refresh", breaks: ["auth.otp-autosend"], advisory: true,
      "Another code is sent whenever the same context comes again."
    ) { $0.quirks.insert(.sendsOnEveryRefresh) },
    fault(
      "otp-to-stored-number", breaks: ["auth.otp-autosend"], advisory: true,
      "The code goes to a number that the server has kept."
    ) { $0.quirks.insert(.sendsToStoredNumber) },
    fault(
      "otp-on-every-opening", breaks: ["auth.otp-not-when-signed-in"],
      "A code is sent to a user who is signed in when the page is opened."
    ) { $0.quirks.insert(.sendsAlthoughSignedIn) },
    fault(
      "signed-in-once-code-is-sent",
      breaks: [
        "auth.otp-confirm", "auth.otp-not-when-signed-in", "auth.change-ref-logout",
        "auth.change-stable-logout",
      ],
      "The wallet is shown before the code is confirmed."
    ) { $0.quirks.insert(.showsMemberUnconfirmed) },
    fault(
      "any-code-signs-in", breaks: ["auth.otp-confirm", "bridge.signin-performed"],
      "The server takes any code for the right one."
    ) { $0.quirks.insert(.takesAnyCode) },
    fault(
      "otp-although-not-inherited", breaks: ["auth.inherit-off"], advisory: true,
      "A code is sent unasked although authentication is not inherited."
    ) { $0.quirks.insert(.sendsAlthoughNotInherited) },
  ]

  private static let changes: [Fault] = [
    fault(
      "other-reference-stays-signed-in", breaks: ["auth.change-ref-logout"],
      "The session of a user goes on for one with another referenceId."
    ) { $0.quirks.insert(.ignoresReference) },
    fault(
      "other-stable-reference-stays-signed-in", breaks: ["auth.change-stable-logout"],
      "The session of a user goes on for one with another stableReferenceId."
    ) { $0.quirks.insert(.ignoresStableReference) },
    fault(
      "any-change-signs-out", breaks: ["auth.change-other-no-logout"], advisory: true,
      "A change of the e-mail signs the user out."
    ) { $0.quirks.insert(.anyChangeSignsOut) },
    fault(
      "every-refresh-signs-out",
      breaks: [
        "auth.change-other-no-logout", "auth.same-identity-no-logout",
        "auth.otp-not-when-signed-in",
      ],
      "The same context once more signs the user out."
    ) { $0.quirks.insert(.everyRefreshSignsOut) },
  ]

  private static let locks: [Fault] = [
    fault(
      "phone-editable", breaks: ["auth.phone-locked"],
      "The phone number can be changed although authentication is inherited."
    ) { $0.quirks.insert(.opensPhone) },
    fault(
      "other-phone-before-sign-in", breaks: ["auth.phone-locked"],
      "The first screen takes another phone number although authentication is inherited."
    ) { $0.quirks.insert(.offersNumber) },
    fault(
      "email-editable", breaks: ["auth.email-locked"],
      "The e-mail can be changed although authentication is inherited."
    ) { $0.quirks.insert(.opensEmail) },
    fault(
      "logout-offered", breaks: ["auth.logout-locked"],
      "The user can log out although authentication is inherited."
    ) { $0.quirks.insert(.offersLogout) },
    fault(
      "locked-although-not-inherited", breaks: ["auth.inherit-off"], advisory: true,
      "Nothing can be changed although authentication is not inherited."
    ) { $0.quirks.insert(.locksAlways) },
  ]

  private static let messages: [Fault] = [
    fault(
      "posts-objects", breaks: ["bridge.string-payload"],
      "Actions are posted as objects instead of strings."
    ) { $0.quirks.insert(.postsObjects) },
    fault(
      "name-in-type", breaks: ["bridge.envelope"], "The action is named in the member type."
    ) { $0.quirks.insert(.namesInType) },
    fault(
      "bare-names", breaks: ["bridge.envelope"], "A click is posted as its bare name."
    ) { $0.quirks.insert(.postsBareNames) },
    fault(
      "data-null", breaks: ["bridge.envelope-data-object"] + payload, "The member data is null."
    ) { $0.quirks.insert(.dataNull) },
    fault(
      "data-array", breaks: ["bridge.envelope-data-object"] + payload, "The member data is a list."
    ) { $0.quirks.insert(.dataArray) },
    fault(
      "data-as-text", breaks: ["bridge.envelope-data-object"] + payload,
      "The member data holds JSON within a string."
    ) { $0.quirks.insert(.dataText) },
    fault(
      "data-missing", breaks: ["bridge.envelope-data-object"] + payload,
      "There is no member data."
    ) { $0.quirks.insert(.dataMissing) },
    fault("one-colon", breaks: ["bridge.action-enum"] + announcements, "Names have one colon.") {
      $0.quirks.insert(.oneColon)
    },
    fault(
      "lower-camel-case", breaks: ["bridge.action-enum"] + announcements,
      "Names begin with a small letter."
    ) { $0.quirks.insert(.lowerCamelCase) },
  ]

  /// What a sign-in's data is checked by.
  private static let payload =
    [
      "bridge.signin.id", "bridge.signin.isNewUser", "auth.identity-any-present",
    ] + payloadIDs

  /// What is announced by name.
  private static let announcements = [
    "bridge.signin-clicked", "bridge.register-clicked", "bridge.signin-performed",
  ]

  private static let clicks: [Fault] = [
    fault(
      "sign-in-click-on-load", breaks: ["bridge.signin-clicked"],
      "The click on the sign-in button is announced when the page is opened, too."
    ) { $0.quirks.insert(.signInClickOnLoad) },
    fault(
      "sign-in-click-twice", breaks: ["bridge.signin-clicked"],
      "The click on the sign-in button is announced twice."
    ) { $0.quirks.insert(.signInClickTwice) },
    fault(
      "sign-in-click-never", breaks: ["bridge.signin-clicked"],
      "The click on the sign-in button is not announced."
    ) { $0.quirks.insert(.signInClickNever) },
    fault(
      "register-click-as-sign-in", breaks: ["bridge.register-clicked"],
      "The click on the register button is announced as one on the sign-in button."
    ) { $0.quirks.insert(.registerClickAsSignIn) },
    fault(
      "register-click-on-load", breaks: ["bridge.register-clicked"],
      "The click on the register button is announced when the page is opened, too."
    ) { $0.quirks.insert(.registerClickOnLoad) },
    fault(
      "register-click-twice", breaks: ["bridge.register-clicked"],
      "The click on the register button is announced twice."
    ) { $0.quirks.insert(.registerClickTwice) },
    fault(
      "sign-in-never-announced", breaks: ["bridge.signin-performed"],
      "A sign-in is not announced."
    ) { $0.quirks.insert(.announcesNothing) },
    fault(
      "sign-in-announced-twice", breaks: ["bridge.signin-performed"],
      "A sign-in is announced twice."
    ) { $0.quirks.insert(.announcesTwice) },
    fault(
      "sign-in-announced-for-wrong-code", breaks: ["bridge.signin-performed"],
      "A sign-in is announced although the code was wrong."
    ) { $0.quirks.insert(.announcesAnyCode) },
    fault(
      "sign-in-announced-once-code-is-sent", breaks: ["bridge.signin-performed"],
      "A sign-in is announced when the code is sent, and again when it is confirmed."
    ) { $0.quirks.insert(.announcesSentCode) },
  ]

  private static let payloads: [Fault] = [
    fault("numeric-id", breaks: ["bridge.signin.id"], "The user's id is a number.") {
      $0.quirks.insert(.numericID)
    },
    fault("no-id", breaks: ["bridge.signin.id"], "There is no id of the user.") {
      $0.quirks.insert(.noID)
    },
    fault(
      "always-new", breaks: ["bridge.signin.isNewUser"], "Every sign-in is that of a new user."
    ) { $0.quirks.insert(.alwaysNew) },
    fault(
      "never-new", breaks: ["bridge.signin.isNewUser"], "No sign-in is that of a new user."
    ) { $0.quirks.insert(.neverNew) },
    fault(
      "new-as-text", breaks: ["bridge.signin.isNewUser"], "Whether a user is new is said as text."
    ) { $0.quirks.insert(.newAsText) },
    fault(
      "new-not-said", breaks: ["bridge.signin.isNewUser"], "Whether a user is new is not said."
    ) { $0.quirks.insert(.newNotSaid) },
    fault(
      "empty-reference-for-none", breaks: ["bridge.signin.referenceId"],
      "A referenceId that was not given is an empty text."
    ) { $0.quirks.insert(.emptyReference) },
    fault(
      "stable-id-as-reference", breaks: ["bridge.signin.referenceId"],
      "The referenceId holds the stableReferenceId."
    ) { $0.quirks.insert(.stableAsReference) },
    fault(
      "stable-id-missing", breaks: ["bridge.signin.stableReferenceId"],
      "The stableReferenceId is left out although it was given."
    ) { $0.quirks.insert(.noStableReference) },
    fault(
      "reference-comes-first", breaks: ["bridge.signin.effectiveReferenceId"],
      "With both ids the referenceId is the effective one."
    ) { $0.quirks.insert(.referenceFirst) },
  ]
}
