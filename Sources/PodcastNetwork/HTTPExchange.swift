import CSoup
import Foundation
import Podcasts

/// One request, and the answer to it.
///
/// An exchange does not follow redirects and has no time limits. ``HTTPTransfer`` follows redirects and sets time
/// limits.
@NetworkActor
final class HTTPExchange {
  /// The request of an exchange.
  struct Request: Sendable {
    var url: URL
    /// The header fields. libsoup adds further ones, such as `Host`.
    var fields: [String: String] = [:]
    /// Sent if the server demands credentials.
    var credentials: Credentials?
    /// How many informational answers (HTTP 100 to 199) are allowed.
    var informationalLimit: Int
    /// The maximum size of a piece of the body that is read at once, in bytes.
    var pieceSize = 65_536
  }

  private let session: HTTPSession
  private let request: Request
  private let cancellation: Cancellation
  /// Called when the request is about to be written to a connection.
  private let willWrite: @NetworkActor () -> Void
  /// Owned: libsoup's message. `nil` before ``send()``.
  private var message: OpaquePointer?
  /// Owned: the answer's body, until it is closed.
  private var body: UnsafeMutablePointer<GInputStream>?
  /// Whether the body was read to its end.
  private var isAtEnd = false
  private var informationalCount = 0

  /// - Parameter willWrite: called when the request is about to be written to a connection, more than once if libsoup
  ///   sends the request again.
  init(
    _ request: Request, session: HTTPSession, cancellation: Cancellation, willWrite: @escaping @NetworkActor () -> Void
  ) {
    self.request = request
    self.session = session
    self.cancellation = cancellation
    self.willWrite = willWrite
  }

  isolated deinit {
    close()
    if let message { g_object_unref(UnsafeMutableRawPointer(message)) }
  }

  /// Sends the request, waits for the answer's head, and returns it.
  func send() async throws(HTTPFailure) -> HTTPHead {
    guard let message = soup_message_new("GET", request.url.absoluteString) else { throw .invalidAddress }
    self.message = message
    soup_message_set_flags(
      message, SoupMessageFlags(SOUP_MESSAGE_NO_REDIRECT.rawValue | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE.rawValue))
    let headers = soup_message_get_request_headers(message)
    soup_message_headers_replace(headers, "Accept-Encoding", "gzip")
    for (name, value) in request.fields { soup_message_headers_replace(headers, name, value) }
    HTTPMessageSignals.connect(self, to: message)
    let result: Result<Void, HTTPFailure> = await withCheckedContinuation { continuation in
      soup_session_send_async(
        session.soupSession, message, G_PRIORITY_DEFAULT, cancellation.pointer, GLibCallback.function,
        GLibCallback.data { [self] in continuation.resume(returning: finishSending($0)) })
    }
    guard informationalCount <= request.informationalLimit else { throw .tooManyInformationalAnswers }
    try result.get()
    return HTTPHead(message)
  }

  /// Returns the next piece of the body as the server sent it, perhaps compressed. Returns `nil` at the end of the body
  /// and after ``close()``.
  func read() async throws(HTTPFailure) -> Data? {
    guard let body else { return nil }
    let result: Result<Data, HTTPFailure> = await withCheckedContinuation { continuation in
      g_input_stream_read_bytes_async(
        body, gsize(request.pieceSize), G_PRIORITY_DEFAULT, cancellation.pointer, GLibCallback.function,
        GLibCallback.data { continuation.resume(returning: Self.finishReading($0, from: body)) })
    }
    let piece = try result.get()
    isAtEnd = piece.isEmpty
    return piece.isEmpty ? nil : piece
  }

  /// Closes the answer's body without waiting. If the body was read to its end, libsoup can use the connection again.
  /// Otherwise, the connection ends.
  func close() {
    guard let body else { return }
    self.body = nil
    if !isAtEnd { cancellation.cancel() }
    g_input_stream_close_async(
      body, G_PRIORITY_DEFAULT, nil, GLibCallback.function,
      GLibCallback.data { result in
        g_input_stream_close_finish(body, result, nil)
        g_object_unref(body)
      })
  }

  /// Handles libsoup's signal `starting`: libsoup is about to write the request.
  func starting() { willWrite() }

  /// Handles libsoup's signal `got-informational`: libsoup has read an informational answer. Cancels the request after
  /// too many informational answers. libsoup can read many of them in one iteration of its loop, so a check in
  /// ``send()`` alone would be too late.
  func gotInformational() {
    informationalCount += 1
    if informationalCount > request.informationalLimit { cancellation.cancel() }
  }

  /// Handles libsoup's signal `authenticate`: a server or a proxy demands credentials. Returns whether the credentials
  /// of the request are sent. They are sent only to a server, and not again if the server has refused them.
  func authenticate(_ auth: UnsafeMutablePointer<SoupAuth>, isRetry: Bool) -> Bool {
    guard let credentials = request.credentials, !isRetry, soup_auth_is_for_proxy(auth) == 0 else { return false }
    soup_auth_authenticate(auth, credentials.user, credentials.password)
    return true
  }

  private func finishSending(_ result: OpaquePointer) -> Result<Void, HTTPFailure> {
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    body = soup_session_send_finish(session.soupSession, result, &error)
    return body == nil ? .failure(HTTPFailure(error, hasHead: false)) : .success(())
  }

  private static func finishReading(
    _ result: OpaquePointer, from body: UnsafeMutablePointer<GInputStream>
  ) -> Result<Data, HTTPFailure> {
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    guard let bytes = g_input_stream_read_bytes_finish(body, result, &error) else {
      return .failure(HTTPFailure(error, hasHead: true))
    }
    var count: gsize = 0
    guard let start = g_bytes_get_data(bytes, &count), count > 0 else {
      g_bytes_unref(bytes)
      return .success(Data())
    }
    // Safe because the bytes are never written, and the deallocator releases the reference to them.
    let data = Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: Int(count),
      deallocator: .custom { _, _ in g_bytes_unref(bytes) })
    return .success(data)
  }
}
