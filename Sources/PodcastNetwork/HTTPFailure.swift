import CSoup

/// The failure of a request, without the host. ``HTTPTransfer`` converts it to a `FeedError`, and adds the host.
enum HTTPFailure: Error, Sendable {
  /// libsoup does not accept the address.
  case invalidAddress
  /// The server's certificate cannot be trusted, or a certificate of the client is missing or not accepted.
  case untrustedCertificate
  /// libsoup or the system reported a timeout.
  case timedOut
  /// The answer ended before the end of its body.
  case truncated
  /// The body or the head is damaged, so that it cannot be decoded.
  case damagedEncoding(reason: String)
  /// The server closed the connection, usually before an answer began.
  case hungUp(reason: String)
  /// More informational answers came than are allowed.
  case tooManyInformationalAnswers
  /// Any other failure, such as an unknown host, a refused or reset connection, or an answer that is not HTTP.
  case other(reason: String)

  /// Creates the failure for a GLib error, which is borrowed. `hasHead` is whether the head of the answer has arrived.
  /// An answer that ends early is `.truncated` if its head has arrived, else `.hungUp`.
  init(_ error: UnsafeMutablePointer<GError>?, hasHead: Bool) {
    guard let error = error?.pointee else {
      self = .other(reason: "")
      return
    }
    let reason = String(cString: error.message)
    switch error.domain {
    case g_tls_error_quark(): self = Self.tls(error.code, reason)
    case g_io_error_quark(): self = Self.io(error.code, reason, hasHead: hasHead)
    case soup_session_error_quark() where error.code == Int32(bitPattern: SOUP_SESSION_ERROR_ENCODING.rawValue):
      self = .damagedEncoding(reason: reason)
    default: self = .other(reason: reason)
    }
  }

  private static func tls(_ code: Int32, _ reason: String) -> HTTPFailure {
    switch GTlsError(rawValue: UInt32(bitPattern: code)) {
    case G_TLS_ERROR_BAD_CERTIFICATE, G_TLS_ERROR_CERTIFICATE_REQUIRED, G_TLS_ERROR_BAD_CERTIFICATE_PASSWORD:
      .untrustedCertificate
    default: .other(reason: reason)
    }
  }

  private static func io(_ code: Int32, _ reason: String, hasHead: Bool) -> HTTPFailure {
    switch GIOErrorEnum(rawValue: UInt32(bitPattern: code)) {
    case G_IO_ERROR_TIMED_OUT: .timedOut
    case G_IO_ERROR_PARTIAL_INPUT where hasHead: .truncated
    case G_IO_ERROR_PARTIAL_INPUT, G_IO_ERROR_CONNECTION_CLOSED, G_IO_ERROR_BROKEN_PIPE: .hungUp(reason: reason)
    case G_IO_ERROR_INVALID_DATA: .damagedEncoding(reason: reason)
    default: .other(reason: reason)
    }
  }
}
