package import Foundation

/// A port of the loopback device that accepts no more connections. Clients wait for their connection.
package final class FullPort: Sendable {
  private let listener: Int32
  private let clients: [Int32]
  private let port: UInt16

  package init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    // 127.0.0.1
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 0) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw GLibFailure(message: String(cString: strerror(errno))) }
    port = UInt16(bigEndian: address.sin_port)
    // The kernel queues one connection more than the requested backlog. The other sockets fill the queue without
    // blocking.
    clients = (0..<4).map { _ in
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(client, $0, length) }
      }
      return client
    }
  }

  deinit {
    for client in clients { close(client) }
    close(listener)
  }

  /// An address at this port. The path must be percent-encoded.
  package func url(_ path: String = "/") -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }
}
