import Foundation
import Podcasts

/// Finds a show by an argument: its number, the address of its feed, or its name.
struct ShowLookup {
  let shows: [Show]

  /// Returns the show with a number, or with exactly this address.
  func show(numberOrAddress text: String) -> Show? {
    if let number = Int64(text), let show = shows.first(where: { $0.id.rawValue == number }) { return show }
    return shows.first { $0.feedURL.absoluteString == text || $0.feedURL.isFileURL && $0.feedURL.path == text }
  }

  /// Returns the show with a name. Names are not case-sensitive. If no show has exactly this name, a part of the name
  /// is enough, if only one show has it.
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
  /// Returns the shows for the arguments, in the order of the arguments.
  func find(_ names: [String]) async throws(CommandFailure) -> [Show] {
    let lookup = ShowLookup(shows: try await allShows())
    var found: [Show] = []
    for name in names {
      if let show = lookup.show(numberOrAddress: name) {
        found.append(show)
      } else if let id = try await findAddress(name), let show = lookup.shows.first(where: { $0.id == id }) {
        found.append(show)
      } else {
        found.append(try lookup.show(named: name))
      }
    }
    return found
  }

  /// Returns the show with an address, which may be a former one. The address may be typed as for `subscribe`.
  private func findAddress(_ text: String) async throws(CommandFailure) -> Show.ID? {
    // `resolve` would store the user and the password of the address.
    let bare = text.replacing(/\/\/[^\/?#@]*@/, with: "//", maxReplacements: 1)
    let resolved: [URL]
    do throws(FeedError) { resolved = try await feeds.resolve(bare) } catch { return nil }
    guard resolved.count == 1 else { return nil }
    do throws(LibraryError) { return try await subscriptions.find(resolved[0], nil) } catch { throw .library(error) }
  }

  /// Returns the shows of the library, sorted by title.
  func allShows() async throws(CommandFailure) -> [Show] {
    do throws(LibraryError) {
      return try await shows()
    } catch {
      throw .library(error)
    }
  }
}
