import CSoup
import Foundation
import Podcasts

/// The connections of one client, and the values that its transfers share.
@NetworkActor
final class HTTPSession {
  /// The slots for requests. A request waits for a slot, and occupies it while the request runs.
  let slots: RequestSlots
  /// The kind of all requests of this session, such as feeds or pictures.
  let kind: RequestKind
  /// The credentials of feeds, for responses with status 401.
  let credentials: CredentialsClient
  /// Returns whether a host is on the web or in a private network. `cancellation` can end the lookup early.
  let lookUpNetwork: @Sendable (_ host: String, _ cancellation: Cancellation) async -> HostNetwork

  private let userAgent: String
  /// The limits from which the limits of libsoup's session are computed: these are four times as high. If the session
  /// has slots of its own, they have these limits.
  private let connectionLimits: ConnectionLimits
  /// Owned. libsoup's session, or `nil` before the first use of ``soupSession``. It is not created earlier, because its
  /// creation reads the desktop's settings.
  private var createdSession: UnsafeMutablePointer<SoupSession>?

  /// - Parameters:
  ///   - connectionLimits: The limits of this session's requests. If `queue` is not `nil`, the requests have the limits
  ///     of the queue instead.
  ///   - queue: Provides the slots that several sessions share. If it is `nil`, the session has slots of its own.
  nonisolated init(
    userAgent: String, kind: RequestKind = .feed, connectionLimits: ConnectionLimits = ConnectionLimits(),
    queue: TransferQueue? = nil,
    credentials: CredentialsClient = .unavailable,
    lookUpNetwork: @escaping @Sendable (_ host: String, _ cancellation: Cancellation) async -> HostNetwork = {
      await HostNetwork.lookUp($0, $1)
    }
  ) {
    self.userAgent = userAgent
    self.connectionLimits = connectionLimits
    self.credentials = credentials
    self.lookUpNetwork = lookUpNetwork
    self.kind = kind
    slots = queue?.slots ?? RequestSlots(limits: connectionLimits)
  }

  isolated deinit {
    if let createdSession { g_object_unref(createdSession) }
  }

  /// Borrowed. libsoup's session, which lives as long as this object.
  var soupSession: UnsafeMutablePointer<SoupSession> {
    if let createdSession { return createdSession }
    let session = Self.makeSession(connectionLimits)
    soup_session_set_user_agent(session, userAgent)
    // 0 disables libsoup's time limit. ``HTTPTransfer`` has time limits of its own.
    soup_session_set_timeout(session, 0)
    // ``BodyDecoder`` decompresses gzip, because libsoup's decoder stops after the first member of a gzip file.
    soup_session_remove_feature_by_type(session, soup_content_decoder_get_type())
    createdSession = session
    return session
  }

  /// Creates libsoup's session. `limits` counts only running requests. libsoup also counts idle connections and
  /// connections that are being closed, so its limits are four times as high.
  private static func makeSession(_ limits: ConnectionLimits) -> UnsafeMutablePointer<SoupSession> {
    var values = [GValue(), GValue()]
    for (index, number) in [limits.total * 4, limits.perHost * 4].enumerated() {
      // The value of the macro `G_TYPE_INT`, which Swift cannot import.
      g_value_init(&values[index], GType(6 << 2))
      g_value_set_int(&values[index], gint(number))
    }
    var names = [g_intern_string("max-conns"), g_intern_string("max-conns-per-host")]
    let object = g_object_new_with_properties(soup_session_get_type(), 2, &names, &values)
    return UnsafeMutableRawPointer(object!).assumingMemoryBound(to: SoupSession.self)
  }
}
