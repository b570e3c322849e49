import StrictJSON

extension AccruePage {
  /// What the page and its server do at each point where builds differ.
  ///
  /// The defaults are the document's rules or, where it has none, one of the legal ways. A fault
  /// sets a rule that the document forbids, a variant one that it leaves open. The first value of
  /// every choice is the default.
  struct Rules: Sendable {
    // MARK: Identity

    var identity = Identity.either
    var keepsEmptyIDs = false
    var changes = Changes.ofEitherID

    // MARK: One-time password

    var otp = OTP.whenIdentified
    var otpNumber = OTPNumber.given
    var confirmation = Confirmation.ofRightCode

    // MARK: Controls

    var locks = Locks.whenInherited
    var unlocked: Set<Control> = []
    var lockStyle = LockStyle.readOnly

    // MARK: Messages

    var posts = Posts.text
    var nameMember = NameMember.key
    var data = DataForm.object
    var names = Names.documented
    var signInClick = Click.once
    var registerClick = Click.once
    var signInPerformed = SignInPerformed.onSuccess
    var payload: [PayloadEdit] = []
    var spelling = Spelling.compact
    var postsMore = false

    // MARK: Surroundings

    var listens = Listens.both
    var hasHomeFunction = true
    var followsToken = true
    var latency = Duration.zero
    var labels = Labels()
    var usesSelectors = false
    var alertsOnWrongCode = false
    var tracks = false
    var usesShadow = false
    var opensSecondPage = false
  }

  /// Who counts as authenticated on the side of the merchant.
  enum Identity: String, Sendable { case either, both, referenceOnly, phoneToo }

  /// Which changes of the context sign the user out.
  enum Changes: String, Sendable {
    case ofEitherID, ofStableOnly, ofReferenceOnly, ofAnything, every
  }

  /// When a one-time password is sent without being asked for.
  enum OTP: String, Sendable {
    case whenIdentified, whenPhoneIsGiven, never, twice, onEveryRefresh, onEveryMount, always
  }

  /// Whom it is sent to.
  enum OTPNumber: String, Sendable { case given, stored }

  /// What signs a user in.
  enum Confirmation: String, Sendable { case ofRightCode, ofAnyCode, none }

  /// When the controls of a user's data are locked.
  enum Locks: String, Sendable { case whenInherited, always }

  /// A control of a user's data.
  enum Control: String, Sendable {
    case phone, email, logout
    /// The phone number before the sign-in.
    case number
  }

  /// How a control is locked.
  enum LockStyle: String, Sendable { case readOnly, disabled, absent, reverting }

  /// What is posted to the host.
  enum Posts: String, Sendable { case text, object }

  /// The member that names an action.
  enum NameMember: String, Sendable { case key, action, both, type, none }

  /// What stands under `data`.
  enum DataForm: String, Sendable { case object, null, array, text, missing }

  /// How actions are spelled.
  enum Names: String, Sendable { case documented, singleColon, lowerCamelCase }

  /// What a click posts.
  enum Click: String, Sendable { case once, twice, onLoadToo, asTheOther, never }

  /// When a sign-in is announced.
  enum SignInPerformed: String, Sendable { case onSuccess, onAnyCode, whenCodeIsSent, never, twice }

  /// A change to the data of a sign-in.
  enum PayloadEdit: String, Sendable {
    case numericID, noID, alwaysNew, neverNew, newAsText, noNew, emptyReference
    case stableAsReference, noStable, referenceFirst, extraMembers, leavesOutNulls
  }

  /// How the JSON of a message is spelled.
  enum Spelling: String, Sendable { case compact, pretty, escaped }

  /// How the page takes note of another context.
  enum Listens: String, Sendable { case both, functionOnly, eventOnly, never }

  /// What elements are called.
  struct Labels: Sendable {
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
  /// The rules that the page itself goes by, as it reads them.
  var build: JSON {
    [
      "identity": .string(identity.rawValue), "keepsEmptyIDs": .bool(keepsEmptyIDs),
      "changes": .string(changes.rawValue), "otp": .string(otp.rawValue),
      "confirmation": .string(confirmation.rawValue), "locks": .string(locks.rawValue),
      "unlocked": .array(unlocked.map(\.rawValue).sorted().map { .string($0) }),
      "lockStyle": .string(lockStyle.rawValue), "posts": .string(posts.rawValue),
      "nameMember": .string(nameMember.rawValue), "data": .string(data.rawValue),
      "names": .string(names.rawValue), "signInClick": .string(signInClick.rawValue),
      "registerClick": .string(registerClick.rawValue),
      "signInPerformed": .string(signInPerformed.rawValue),
      "payload": .array(payload.map { .string($0.rawValue) }),
      "spelling": .string(spelling.rawValue), "postsMore": .bool(postsMore),
      "listens": .string(listens.rawValue), "hasHomeFunction": .bool(hasHomeFunction),
      "followsToken": .bool(followsToken), "alertsOnWrongCode": .bool(alertsOnWrongCode),
      "tracks": .bool(tracks), "usesShadow": .bool(usesShadow),
      "opensSecondPage": .bool(opensSecondPage),
      "otpNumber": .string(otpNumber.rawValue), "offer": .string(labels.offer),
      "home": .string(labels.home),
    ]
  }
}
