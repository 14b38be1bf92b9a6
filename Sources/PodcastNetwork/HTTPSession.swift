import CSoup

/// The connections of one client.
@MainActor
final class HTTPSession {
  private let userAgent: String
  /// Owned, once it was needed: the desktop's settings are read then.
  private var session: UnsafeMutablePointer<SoupSession>?

  nonisolated init(userAgent: String) { self.userAgent = userAgent }

  isolated deinit {
    if let session { g_object_unref(session) }
  }

  /// Borrowed: libsoup's session, which lives as long as this one.
  var pointer: UnsafeMutablePointer<SoupSession> {
    if let session { return session }
    let session = soup_session_new()!
    soup_session_set_user_agent(session, userAgent)
    // The transfer keeps the time, and more finely.
    soup_session_set_timeout(session, 0)
    self.session = session
    return session
  }
}
