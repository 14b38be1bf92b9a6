import CSoup
import Foundation

/// The network of a host: the web, or a private network, such as a network at home or this machine itself.
enum HostNetwork: Hashable, Sendable {
  case web
  case privateNetwork

  /// The ends of names that exist in private networks only.
  private static let privateDomains = ["localhost", "local", "internal", "lan", "home.arpa"]

  /// Returns the network of a host if the host's name or numeric address determines the network. Returns `nil` if the
  /// name must be looked up. A name without a dot exists in private networks only.
  static func knownByName(_ host: String) -> HostNetwork? {
    // Brackets enclose an IPv6 address, `%` begins its zone, and a full domain name may end with a dot.
    let name = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[].")).prefix { $0 != "%" }
    if let address = g_inet_address_new_from_string(String(name)) {
      defer { g_object_unref(address) }
      return network(of: address)
    }
    guard name.contains("."), !privateDomains.contains(where: { name.hasSuffix("." + $0) }) else {
      return .privateNetwork
    }
    return nil
  }

  /// Returns the network of a host, and looks up the host's name if needed. A host is private if one of its addresses
  /// is private. A name that cannot be looked up counts as a name on the web, because a proxy may be able to resolve
  /// it.
  @NetworkActor
  static func lookUp(_ host: String, _ cancellation: Cancellation) async -> HostNetwork {
    if let network = knownByName(host) { return network }
    let resolver = g_resolver_get_default()!
    return await withCheckedContinuation { continuation in
      g_resolver_lookup_by_name_async(
        resolver, host, cancellation.pointer, GLibCallback.function,
        GLibCallback.data { result in
          let addresses = g_resolver_lookup_by_name_finish(resolver, result, nil)
          g_object_unref(resolver)
          defer { g_resolver_free_addresses(addresses) }
          continuation.resume(
            returning: sequence(first: addresses, next: { $0?.pointee.next }).contains { isPrivate(listNode: $0) }
              ? .privateNetwork : .web)
        })
    }
  }

  private static func isPrivate(listNode node: UnsafeMutablePointer<GList>?) -> Bool {
    guard let address = node?.pointee.data else { return false }
    return network(of: address.assumingMemoryBound(to: GInetAddress.self)) == .privateNetwork
  }

  /// Returns the network of an address, which is borrowed.
  private static func network(of address: UnsafeMutablePointer<GInetAddress>) -> HostNetwork {
    let bytes = UnsafeBufferPointer(
      start: g_inet_address_to_bytes(address), count: Int(g_inet_address_get_native_size(address)))
    return isPrivate(Array(bytes)) ? .privateNetwork : .web
  }

  /// Whether the bytes of an IPv4 or IPv6 address are in a private range.
  private static func isPrivate(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 16 else { return isPrivateIPv4(bytes) }
    // `::ffff:a.b.c.d` stands for the IPv4 address `a.b.c.d`.
    let isMappedIPv4 = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xff && bytes[11] == 0xff
    if isMappedIPv4 { return isPrivateIPv4(Array(bytes.suffix(4))) }
    // `::`, `::1`, unique local addresses (fc00::/7), and link-local and site-local addresses (fe80::/9).
    let isThisMachine = bytes.prefix(15).allSatisfy { $0 == 0 } && bytes[15] <= 1
    return isThisMachine || bytes[0] & 0xfe == 0xfc || (bytes[0] == 0xfe && bytes[1] & 0x80 == 0x80)
  }

  private static func isPrivateIPv4(_ bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1]) {
    // The special network 0.0.0.0/8, private networks, loopback and link-local addresses.
    case (0, _), (10, _), (127, _), (169, 254), (192, 168): true
    // Networks within internet providers (100.64.0.0/10), private networks (172.16.0.0/12), and networks for benchmarks
    // (198.18.0.0/15).
    case (100, 64...127), (172, 16...31), (198, 18...19): true
    default: false
    }
  }
}
