import StrictJSON
import Wire

extension OdynnServer {
  /// How a session ended.
  enum Ending: Sendable, Hashable, CaseIterable {
    /// The result is stored.
    case completed
    /// No device connected in time.
    case expired
    /// The user did not finish the sign-in in time.
    case authTimeout
    /// The user dismissed the sign-in.
    case dismissed
    /// The device's connection broke during the sync.
    case networkLoss
    /// The device closed during the sync.
    case closed
  }

  /// Where a session stands.
  enum Phase: Sendable, Hashable {
    /// Created; waits for a device.
    case pending
    /// A device has it; the user signs in.
    case claimed
    /// Over, for good.
    case ended(Ending)
  }

  /// Which surface the user signed in at.
  enum Flow: Sendable, Hashable {
    /// The SDK inside an app.
    case embed
    /// The page behind `connectUrl`.
    case hosted
  }

  /// What was read out of the user's account.
  struct Extraction: Sendable, Hashable {
    /// When the provider's pages were read.
    var fetchedAt: WireInstant
    /// When the normalised result was stored.
    var extractedAt: WireInstant
    /// From when on the data route answers with it.
    var readableAt: WireInstant
  }

  /// One attempt to link one account.
  struct Session: Sendable {
    /// The handle for the SDK: `ses_…`.
    var id: String
    /// The loyalty program, as the request named it.
    var providerID: String
    /// What the request carried, member for member.
    var metadata: JSON
    /// Where the hosted surface goes at the end; nil when none was given.
    var returnURL: String?
    /// When it was created, as announced.
    var createdAt: WireInstant
    /// The last moment for a device to connect, as announced.
    var arrivalDeadline: WireInstant
    /// The last moment for the user to sign in, as announced.
    var authDeadline: WireInstant
    /// When it expires; nil while that clock does not run.
    var expiresAt: WireInstant?
    /// When it fails for want of a sign-in; nil while that clock does not run.
    var failsAt: WireInstant?
    /// Where it stands.
    var phase = Phase.pending
    /// Whether a device is connected.
    var isConnected = false
    /// Which surface the sign-in ran on; nil before there was one.
    var flow: Flow?
    /// What was read out; nil until there is a result.
    var extraction: Extraction?
  }
}

extension OdynnServer.Session {
  /// The user whom the metadata name, or nil.
  var userID: String? { metadata["userId"]?.string }

  /// How it ended, or nil while it goes on.
  var ending: OdynnServer.Ending? {
    guard case .ended(let ending) = phase else { return nil }
    return ending
  }
}
