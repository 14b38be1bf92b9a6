import CSoup
import Foundation
import Podcasts

/// The connections of one client, and the values that its transfers share.
@NetworkActor
final class HTTPSession {
  /// The queue in which requests wait for a slot. A request occupies its slot while it runs.
  let slots: RequestSlots
  /// The kind of all requests of this session.
  let kind: RequestKind
  /// The credentials of feeds, for answers of 401.
  let credentials: CredentialsClient
  /// Returns whether a host is on the web or in a private network. `cancellation` can end the lookup early.
  let lookUpNetwork: @Sendable (_ host: String, _ cancellation: Cancellation) async -> HostNetwork

  private let userAgent: String
  /// The limits of this session's requests. The limits of libsoup's session are four times as high.
  private let connectionLimits: ConnectionLimits
  /// Owned: libsoup's session. It is created on first use, because its creation reads the desktop's settings.
  private var session: UnsafeMutablePointer<SoupSession>?

  /// - Parameters:
  ///   - connectionLimits: The limits of this session's requests. Requests in a shared `queue` have the limits of the
  ///     queue.
  ///   - queue: A queue that several sessions share. If it is `nil`, the session has a queue of its own.
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
    if let session { g_object_unref(session) }
  }

  /// Borrowed: libsoup's session. It lives as long as this object.
  var pointer: UnsafeMutablePointer<SoupSession> {
    if let session { return session }
    let session = Self.makeSession(connectionLimits)
    soup_session_set_user_agent(session, userAgent)
    // 0 disables libsoup's time limit, because ``HTTPTransfer`` has time limits of its own.
    soup_session_set_timeout(session, 0)
    // ``BodyDecoder`` decompresses gzip, because libsoup's decoder stops after the first member of a file.
    soup_session_remove_feature_by_type(session, soup_content_decoder_get_type())
    self.session = session
    return session
  }

  /// Creates libsoup's session. libsoup also counts idle connections and connections that are being closed, so its
  /// limits are higher than `limits`.
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
