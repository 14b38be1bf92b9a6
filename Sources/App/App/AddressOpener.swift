import Foundation
import Podcasts

/// Opens an address of the command line, or a dropped file: a feed, or a list of subscriptions.
struct AddressOpener: Sendable {
  enum Outcome: Sendable {
    case subscribed(Subscriber.Result)
    /// The address is a list of subscriptions, which is to be imported.
    case list(URL)
  }

  let subscriber: Subscriber
  let opml: OPMLClient

  /// Subscribes to an address. A file named `.xml` may be a feed or a list, so its content decides.
  func open(_ address: String) async -> Outcome {
    if let file = await list(at: address) { return .list(file) }
    return .subscribed(await subscriber.subscribe(to: address))
  }

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

  /// Whether an address is the path of an OPML file by its name.
  static func isList(_ path: String) -> Bool {
    path.lowercased().hasSuffix(".opml") && !path.contains("://")
  }

  /// Returns the path of a `file:` address. The desktop passes files as `file:` addresses, and users see paths.
  static func pathOrAddress(_ address: String) -> String {
    guard let url = URL(string: address), url.isFileURL else { return address }
    return url.path
  }
}
