import CGStreamer
import Podcasts

/// The GStreamer library, which must be initialized once in a process before it is used.
enum GStreamer {
  /// The reason for which GStreamer could not be initialized, or `nil` if it was initialized. The first use of this
  /// property initializes GStreamer.
  private static let failure: String? = {
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    if gst_init_check(nil, nil, &error) != 0 { return nil }
    return error.map { String(cString: $0.pointee.message) } ?? "GStreamer does not start"
  }()

  /// Initializes GStreamer, unless it is already initialized. On a user's first use of GStreamer, the call may take a
  /// second, because GStreamer scans its plugins.
  static func start() throws(PlaybackError) {
    if let failure { throw .failed(reason: failure) }
  }
}
