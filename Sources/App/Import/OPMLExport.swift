package import Foundation
package import Podcasts

/// Writes the subscriptions of the library as OPML. The window and the command line use it.
package struct OPMLExport: Sendable {
  private let library: LibraryClient
  private let opml: OPMLClient

  package init(library: LibraryClient, opml: OPMLClient) {
    self.library = library
    self.opml = opml
  }

  /// Writes all subscriptions from the web into a file, and returns how many there are.
  package func write(to file: URL) async throws(ImportFeature.Failure) -> Int {
    let outlines = try await outlines()
    do throws(OPMLError) {
      try await opml.write(outlines, file)
    } catch {
      throw .opml(error)
    }
    return outlines.count
  }

  /// Returns the content of such a file.
  package func bytes() async throws(ImportFeature.Failure) -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "podcaster-\(UUID().uuidString)", directoryHint: .isDirectory)
    let file = folder.appending(path: "Podcasts.opml", directoryHint: .notDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .opml(.notWritten(path: folder.path, reason: error.localizedDescription))
    }
    _ = try await write(to: file)
    do {
      return [UInt8](try Data(contentsOf: file))
    } catch {
      throw .opml(.notWritten(path: file.path, reason: error.localizedDescription))
    }
  }

  /// Feeds that are files on this computer are left out: they are of no use on another.
  private func outlines() async throws(ImportFeature.Failure) -> [Outline] {
    for await result in library.shows() {
      switch result {
      case .success(let shows):
        return shows.filter { !$0.feedURL.isFileURL }.map { Outline(title: $0.title, feedURL: $0.feedURL, websiteURL: $0.websiteURL, section: []) }
      case .failure(let error): throw .library(error)
      }
    }
    throw .library(.failed(reason: "The library told no shows."))
  }
}
