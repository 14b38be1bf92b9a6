package import Foundation

/// A port of the loopback device whose queue of connections is full. A client that connects to the port waits.
package final class FullPort: Sendable {
  /// A socket that listens and never accepts a connection.
  private let listener: Int32
  /// The sockets that fill the queue.
  private let queuedClients: [Int32]
  private let port: UInt16

  package init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    // The number of the port stays 0, so the kernel selects a free port. `getsockname` reads its number.
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
    // These clients fill the queue of the listener. The kernel queues one connection more than the backlog, which is 0,
    // so four clients are more than enough. Their sockets do not block, so `connect` does not wait.
    queuedClients = (0..<4).map { _ in
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(client, $0, length) }
      }
      return client
    }
  }

  deinit {
    for client in queuedClients { close(client) }
    close(listener)
  }

  /// An address at this port. The path must be percent-encoded.
  package func url(_ path: String = "/") -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }
}
