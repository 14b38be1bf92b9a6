package import Foundation
package import Podcasts

/// Writes the subscriptions of the library as OPML, a file format for lists of feeds. The window and the command line
/// use this type.
package struct OPMLExport: Sendable {
  private let library: LibraryClient
  private let opml: OPMLClient

  package init(library: LibraryClient, opml: OPMLClient) {
    self.library = library
    self.opml = opml
  }

  /// Writes all shows whose feed has a web address into a file, and returns their number.
  package func write(to file: URL) async throws(ImportFeature.Failure) -> Int {
    let outlines = try await outlines()
    do throws(OPMLError) {
      try await opml.write(outlines, file)
    } catch {
      throw .opml(error)
    }
    return outlines.count
  }

  /// Returns the content of the file that ``write(to:)`` writes. Uses a temporary file, because the OPML client
  /// can only write to files.
  package func bytes() async throws(ImportFeature.Failure) -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "podcaster-\(UUID().uuidString)", directoryHint: .isDirectory)
    let file = folder.appending(path: "Podcasts.opml", directoryHint: .notDirectory)
    try withFileManager(folder) {
      try $0.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    do throws(ImportFeature.Failure) {
      _ = try await write(to: file)
      let bytes = try withFileManager(file) { _ in [UInt8](try Data(contentsOf: file)) }
      try withFileManager(folder) { try $0.removeItem(at: folder) }
      return bytes
    } catch {
      try withFileManager(folder) { try $0.removeItem(at: folder) }
      throw error
    }
  }

  /// Calls a closure with the file manager. Converts an error of the closure to `OPMLError.notWritten` with the path of
  /// `file`.
  private func withFileManager<Value>(
    _ file: URL, _ body: (FileManager) throws -> Value
  ) throws(ImportFeature.Failure) -> Value {
    do {
      return try body(.default)
    } catch {
      throw .opml(.notWritten(path: file.path, reason: error.localizedDescription))
    }
  }

  /// Returns the outlines, which are the entries of the OPML file. Feeds that are files on this computer are left out,
  /// because other computers cannot read these files. User names and passwords are removed from addresses, because the
  /// user may share the OPML file.
  private func outlines() async throws(ImportFeature.Failure) -> [Outline] {
    // Returns the first value of the stream.
    for await result in library.shows() {
      switch result {
      case .success(let shows):
        return shows.filter { !$0.feedURL.isFileURL }.map { show in
          Outline(
            title: show.title, feedURL: show.feedURL.withoutCredentials,
            websiteURL: show.websiteURL?.withoutCredentials, sectionPath: show.sectionPath)
        }
      case .failure(let error): throw .library(error)
      }
    }
    throw .library(.failed(reason: "The library told no shows."))
  }
}
