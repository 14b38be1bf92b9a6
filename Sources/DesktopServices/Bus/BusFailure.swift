import CSecret
import Podcasts

extension RemotePlayerError {
  /// Creates the error for a failed call to the player, which runs in another process. `error` is borrowed.
  init(_ error: GError) {
    // `NO_REPLY` means that the other process ended before it answered. A timeout has another code, and becomes
    // `.failed`.
    let isCodeOfMissingPlayer = [G_DBUS_ERROR_SERVICE_UNKNOWN, G_DBUS_ERROR_NAME_HAS_NO_OWNER, G_DBUS_ERROR_NO_REPLY]
      .contains { error.code == Int32(bitPattern: $0.rawValue) }
    self =
      error.domain == g_dbus_error_quark() && isCodeOfMissingPlayer
      ? .notRunning : .failed(reason: String(cString: error.message))
  }
}

/// Calls a function of GLib with the address of an error pointer, and returns the function's value. Throws if the
/// function sets the error, or returns `nil`.
func withGError<Value>(
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value?
) throws(BusFailure) -> Value {
  var error: UnsafeMutablePointer<GError>?
  let value = body(&error)
  defer { g_clear_error(&error) }
  if let error { throw BusFailure(RemotePlayerError(error.pointee), reason: String(cString: error.pointee.message)) }
  guard let value else { throw BusFailure(.failed(reason: "no answer"), reason: "no answer") }
  return value
}

/// A failed call of GLib, for a call to the player or for the start of the player's program.
struct BusFailure: Error {
  /// The error that ``RemotePlayerClient`` throws.
  let remoteError: RemotePlayerError
  /// GLib's message, for a log.
  let reason: String

  init(_ error: RemotePlayerError, reason: String) {
    remoteError = error
    self.reason = reason
  }
}
