import SDKDriving
import StrictJSON

extension OdynnConnect {
  typealias Fault = ReferenceFault<Rules>
  typealias Variant = ReferenceVariant<Rules>

  /// The catalogue's line: the SDK together with the reference server that it talks to.
  static var entry: ReferenceEntry {
    ReferenceEntry(
      "Odynn Connect SDK, reference", contract: "odynn-connect", role: "sdk", rules: Rules(),
      faults: faults, variants: variants
    ) { rules, name, port in
      let server = try OdynnServer.start(
        port: port, faults: rules.serverFaults)
      var target = server.targetFile.object ?? [:]
      target["name"] = .string(name)
      target["roles"] = ["sdk"]
      target["driver"] = ["timeout": "PT3S"]
      target["webhooks"] = ["listen": "127.0.0.1:0", "grace": "PT0.5S"]
      return RunningReference(name: name, target: .object(target), stop: server.stop) {
        OdynnSDKDriver(name: name, rules: rules)
      }
    }
  }

  static let variants: [Variant] = [
    Variant("early-accept-waits", "Accepting before connecting waits for ever.") {
      $0.earlyAccept = .waiting
    },
    Variant("second-close-throws", "Closing a closed worker throws.") {
      $0.throwsWhenClosedAgain = true
    },
  ]

  private static func fault(
    _ name: String, breaks clauses: [String], advisory: Bool = false, _ about: String,
    _ apply: @escaping @Sendable (inout Rules) -> Void
  ) -> Fault {
    Fault(name, breaks: clauses.map { "odynn." + $0 }, advisory: advisory, about, apply)
  }

  /// Every fault, in the order of the document.
  static let faults: [Fault] = connecting + accepting + closing

  private static let connecting: [Fault] = [
    fault(
      "needs-connect-url",
      breaks: ["session.connectUrl-not-needed", "sdk.connect-signature"],
      "Connecting fails without the session's connectUrl."
    ) { $0.needsConnectURL = true },
    fault("mounts-nothing", breaks: ["sdk.worker-mounts"], "A worker mounts no web view.") {
      $0.mountsWebView = false
    },
    fault(
      "refusals-swallowed",
      breaks: [
        "sdk.connect-signature", "sdk.connect-throws-expired", "sdk.connect-throws-claimed",
      ],
      "Connecting returns although the server refused."
    ) { $0.swallowsRefusals = true },
    fault(
      "claims-at-accept",
      breaks: [
        "sdk.connect-does-three-things", "sdk.connect-signature", "sdk.connect-throws-expired",
        "sdk.connect-throws-claimed",
      ],
      "The session is claimed when the app accepts, not when it connects."
    ) { $0.claiming = .atAccept },
    fault(
      "expired-connects", breaks: ["sdk.connect-throws-expired"],
      "Connecting to an expired session returns."
    ) { $0.swallowsExpiry = true },
    fault(
      "waits-for-first-device",
      breaks: ["sdk.connect-throws-claimed"],
      "Connecting to a claimed session waits until the first device is done."
    ) { $0.waitsForFirstDevice = true },
    fault(
      "connects-once", breaks: ["sdk.reauth-same-lifecycle"],
      "A second sync needs other calls than the first."
    ) { $0.connectsOnce = true },
  ]

  private static let accepting: [Fault] = [
    fault(
      "accepts-unconnected", breaks: ["sdk.order"],
      "Accepting succeeds on a worker that has not connected."
    ) { $0.earlyAccept = .returning },
    fault(
      "returns-at-page-load",
      breaks: [
        "sdk.accept-suspends", "sdk.accept-return-means-complete", "sdk.accept-cancel",
        "sdk.accept-throws-auth-timeout", "sdk.accept-throws-dismissed",
        "sdk.accept-throws-network",
      ],
      "Accepting returns as soon as the sign-in page is shown."
    ) { $0.returnsAtPageLoad = true },
    fault(
      "dismissal-returns",
      breaks: ["sdk.accept-throws-dismissed", "sdk.accept-return-means-complete"],
      "Accepting returns when the user dismisses the sign-in."
    ) { $0.failing["dismissed"] = .returning },
    fault(
      "auth-timeout-is-cancellation", breaks: ["sdk.accept-throws-auth-timeout"],
      "A missed sign-in deadline surfaces as a cancellation."
    ) { $0.failing["authTimeout"] = .cancelling },
    fault(
      "auth-timeout-hangs", breaks: ["sdk.accept-throws-auth-timeout"],
      "Accepting goes on when the sign-in deadline has passed."
    ) { $0.failing["authTimeout"] = .hanging },
    fault(
      "network-loss-hangs", breaks: ["sdk.accept-throws-network"],
      "A broken connection is retried for ever."
    ) { $0.failing["networkLoss"] = .hanging },
    fault(
      "cancellation-of-its-own", breaks: ["sdk.accept-cancel"],
      "A cancelled accept throws an error of the SDK's own."
    ) { $0.cancelled = CallError(kind: "other", message: "cancelled") },
    fault("cancellation-returns", breaks: ["sdk.accept-cancel"], "A cancelled accept returns.") {
      $0.cancelled = nil
    },
    fault("alert-of-its-own", breaks: ["sdk.webview-only"], "The SDK shows an alert of its own.") {
      $0.showsAlert = true
    },
    fault(
      "opens-return-url", breaks: ["sdk.returnUrl-ignored", "sdk.webview-only"],
      "When the sync is complete, the SDK opens the session's returnUrl."
    ) { $0.opensBrowser = true },
  ]

  private static let closing: [Fault] = [
    fault(
      "keeps-itself", breaks: ["sdk.dealloc-closes"], "A worker keeps itself alive."
    ) { $0.keepsItself = true },
    fault(
      "second-close-hangs", breaks: ["sdk.close-signature"], "Closing a closed worker never ends."
    ) { $0.hangsWhenClosedAgain = true },
    fault(
      "close-is-skin-deep", breaks: ["sdk.close-releases"], advisory: true,
      "Closing takes the web view away and leaves the connection."
    ) { $0.closeReleases = false },
    fault(
      "closes-when-cancelled", breaks: ["timer.close-leak-until-auth"],
      "A cancelled accept closes the connection by itself."
    ) { $0.closesWhenCancelled = true },
    fault(
      "leaks-for-ever",
      breaks: ["timer.close-leak-until-auth", "sdk.accept-throws-auth-timeout"],
      "A connection that is not closed outlives the sign-in deadline."
    ) { $0.serverFaults = ["auth-timeout-ignored"] },
    fault(
      "completes-at-close", breaks: ["sdk.close-optional-after-success"],
      "The completion is announced only when the worker is closed."
    ) { $0.serverFaults = ["completed-waits-for-device"] },
  ]
}
