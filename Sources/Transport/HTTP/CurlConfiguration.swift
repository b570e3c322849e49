/// Which proxy a client uses; loopback hosts are always reached without.
public enum ProxyPolicy: Sendable, Hashable {
  /// What `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say when the client is made.
  case environment
  /// None.
  case none
  /// That proxy's URL, except for the hosts in a list as `no_proxy` has it.
  case fixed(url: String, except: String = "")
}

/// How a client connects.
public struct CurlConfiguration: Sendable, Hashable {
  /// A PEM file of certificate authorities to trust; nil takes the system's.
  public var caFile: String?
  /// A PEM file with the client's certificate, or nil.
  public var certificate: String?
  /// A PEM file with the key of the certificate, or nil when it stands in the same file.
  public var key: String?
  /// Whether the server's certificate is not checked at all.
  public var insecure = false
  /// The exchanges in flight at once; further ones wait, and their timeouts begin afterwards.
  public var maxConnections = 128
  /// Which proxy is used.
  public var proxy = ProxyPolicy.environment
  /// Whether HTTP/2 may be agreed upon over TLS.
  public var allowsHTTP2 = false

  /// Creates the usual configuration: HTTP/1.1, certificates checked.
  public init() {}
}
