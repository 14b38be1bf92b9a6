import Foundation
import Podcasts

/// Finds a show by an argument: its number, the address of its feed, or its name.
struct ShowLookup {
  let shows: [Show]

  /// Returns the show. Names are not case-sensitive. If no show has exactly this name, a part of the name is enough, if
  /// only one show has it.
  func find(_ text: String) throws(CommandFailure) -> Show {
    if let number = Int64(text), let show = shows.first(where: { $0.id.rawValue == number }) { return show }
    if let show = shows.first(where: { $0.feedURL.absoluteString == text || $0.feedURL.isFileURL && $0.feedURL.path == text }) { return show }
    let name = text.lowercased()
    let exact = shows.filter { $0.title.lowercased() == name }
    let found = exact.isEmpty ? shows.filter { $0.title.lowercased().contains(name) } : exact
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
    for name in names { found.append(try lookup.find(name)) }
    return found
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
