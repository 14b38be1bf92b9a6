import CSoup
package import Foundation

/// A port of the loopback device that refuses connections.
///
/// This object occupies the port and does not listen, so no other process can listen on the port. A port that was just
/// released is not sufficient, because the next server may get it.
@MainActor
package final class ClosedPort {
  /// Owned. The socket is bound to the port and never listens, so the kernel refuses connections.
  private let socket: UnsafeMutablePointer<GSocket>
  private let port: UInt16

  package init() throws {
    let socket = try glib { g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, $0) }
    self.socket = socket
    let anyPort = g_inet_socket_address_new_from_string("127.0.0.1", 0)
    defer { g_object_unref(anyPort) }
    _ = try glib { g_socket_bind(socket, anyPort, 0, $0) != 0 ? true : nil }
    let address = try glib { g_socket_get_local_address(socket, $0) }
    defer { g_object_unref(address) }
    port = g_inet_socket_address_get_port(
      UnsafeMutableRawPointer(address).assumingMemoryBound(to: GInetSocketAddress.self))
  }

  isolated deinit { g_object_unref(socket) }

  /// An address at this port. The path must be percent-encoded.
  package func url(_ path: String = "/") -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }
}
