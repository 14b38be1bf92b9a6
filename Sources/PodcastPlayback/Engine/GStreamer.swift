import CGStreamer
import Podcasts

/// The GStreamer library, which must be initialized once in a process before it is used.
enum GStreamer {
  // A global is initialised once, at its first use.
  private static let failure: String? = {
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    if gst_init_check(nil, nil, &error) != 0 { return nil }
    return error.map { String(cString: $0.pointee.message) } ?? "GStreamer does not start"
  }()

  /// Initializes GStreamer, unless that has been done. The first call of a user's first session may take a second,
  /// because GStreamer then scans its plugins.
  static func start() throws(PlaybackError) {
    if let failure { throw .failed(reason: failure) }
  }
}
