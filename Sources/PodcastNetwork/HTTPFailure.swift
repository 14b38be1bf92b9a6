import CSoup

/// The failure of a request, without its host.
enum HTTPFailure: Error, Sendable {
  /// libsoup does not accept the address.
  case address
  /// The certificate cannot be trusted.
  case certificate
  case timedOut
  /// The answer ended early.
  case truncated
  /// The body cannot be decompressed.
  case encoding(reason: String)
  /// The connection ended before an answer began.
  case hungUp(reason: String)
  /// More informational answers came than are allowed.
  case informational
  /// Anything else: no such host, refused, reset, no answer of HTTP.
  case connection(reason: String)

  /// Creates the failure for a GLib error, which is borrowed. Before the head has arrived, an early end is `.hungUp`.
  init(_ error: UnsafeMutablePointer<GError>?, hasHead: Bool) {
    guard let error = error?.pointee else {
      self = .connection(reason: "")
      return
    }
    let reason = String(cString: error.message)
    switch error.domain {
    case g_tls_error_quark(): self = Self.tls(error.code, reason)
    case g_io_error_quark(): self = Self.io(error.code, reason, hasHead: hasHead)
    case soup_session_error_quark() where error.code == Int32(bitPattern: SOUP_SESSION_ERROR_ENCODING.rawValue):
      self = .encoding(reason: reason)
    default: self = .connection(reason: reason)
    }
  }

  private static func tls(_ code: Int32, _ reason: String) -> HTTPFailure {
    switch GTlsError(rawValue: UInt32(bitPattern: code)) {
    case G_TLS_ERROR_BAD_CERTIFICATE, G_TLS_ERROR_CERTIFICATE_REQUIRED, G_TLS_ERROR_BAD_CERTIFICATE_PASSWORD:
      .certificate
    default: .connection(reason: reason)
    }
  }

  private static func io(_ code: Int32, _ reason: String, hasHead: Bool) -> HTTPFailure {
    switch GIOErrorEnum(rawValue: UInt32(bitPattern: code)) {
    case G_IO_ERROR_TIMED_OUT: .timedOut
    case G_IO_ERROR_PARTIAL_INPUT where hasHead: .truncated
    case G_IO_ERROR_PARTIAL_INPUT, G_IO_ERROR_CONNECTION_CLOSED, G_IO_ERROR_BROKEN_PIPE: .hungUp(reason: reason)
    case G_IO_ERROR_INVALID_DATA: .encoding(reason: reason)
    default: .connection(reason: reason)
    }
  }
}
