package import Foundation
package import Podcasts

/// Adds the shows of an OPML file to the library. The window and the command line use this type.
package struct OPMLImport: Sendable {
  /// The number of shows that are added in one transaction. It is not 1, because each transaction updates the lists of
  /// an open window. It is low, because an import can be stopped only between transactions.
  private static let batchSize = 10

  private let opml: OPMLClient
  private let subscriptions: SubscriptionsClient
  private let credentials: CredentialsClient

  /// Creates an import.
  ///
  /// - Parameter credentials: Stores the user names and passwords in the addresses of the file.
  package init(opml: OPMLClient, subscriptions: SubscriptionsClient, credentials: CredentialsClient) {
    self.opml = opml
    self.subscriptions = subscriptions
    self.credentials = credentials
  }

  /// Whether a file has the extension of a list of subscriptions: `.opml` or `.xml`.
  package static func isSubscriptionList(_ file: URL) -> Bool {
    ["opml", "xml"].contains(file.pathExtension.lowercased())
  }

  /// Adds the shows that are not in the library yet, a few in each transaction, and stores the user names and passwords
  /// in their addresses. Does not fetch the feeds.
  ///
  /// Calls `shouldStop` before each transaction. If it returns `true`, or if the calling task is cancelled, the import
  /// ends. The shows that were already added stay in the library, and are in the summary. If an error ends the import,
  /// these shows also stay in the library.
  package func run(
    _ file: URL, shouldStop: @Sendable () -> Bool
  ) async throws(ImportFeature.Failure) -> ImportFeature.Summary {
    let document = try await read(file)
    var summary = ImportFeature.Summary(
      shows: [], listedCount: document.outlines.count, skipped: document.skipped, isPartial: document.isPartial)
    var rest = document.outlines[...]
    do throws(LibraryError) {
      while !rest.isEmpty {
        summary.isStopped = Task.isCancelled || shouldStop()
        if summary.isStopped { break }
        let batch = Array(rest.prefix(Self.batchSize))
        let foundCredentials = try await importedCredentials(of: batch)
        summary.shows += try await subscriptions.addFeeds(batch)
        summary.unsavedPasswordCount += await credentials.store(foundCredentials)
        rest = rest.dropFirst(Self.batchSize)
      }
      return summary
    } catch {
      throw .library(error)
    }
  }

  /// Returns the names and passwords in the addresses of outlines, which are the entries of an OPML file. Must be
  /// called before the outlines are added, because the result records which shows the library already contains.
  private func importedCredentials(of outlines: [Outline]) async throws(LibraryError) -> [ImportedCredentials] {
    var found: [ImportedCredentials] = []
    for outline in outlines {
      guard let credentials = outline.credentials else { continue }
      let guid: String? = nil
      let isKnown = try await subscriptions.find(outline.feedURL, guid) != nil
      found.append(ImportedCredentials(feed: outline.feedURL, credentials: credentials, isOfKnownShow: isKnown))
    }
    return found
  }

  private func read(_ file: URL) async throws(ImportFeature.Failure) -> OPMLDocument {
    do throws(OPMLError) {
      return try await opml.read(file)
    } catch {
      throw .opml(error)
    }
  }
}
