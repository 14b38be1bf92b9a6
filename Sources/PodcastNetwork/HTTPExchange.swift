import CSoup
import Foundation
import Podcasts

/// One request, and the answer to it.
///
/// It follows no redirects and keeps no time: ``HTTPTransfer`` does.
@MainActor
final class HTTPExchange {
  /// The answer, without its body.
  struct Head {
    var status: Int
    /// Where the server points, as it wrote it.
    var location: String?
  }

  private static let pieceSize: gsize = 65_536

  private let session: HTTPSession
  private let url: URL
  /// Owned.
  private let cancellable: UnsafeMutablePointer<GCancellable>
  /// Owned: libsoup's message, once it was sent.
  private var message: OpaquePointer?
  /// Owned: the answer's body, until it is closed.
  private var body: UnsafeMutablePointer<GInputStream>?
  private var isAtEnd = false

  init(_ url: URL, session: HTTPSession) {
    self.url = url
    self.session = session
    cancellable = g_cancellable_new()
  }

  isolated deinit {
    close()
    if let message { g_object_unref(UnsafeMutableRawPointer(message)) }
    g_object_unref(cancellable)
  }

  /// Lets what is waited for fail, soon.
  func cancel() { g_cancellable_cancel(cancellable) }

  /// Asks, and waits for the answer's head.
  func send() async throws(HTTPFailure) -> Head {
    guard let message = soup_message_new("GET", url.absoluteString) else { throw .address }
    self.message = message
    soup_message_set_flags(message, SOUP_MESSAGE_NO_REDIRECT)
    let result: Result<Void, HTTPFailure> = await withCheckedContinuation { continuation in
      soup_session_send_async(
        session.pointer, message, G_PRIORITY_DEFAULT, cancellable, GLibCallback.function,
        GLibCallback.data { [self] in continuation.resume(returning: sent($0)) })
    }
    try result.get()
    let headers = soup_message_get_response_headers(message)
    let location = soup_message_headers_get_one(headers, "Location").map { String(cString: $0) }
    return Head(status: Int(soup_message_get_status(message).rawValue), location: location)
  }

  /// Waits for the next piece of the body, decompressed. `nil` is its end.
  func read() async throws(HTTPFailure) -> Data? {
    guard let body else { return nil }
    let result: Result<Data, HTTPFailure> = await withCheckedContinuation { continuation in
      g_input_stream_read_bytes_async(
        body, Self.pieceSize, G_PRIORITY_DEFAULT, cancellable, GLibCallback.function,
        GLibCallback.data { continuation.resume(returning: Self.read($0, from: body)) })
    }
    let piece = try result.get()
    isAtEnd = piece.isEmpty
    return piece.isEmpty ? nil : piece
  }

  /// Gives the connection back, or, when the answer was not read to its end, ends it. Never waits.
  func close() {
    guard let body else { return }
    self.body = nil
    if !isAtEnd { cancel() }
    g_input_stream_close_async(
      body, G_PRIORITY_DEFAULT, nil, GLibCallback.function,
      GLibCallback.data { result in
        g_input_stream_close_finish(body, result, nil)
        g_object_unref(body)
      })
  }

  private func sent(_ result: OpaquePointer) -> Result<Void, HTTPFailure> {
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    body = soup_session_send_finish(session.pointer, result, &error)
    return body == nil ? .failure(HTTPFailure(error, hasHead: false)) : .success(())
  }

  private static func read(_ result: OpaquePointer, from body: UnsafeMutablePointer<GInputStream>) -> Result<Data, HTTPFailure> {
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    guard let bytes = g_input_stream_read_bytes_finish(body, result, &error) else { return .failure(HTTPFailure(error, hasHead: true)) }
    defer { g_bytes_unref(bytes) }
    var count: gsize = 0
    let start = g_bytes_get_data(bytes, &count)
    return .success(start.map { Data(bytes: $0, count: Int(count)) } ?? Data())
  }
}

/// What went wrong with a request, before it is known whose fault it was.
enum HTTPFailure: Error, Sendable {
  /// libsoup does not take the address.
  case address
  /// The certificate cannot be trusted.
  case certificate
  case timedOut
  /// The answer ended before its end.
  case truncated
  /// What came cannot be decompressed.
  case encoding(reason: String)
  /// The connection ended before an answer began.
  case hungUp(reason: String)
  /// Anything else: no such host, refused, reset, no answer of HTTP.
  case connection(reason: String)

  /// What an error of GLib's means, which is borrowed. Before the head there is nothing that could be cut off.
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
    case G_TLS_ERROR_BAD_CERTIFICATE, G_TLS_ERROR_CERTIFICATE_REQUIRED, G_TLS_ERROR_BAD_CERTIFICATE_PASSWORD: .certificate
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
