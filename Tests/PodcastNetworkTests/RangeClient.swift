import Foundation

/// An HTTP client that can request a range of bytes. It returns the received bytes even if the body ends early.
enum RangeClient {
  struct Response: Sendable {
    /// The status line and the headers, in lower case. Empty if no complete head was received.
    var head = ""
    var body = Data()

    /// The status code, or 0 if ``head`` is empty.
    var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }
  }

  /// Sends a request for the path of `url` to the port of `url` on the loopback device. `range` is the value of the
  /// request's Range header.
  static func get(_ url: URL, range: String? = nil) async -> Response {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: read(url, range)) }
    }
  }

  private static func read(_ url: URL, _ range: String?) -> Response {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(url.port ?? 0).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return Response() }
    let headerLines =
      ["GET \(url.path) HTTP/1.1", "Host: 127.0.0.1", "Connection: close"] + (range.map { ["Range: \($0)"] } ?? [])
    let request = Array((headerLines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    _ = send(socket, request, request.count, 0)
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(socket, &chunk, chunk.count, 0), count > 0 { data += chunk.prefix(count) }
    guard let headEnd = data.firstRange(of: Data("\r\n\r\n".utf8)) else { return Response() }
    return Response(
      head: String(decoding: data[..<headEnd.lowerBound], as: UTF8.self).lowercased(),
      body: Data(data[headEnd.upperBound...]))
  }
}
