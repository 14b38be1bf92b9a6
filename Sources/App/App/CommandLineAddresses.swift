import Foundation

extension AppFeature {
  /// Returns an address from the command line in a form that has the same meaning in another process. A second start of
  /// the program passes its addresses to the process that is running already.
  ///
  /// A path is returned unchanged, because GTK makes paths absolute before they are passed. A text that
  /// begins with a host name, and is not the path of an existing file, becomes a web address: `example.org/feed.xml`
  /// becomes `https://example.org/feed.xml`. A name without a slash that has the extension of a feed file, such as
  /// `feed.xml`, is a path even if the file is missing.
  package static func addressForOtherProcess(_ address: String) -> String {
    guard !address.contains("://"), beginsWithHost(address), !FileManager.default.fileExists(atPath: address) else {
      return address
    }
    return "https://\(address)"
  }

  /// Whether an address begins with a host name, or with an IPv6 address in brackets.
  private static func beginsWithHost(_ address: String) -> Bool {
    if address.hasPrefix("[") { return address.prefixMatch(of: /\[[0-9A-Fa-f:.]+(%\w+)?\](:\d+)?(\/|$)/) != nil }
    let host = address.prefix { $0 != "/" && $0 != ":" }
    let isFileName = host == address && [".xml", ".rss", ".atom"].contains { address.hasSuffix($0) }
    return host.contains(".") && !isFileName && !host.hasPrefix(".") && !host.hasPrefix("~")
  }
}
