import Foundation
import Podcasts

/// Finds a show by a command's argument: the number (the show's id), the address of the feed, or the name.
struct ShowLookup {
  /// The shows of the library.
  let shows: [Show]

  /// Returns the show whose number is the text, or whose feed has exactly this address or this path of a file. Returns
  /// `nil` if there is none.
  func show(numberOrAddress text: String) -> Show? {
    if let number = Int64(text), let show = shows.first(where: { $0.id.rawValue == number }) { return show }
    return shows.first { $0.feedURL.absoluteString == text || $0.feedURL.isFileURL && $0.feedURL.path == text }
  }

  /// Returns the show with a name. The names are compared like the texts of a search (``SearchText``). If no show has
  /// exactly this name, returns the only show whose name contains the text. Throws ``CommandFailure/noShow(_:)`` if
  /// there is none or the text is empty, and ``CommandFailure/severalShows(_:)`` if several shows match.
  func show(named text: String) throws(CommandFailure) -> Show {
    let name = SearchText.normalized(text)
    let exact = shows.filter { SearchText.normalized($0.title) == name }
    let found = exact.isEmpty ? shows.filter { SearchText.normalized($0.title).contains(name) } : exact
    guard let first = found.first, !text.isEmpty else { throw .noShow(text) }
    if found.count > 1 { throw .severalShows(text) }
    return first
  }
}

extension CommandContext {
  /// Returns one show for each argument, in the order of the arguments. Throws if an argument matches no show, or
  /// several shows.
  func findShows(_ arguments: [String]) async throws(CommandFailure) -> [Show] {
    let lookup = ShowLookup(shows: try await allShows())
    var found: [Show] = []
    for argument in arguments {
      if let show = lookup.show(numberOrAddress: argument) {
        found.append(show)
      } else if let id = try await showID(atAddress: argument), let show = lookup.shows.first(where: { $0.id == id }) {
        found.append(show)
      } else {
        found.append(try lookup.show(named: argument))
      }
    }
    return found
  }

  /// Returns the id of the show that has this feed address now, or had it before. Returns `nil` if there is none,
  /// or if `text` is a folder with several feeds. `text` can be any address that the command `subscribe` accepts.
  private func showID(atAddress text: String) async throws(CommandFailure) -> Show.ID? {
    // The user name and the password are removed, because `resolve` would store them.
    let bareAddress = text.replacing(/\/\/[^\/?#@]*@/, with: "//", maxReplacements: 1)
    let resolved: [URL]
    do throws(FeedError) { resolved = try await feeds.resolve(bareAddress) } catch { return nil }
    guard resolved.count == 1 else { return nil }
    do throws(LibraryError) { return try await subscriptions.find(resolved[0], nil) } catch { throw .library(error) }
  }

  /// Returns the shows of the library, sorted by title.
  func allShows() async throws(CommandFailure) -> [Show] {
    do throws(LibraryError) {
      for await result in library.shows() { return try result.get() }
      return []
    } catch {
      throw .library(error)
    }
  }
}
