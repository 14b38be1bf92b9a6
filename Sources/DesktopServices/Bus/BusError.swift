import CSecret
import Podcasts

extension RemotePlayerError {
  /// The error for a GLib error of a call, which is borrowed.
  init(_ error: GError) {
    let isMissing = [G_DBUS_ERROR_SERVICE_UNKNOWN, G_DBUS_ERROR_NAME_HAS_NO_OWNER, G_DBUS_ERROR_NO_REPLY]
      .contains { error.code == Int32(bitPattern: $0.rawValue) }
    self = error.domain == g_dbus_error_quark() && isMissing ? .notRunning : .failed(reason: String(cString: error.message))
  }
}

/// Calls a function that reports a GLib error, and throws the message of the error.
func withGError<Value>(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value?) throws(BusFailure) -> Value {
  var error: UnsafeMutablePointer<GError>?
  let value = body(&error)
  defer { g_clear_error(&error) }
  if let error { throw BusFailure(RemotePlayerError(error.pointee), reason: String(cString: error.pointee.message)) }
  guard let value else { throw BusFailure(.failed(reason: "no answer"), reason: "no answer") }
  return value
}

/// Why a call to GDBus failed.
struct BusFailure: Error {
  /// The error of a call to the running program.
  let error: RemotePlayerError
  /// The message of GLib.
  let reason: String

  init(_ error: RemotePlayerError, reason: String) {
    self.error = error
    self.reason = reason
  }
}
