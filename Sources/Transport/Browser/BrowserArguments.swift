#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a browser is started with.
struct BrowserArguments {
  /// The program.
  var executable: String
  /// The folder of its profile.
  var profile: String
  /// The hosts that its pages may contact.
  var allowed: AllowedHosts
  /// Whether it runs without its sandbox, which it has to when it runs as root.
  var isRoot = geteuid() == 0
  /// Whether the pages of a context share the process of the page that stays in it.
  var isReusing = false

  /// The size of a page: a telephone's, in CSS pixels.
  static let pageSize = (width: 390, height: 844)

  var words: [String] {
    var words = [executable, "--headless", "--remote-debugging-pipe", "--user-data-dir=\(profile)"]
    if isRoot { words.append("--no-sandbox") }
    words.append("--window-size=\(Self.pageSize.width),\(Self.pageSize.height)")
    if isReusing { words.append("--renderer-process-limit=1") }
    words += Self.quiet + Self.awake + Self.confined
    words.append("--host-resolver-rules=\(allowed.resolverRules)")
    words.append("about:blank")
    return words
  }

  /// Keeps the browser from doing anything of its own.
  private static let quiet = [
    "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
    "--disable-component-update", "--disable-default-apps", "--disable-extensions",
    "--disable-sync", "--disable-domain-reliability", "--disable-breakpad",
    "--disable-crash-reporter", "--metrics-recording-only", "--no-pings",
    "--disable-client-side-phishing-detection", "--disable-hang-monitor",
    "--disable-prompt-on-repost", "--password-store=basic", "--use-mock-keychain",
    "--mute-audio", "--hide-scrollbars", "--disable-gpu", "--in-process-gpu",
    "--disable-dev-shm-usage", "--lang=en-US", "--force-color-profile=srgb",
  ]

  /// Lets pages that are not in front run like the one that is.
  private static let awake = [
    "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
  ]

  /// Keeps every frame of a page in one process, which our scripts and our watch over its requests
  /// reach as a whole, and keeps new windows and what bypasses the resolver away.
  private static let confined = [
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess,Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable",
    "--block-new-web-contents", "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--no-proxy-server",
  ]

  /// The variables that keep its files in the profile.
  var environment: [String: String] {
    #if os(macOS)
      [:]
    #else
      [
        "HOME": profile, "XDG_CONFIG_HOME": "\(profile)/config",
        "XDG_CACHE_HOME": "\(profile)/cache", "XDG_DATA_HOME": "\(profile)/data",
      ]
    #endif
  }
}
