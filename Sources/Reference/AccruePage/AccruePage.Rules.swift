import StrictJSON

extension AccruePage {
  /// What the page and its server do at each point where builds differ.
  ///
  /// The defaults are the document's rules or, where it has none, one of the legal ways.
  struct Rules: Sendable {
    /// What the page does otherwise: a fault has one that the document forbids, a variant some that
    /// it leaves open.
    var quirks: Set<Quirk> = []
    /// How long the server takes for each answer.
    var latency = Duration.zero
    var labels = Labels()
    /// Whether its elements are to be found by selectors.
    var usesSelectors = false
  }

  /// One point in which a build of the page differs; the page's script asks for it by name, and in
  /// no other way.
  enum Quirk: String, Sendable, CaseIterable {
    // MARK: Identity

    case needsBothIDs, needsReferenceID, countsPhone, keepsEmptyIDs
    case ignoresReference, ignoresStableReference, anyChangeSignsOut, everyRefreshSignsOut

    // MARK: One-time password

    case sendsOnRequestOnly, sendsTwice, sendsOnEveryRefresh, sendsAlthoughSignedIn
    case sendsAlthoughNotInherited, sendsToStrangers, sendsToStoredNumber
    case takesAnyCode, showsMemberUnconfirmed

    // MARK: Controls

    case opensPhone, opensEmail, offersLogout, locksAlways
    /// The first screen asks for a phone number; the document's labels say so, too.
    case offersNumber
    case locksByDisabling, locksByLeavingOut, locksByReverting

    // MARK: Messages

    case postsObjects, postsBareNames, namesInType, namesInAction, namesInBoth
    case dataNull, dataArray, dataText, dataMissing
    case oneColon, lowerCamelCase, prettyMessages, escapedMessages, postsMore
    case signInClickOnLoad, signInClickTwice, signInClickNever
    case registerClickOnLoad, registerClickTwice, registerClickAsSignIn
    case announcesNothing, announcesTwice, announcesAnyCode, announcesSentCode

    // MARK: The data of a sign-in

    case numericID, noID, alwaysNew, neverNew, newAsText, newNotSaid
    case emptyReference, stableAsReference, noStableReference, referenceFirst
    case extraMembers, leavesOutNulls

    // MARK: Surroundings

    case hearsNoEvent, hasNoContextFunction, hasNoHomeFunction, ignoresToken
    case alertsOnWrongCode, tracks, usesShadow, opensSecondPage
  }

  /// What elements are called.
  struct Labels: Sendable, Hashable {
    var signIn = "Log in"
    var register = "Sign up"
    var otp = "Code"
    var confirm = "Confirm"
    var phone = "Phone"
    var email = "E-mail"
    var logout = "Log out"
    var wallet = "Wallet"
    var home = "Home"
    var offer = "Offer"
  }
}

extension AccruePage.Rules {
  /// What the page's script reads of them.
  var build: JSON {
    [
      "quirks": .array(quirks.map(\.rawValue).sorted().map { .string($0) }),
      "home": .string(labels.home), "offer": .string(labels.offer),
    ]
  }

  /// The names that the page's script has to ask for before these rules show; nil when they show
  /// without, in its document, its server or the target file.
  var askedFor: Set<String>? {
    guard latency == .zero, labels == AccruePage.Labels(), !usesSelectors,
      !quirks.contains(.offersNumber)
    else { return nil }
    return Set(quirks.map(\.rawValue))
  }
}
