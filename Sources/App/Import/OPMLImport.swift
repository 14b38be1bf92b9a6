package import Foundation
package import Podcasts

/// Adds the shows of an OPML file to the library. The window and the command line use it.
package struct OPMLImport: Sendable {
  /// How many shows are added in one transaction. Each transaction updates the lists of an open window.
  private static let stepCount = 10

  private let opml: OPMLClient
  private let subscriptions: SubscriptionsClient

  package init(opml: OPMLClient, subscriptions: SubscriptionsClient) {
    self.opml = opml
    self.subscriptions = subscriptions
  }

  /// Whether a file is a list of subscriptions by its name.
  package static func isList(_ file: URL) -> Bool {
    ["opml", "xml"].contains(file.pathExtension.lowercased())
  }

  /// Adds the shows that are not there yet, a few in each transaction. Their feeds are not fetched.
  ///
  /// Before each transaction, `shouldStop` is called. If it returns `true`, or if the calling task is cancelled, the import ends. The earlier shows
  /// stay and are in the summary.
  package func run(_ file: URL, shouldStop: @Sendable () -> Bool) async throws(ImportFeature.Failure) -> ImportFeature.Summary {
    let document = try await read(file)
    var summary = ImportFeature.Summary(
      shows: [], listedCount: document.outlines.count, skipped: document.skipped, isPartial: document.isPartial)
    var rest = document.outlines[...]
    do throws(LibraryError) {
      while !rest.isEmpty {
        summary.isStopped = Task.isCancelled || shouldStop()
        if summary.isStopped { break }
        summary.shows += try await subscriptions.addFeeds(Array(rest.prefix(Self.stepCount)))
        rest = rest.dropFirst(Self.stepCount)
      }
      return summary
    } catch {
      throw .library(error)
    }
  }

  private func read(_ file: URL) async throws(ImportFeature.Failure) -> OPMLDocument {
    do throws(OPMLError) {
      return try await opml.read(file)
    } catch {
      throw .opml(error)
    }
  }
}
