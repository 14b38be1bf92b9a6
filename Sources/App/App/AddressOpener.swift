import Foundation
import Podcasts

/// Opens an address of the command line, or a dropped file: a feed, or a list of subscriptions.
struct AddressOpener: Sendable {
  /// The result of opening an address.
  enum Outcome: Sendable {
    /// The address was a feed. The result has the shows and the problems.
    case subscribed(Subscriber.Result)
    /// The file is a list of subscriptions. The caller imports it.
    case list(URL)
  }

  let subscriber: Subscriber
  let opml: OPMLClient

  /// Subscribes to an address, or recognizes a list of subscriptions. An `.xml` file may be either, so it is read
  /// first.
  func open(_ address: String) async -> Outcome {
    if let file = await list(at: address) { return .list(file) }
    return .subscribed(await subscriber.subscribe(to: address))
  }

  /// Returns the file at a path if it is an `.xml` file with a list of subscriptions. Otherwise `nil`.
  private func list(at path: String) async -> URL? {
    guard path.lowercased().hasSuffix(".xml"), path.hasPrefix("/") else { return nil }
    let file = URL(filePath: path, directoryHint: .notDirectory)
    do throws(OPMLError) {
      _ = try await opml.read(file)
      return file
    } catch {
      // The subscription reports a file that is neither a list nor a feed.
      return nil
    }
  }

  /// Whether an address is the path of a file with the extension `.opml`.
  static func isList(_ path: String) -> Bool {
    path.lowercased().hasSuffix(".opml") && !path.contains("://")
  }

  /// Returns the path of a `file:` address, and other addresses unchanged. The desktop passes files as `file:`
  /// addresses, but messages to users show paths.
  static func pathOrAddress(_ address: String) -> String {
    guard let url = URL(string: address), url.isFileURL else { return address }
    return url.path
  }
}
