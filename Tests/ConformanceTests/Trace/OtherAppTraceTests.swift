import Testing

@testable import Conformance

@Suite("Traces of apps that embed the other SDKs")
struct OtherAppTraceTests {
  @Test("are found right where the document allows what they do", arguments: right)
  func allowed(_ trace: AppTrace) throws { try trace.check() }

  @Test("are found wrong, on the clause that they break and no other", arguments: wrong)
  func forbidden(_ trace: AppTrace) throws { try trace.check() }

  private static func verso(_ title: String, _ events: String, _ broken: String...) -> AppTrace {
    AppTrace(title: title, contract: "verso-connect", events: events, broken: broken)
  }

  private static func accrue(_ title: String, _ events: String, _ broken: String...) -> AppTrace {
    AppTrace(title: title, contract: "accrue-wallet", events: events, broken: broken)
  }

  private static func cheggout(_ title: String, _ events: String, _ broken: String...) -> AppTrace {
    let full = "launch.called userID=u accessInfo=null payload=null sessionInfo="
    let text = events.replacing(
      "$exit", with: "exit.called result=null; screen.dismissed thread=main; instance.released"
    )
    .replacing(
      "$open", with: "session.requested virtualId=u; session.received virtualId=u sessionId="
    )
    .replacing("$launch", with: "log.written text=launch-u; " + full)
    return AppTrace(title: title, contract: "cheggout-sdk", events: text, broken: broken)
  }

  static let right: [AppTrace] = [
    verso(
      "consent is asked once",
      "consent.given; user.tap; link.received url=L1; present.called link=L1; "
        + "present.threw kind=cancelled; user.tap; link.received url=L2; "
        + "present.called link=L2; present.returned connectionId=c"
    ),
    verso(
      "the link comes before the consent",
      "user.tap; link.received url=L1; consent.given; present.called link=L1; "
        + "present.threw kind=network status=null; retry.tapped; link.received url=L2; "
        + "present.called link=L2; present.threw kind=rejected status=409"
    ),
    verso(
      "two links are there at once",
      "consent.given; link.received url=L1; link.received url=L2; present.called link=L2; "
        + "present.threw kind=timedOut; present.called link=L1"
    ),
    verso(
      "a rejection without a retry",
      "consent.given; link.received url=L1; present.called link=L1; "
        + "present.threw kind=rejected status=401"
    ),
    accrue(
      "an anonymous shopper",
      #"context.updated userData={} settingsData=null; "#
        + #"context.updated userData={"phoneNumber":"","stableReferenceId":null}; "#
        + #"action.received text="{\"key\":\"AccrueWallet::SignInButtonClicked\"}"; "#
        + #"action.handled key=AccrueWallet::SignInButtonClicked; "#
        + #"context.updated userData={"stableReferenceId":"a","phoneNumber":"+12125559999"}"#
    ),
    accrue(
      "a number as people write it",
      #"context.updated userData={"stableReferenceId":"a","phoneNumber":"1-212-555-9999"}"#),
    accrue(
      "an action is handled twice",
      #"context.updated userData={"stableReferenceId":"a","phoneNumber":"+12125559999"}; "#
        + #"action.received text="{\"action\":\"AccrueWallet::SignInPerformed\",\"data\":{}}"; "#
        + #"action.handled key=AccrueWallet::SignInPerformed; "#
        + #"action.handled key=AccrueWallet::SignInPerformed; tab.pressed"#
    ),
    cheggout("opened twice", "$opens1; $launchs1; $exit; $opens2; $launchs2; $exit"),
    cheggout(
      "the short form beside a failed session",
      #"session.requested virtualId=u; session.failed reason=503; alert.shown; "#
        + #"backend.signed channelName=bank; "#
        + #"launch.called channelName=bank userID=null sessionInfo=null accessInfo=null "#
        + #"payload=null; $exit"#
    ),
    cheggout(
      "a white page: the app dismisses the SDK itself",
      "$opens1; $launchs1; screen.dismissed; instance.released"),
    cheggout(
      "the next launch before the memory is gone",
      "$opens1; $launchs1; exit.called result=null; screen.dismissed; instance.released; "
        + "$opens2; $launchs2; exit.called result=abc=; screen.dismissed; instance.released"
    ),
    cheggout(
      "a kept session is taken up", "session.received virtualId=u sessionId=s0; $launchs0; $exit"),
    cheggout(
      "ended, signed in anew, and home",
      "$opens1; $launchs1; $exit; session.alive alive=false; landed screen=login; $opens2; "
        + "$launchs2; $exit; landed screen=home"
    ),
    cheggout(
      "an empty session, an error, a retry",
      #"session.requested virtualId=u; session.received virtualId=u sessionId=""; alert.shown; "#
        + #"retry.tapped; $opens1; $launchs1"#
    ),
    cheggout("no session.alive is recorded", "$opens1; $launchs1; $exit; landed screen=login"),
  ]

  static let wrong: [AppTrace] = [
    accrue(
      "the same in contextData, and without userData",
      #"context.updated contextData={"userData":{"phoneNumber":"+12125559999"}}"#,
      "user.stableReferenceId"),
    accrue(
      "a wrong number, without userData",
      #"context.updated stableReferenceId=a phoneNumber=+442071838750"#, "user.phoneNumber"),
    verso(
      "a link is presented again",
      "consent.given; link.received url=L1; present.called link=L1; "
        + "present.threw kind=cancelled; present.called link=L1",
      "link.fresh-per-tap"),
    verso(
      "a link of its own", "consent.given; link.received url=L1; present.called link=L2",
      "link.signed-on-backend"),
    verso("no consent", "link.received url=L1; present.called link=L1", "link.consent-first"),
    verso(
      "the secret as a member",
      "consent.given; link.received url=L1 appSecret=x; present.called link=L1",
      "link.secret-never-in-app"),
    accrue(
      "a known user without an id", #"context.updated userData={"phoneNumber":"+12125559999"}"#,
      "user.stableReferenceId"),
    accrue(
      "known by mail without an id",
      #"context.updated userData={"email":"a@b.example","stableReferenceId":""}"#,
      "user.stableReferenceId"),
    accrue(
      "a number of another country",
      #"context.updated userData={"stableReferenceId":"a","phoneNumber":"+442071838750"}"#,
      "user.phoneNumber"),
    accrue(
      "an action that nobody sent",
      #"context.updated userData={"stableReferenceId":"a","phoneNumber":"+12125559999"}; "#
        + #"action.received text=AccrueWallet::SignInPerformed; "#
        + #"action.handled key=AccrueWallet::SignInPerformed"#,
      "bridge.integrator-guards"),
    cheggout(
      "the first exit is never dismissed",
      "$opens1; $launchs1; exit.called result=null; instance.released; $opens2; $launchs2; $exit",
      "exit.dismiss-host", "exit.two-duties", "exit.ignore-otherwise"),
    cheggout(
      "the first instance is overwritten by the second",
      "$opens1; $launchs1; exit.called result=null; screen.dismissed; $opens2; $launchs2; "
        + "instance.released; $exit",
      "life.clear-on-exit", "exit.two-duties", "life.strong-ref"),
    cheggout("two at once", "$opens1; $launchs1; $opens2; $launchs2", "life.single-instance"),
    cheggout(
      "another user's session", "session.received virtualId=w sessionId=s1; $launchs1",
      "fail.same-virtualId"),
    cheggout(
      "another channel", "backend.signed channelName=prod; launch.called channelName=uat",
      "session.channel-match"),
    cheggout(
      "home although the session has ended",
      "$opens1; $launchs1; $exit; session.alive alive=false; landed screen=home", "exit.landing"),
    cheggout(
      "login although the session is alive",
      "$opens1; $launchs1; session.alive alive=true; $exit; landed screen=login", "exit.landing"),
  ]
}
