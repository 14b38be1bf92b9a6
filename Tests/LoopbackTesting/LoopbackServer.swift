import CSoup
package import Foundation

/// A real HTTP server on the loopback device, which runs on the main loop. A test provides the server's replies.
///
/// The server can also send arbitrary bytes, send nothing, send very slowly, or close the connection early.
@MainActor
package final class LoopbackServer {
  /// A request of a client.
  package struct Request: Sendable {
    package var path: String
    /// The complete address, including its query.
    package var url: URL
    /// The headers, keyed by their names in lower case.
    package var headers: [String: String]
  }

  /// A reply of the server to a request.
  package enum Reply: Sendable {
    /// A valid reply with a body. The server supports range requests unless `ranges` is `false`.
    case page(
      Data, type: String = "application/rss+xml", status: UInt32 = 200, headers: [String: String] = [:],
      ranges: Bool = true)
    case redirect(to: String, status: UInt32 = 301)
    /// These bytes, followed by the end of the connection.
    case bytes(Data)
    /// These bytes, followed by nothing until the server is deallocated.
    case silence(after: Data)
    /// These bytes, followed by a space at each interval until the client disconnects or the server is deallocated.
    case drip(after: Data, everyMilliseconds: UInt32)
    /// These bytes, followed by repeated bytes as fast as the client reads them, until the client disconnects or the
    /// server is deallocated.
    case flood(after: Data, repeating: Data)
  }

  /// All received requests, in order.
  package private(set) var requests: [Request] = []

  /// The server of libsoup. Owned.
  private let server: UnsafeMutablePointer<SoupServer>
  private let isSecure: Bool
  private let answer: @MainActor (Request) -> Reply
  /// The connections that are kept open. Owned.
  private var keptConnections: [UnsafeMutablePointer<GIOStream>] = []
  /// The timers of the `drip` replies.
  private var dripTimers: [guint] = []
  /// The writers of the `flood` replies.
  private var floods: [Flood] = []

  /// Creates a server that listens until it is deallocated. `certificate` is the path of a file with a certificate and
  /// its key. With a certificate, the server uses HTTPS.
  package init(certificate: String? = nil, answer: @escaping @MainActor (Request) -> Reply) throws {
    self.answer = answer
    isSecure = certificate != nil
    let object = g_object_new_with_properties(soup_server_get_type(), 0, nil, nil)
    server = UnsafeMutableRawPointer(object!).assumingMemoryBound(to: SoupServer.self)
    if let certificate {
      let tls = try glib { g_tls_certificate_new_from_file(certificate, $0) }
      soup_server_set_tls_certificate(server, tls)
      g_object_unref(tls)
    }
    let options = certificate == nil ? SoupServerListenOptions(0) : SOUP_SERVER_LISTEN_HTTPS
    _ = try glib {
      soup_server_listen_local(
        server, 0, SoupServerListenOptions(options.rawValue | SOUP_SERVER_LISTEN_IPV4_ONLY.rawValue), $0) != 0
        ? true : nil
    }
    handleRequests()
  }

  isolated deinit {
    for timer in dripTimers { g_source_remove(timer) }
    for flood in floods { flood.stop() }
    // libsoup 3.6 releases a connection during its handshake and then uses it, which caused a SIGSEGV in the handshake
    // callback. The crash occurred when a client refused the certificate, because such a client closes the connection
    // before the server has finished the handshake. So a server with a certificate is not freed: it listens until the
    // process ends and does not reply.
    guard !isSecure else { return }
    soup_server_disconnect(server)
    g_object_unref(server)
    for connection in keptConnections { g_object_unref(connection) }
  }

  /// Returns the address of a page of this server. The path must be percent-encoded.
  package func url(_ path: String = "/") -> URL {
    let uris = soup_server_get_uris(server)
    defer { g_slist_free_full(uris) { g_uri_unref(OpaquePointer($0)) } }
    let uri = OpaquePointer(uris!.pointee.data!)
    return URL(string: "\(String(cString: g_uri_get_scheme(uri)))://127.0.0.1:\(g_uri_get_port(uri))\(path)")!
  }
}

extension LoopbackServer {
  /// A weak reference to the server, for libsoup's handler.
  private final class WeakServer {
    weak var server: LoopbackServer?
    init(_ server: LoopbackServer) { self.server = server }
  }

  private func handleRequests() {
    let weakServer = Unmanaged.passRetained(WeakServer(self)).toOpaque()
    soup_server_add_handler(
      server, nil,
      { _, message, path, _, weakServer in
        let message = UInt(bitPattern: message)
        let path = String(cString: path!)
        let weakServer = UInt(bitPattern: weakServer)
        // Safe because the libsoup server calls its handler on the main context.
        MainActor.assumeIsolated {
          let weakServer = Unmanaged<WeakServer>.fromOpaque(UnsafeMutableRawPointer(bitPattern: weakServer)!)
            .takeUnretainedValue()
          weakServer.server?.respond(to: OpaquePointer(bitPattern: message)!, path: path)
        }
      },
      weakServer, { Unmanaged<WeakServer>.fromOpaque($0!).release() })
  }

  private func respond(to message: OpaquePointer, path: String) {
    let request = Request(path: path, url: url(of: message), headers: headers(of: message))
    requests.append(request)
    switch answer(request) {
    case .page(let data, let type, let status, let headers, let ranges):
      if !ranges { soup_message_headers_remove(soup_server_message_get_request_headers(message), "Range") }
      for (name, value) in headers {
        soup_message_headers_append(soup_server_message_get_response_headers(message), name, value)
      }
      soup_server_message_set_status(message, status, nil)
      data.withUnsafeBytes {
        soup_server_message_set_response(
          message, type, SOUP_MEMORY_COPY, $0.bindMemory(to: CChar.self).baseAddress, gsize($0.count))
      }
    case .redirect(let target, let status):
      soup_message_headers_append(soup_server_message_get_response_headers(message), "Location", target)
      soup_server_message_set_status(message, status, nil)
    case .bytes(let data):
      let connection = takeConnection(of: message, writing: data)
      g_io_stream_close(connection, nil, nil)
      g_object_unref(connection)
    case .silence(let data):
      keptConnections.append(takeConnection(of: message, writing: data))
    case .flood(let data, let repeated):
      let connection = takeConnection(of: message, writing: data)
      floods.append(Flood(repeated, on: connection))
      g_object_unref(connection)
    case .drip(let data, let interval):
      let connection = takeConnection(of: message, writing: data)
      keptConnections.append(connection)
      dripTimers.append(
        g_timeout_add(
          interval,
          { connection in
            let output = g_io_stream_get_output_stream(connection!.assumingMemoryBound(to: GIOStream.self))
            g_output_stream_write_all(output, " ", 1, nil, nil, nil)
            return 1
          }, connection))
    }
  }

  private func url(of message: OpaquePointer) -> URL {
    let text = g_uri_to_string(soup_server_message_get_uri(message))!
    defer { g_free(text) }
    return URL(string: String(cString: text)) ?? url()
  }

  private func headers(of message: OpaquePointer) -> [String: String] {
    var iterator = SoupMessageHeadersIter()
    soup_message_headers_iter_init(&iterator, soup_server_message_get_request_headers(message))
    var headers: [String: String] = [:]
    var name: UnsafePointer<CChar>?
    var value: UnsafePointer<CChar>?
    while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
      headers[String(cString: name!).lowercased()] = String(cString: value!)
    }
    return headers
  }

  /// Takes over the connection of a message from libsoup, and writes bytes to the connection. The caller owns the
  /// connection.
  private func takeConnection(of message: OpaquePointer, writing data: Data) -> UnsafeMutablePointer<GIOStream> {
    let connection = soup_server_message_steal_connection(message)!
    data.withUnsafeBytes {
      _ = g_output_stream_write_all(
        g_io_stream_get_output_stream(connection), $0.baseAddress, gsize($0.count), nil, nil, nil)
    }
    return connection
  }
}

/// An error of a GLib function.
struct GLibFailure: Error {
  var message: String
}

/// Calls a GLib function that can fail. The closure returns `nil` if the function has failed.
func glib<Result>(
  _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Result?
) throws(GLibFailure) -> Result {
  var error: UnsafeMutablePointer<GError>?
  defer { g_clear_error(&error) }
  if let result = call(&error) { return result }
  throw GLibFailure(message: error.map { String(cString: $0.pointee.message) } ?? "unknown")
}
