import FeedParsing
import Foundation
package import Podcasts

extension OPMLClient {
  /// Returns a client that reads and writes subscription lists in OPML files.
  ///
  /// - Parameters:
  ///   - title: the title of each list that is written.
  ///   - limit: the largest size of a list, in bytes after decompression.
  package static func live(title: String = "Podcaster", limit: Int = 50_000_000) -> OPMLClient {
    OPMLClient(
      read: { file throws(OPMLError) -> OPMLDocument in
        do throws(FeedError) {
          return try await LocalFile.read(file, by: OPMLReading(limit: limit))
        } catch {
          throw OPMLError(error, of: file)
        }
      },
      write: { outlines, file throws(OPMLError) in try await OPMLFile.write(outlines, title: title, to: file) })
  }
}

/// Reads one subscription list, piece by piece, off the main actor.
private actor OPMLReading: BodyReading {
  private let reader = OPMLReader()
  /// Decompresses a list that is compressed with gzip.
  private let decoder = BodyDecoder(gzipCount: 1)
  /// The largest size after decompression, in bytes.
  private let limit: Int
  /// The size of the pieces so far, after decompression, in bytes.
  private var byteCount = 0

  init(limit: Int) { self.limit = limit }

  func read(_ chunk: Data) throws(FeedError) {
    try decoder.decode(chunk) { piece throws(FeedError) in try self.parse(decompressed: piece) }
  }

  /// `isCut` is always `false`, because only transfers from a server can be cut.
  func finish(isCut: Bool) throws(FeedError) -> OPMLDocument {
    try decoder.finish { piece throws(FeedError) in try self.parse(decompressed: piece) }
    do throws(OPMLParsingError) {
      return OPMLDocument(try reader.finish())
    } catch {
      throw FeedError(error)
    }
  }

  private func parse(decompressed data: Data) throws(FeedError) {
    byteCount += data.count
    guard byteCount <= limit else { throw .tooLarge(limit: limit) }
    do throws(OPMLParsingError) {
      try reader.parse(data)
    } catch {
      throw FeedError(error)
    }
  }
}

/// Writes subscription lists. User names and passwords in the addresses of feeds are not written.
private enum OPMLFile {
  /// Writes a list, off the main actor. The write is atomic: if it fails, the earlier file is kept. A symbolic link
  /// stays, and its target is replaced. A device or a named pipe stays too, and receives the list.
  @concurrent
  static func write(_ outlines: [Outline], title: String, to file: URL) async throws(OPMLError) {
    let list = outlines.map { outline in
      let (bareURL, _) = outline.feedURL.splittingCredentials()
      return ParsedOPML.Outline(
        title: outline.title, feedURL: bareURL, websiteURL: outline.websiteURL, sectionPath: outline.sectionPath)
    }
    do {
      let data = OPMLWriter.data(list, title: title)
      let target = file.resolvingSymlinksInPath()
      if isSpecialFile(target) {
        let handle = try FileHandle(forWritingTo: target)
        defer { try? handle.close() }
        try handle.write(contentsOf: data)
      } else {
        try data.write(to: target, options: .atomic)
      }
    } catch {
      let path = file.path(percentEncoded: false)
      if (error as? CocoaError)?.code == .fileWriteNoPermission { throw .permissionDenied(path: path) }
      throw .notWritten(path: path, reason: (error as NSError).localizedDescription)
    }
  }

  /// Whether a file exists that is neither a regular file nor a folder, such as a device or a named pipe.
  private static func isSpecialFile(_ file: URL) -> Bool {
    // If the attributes cannot be read, there is no such file, or the write reports the reason.
    let type = (try? FileManager.default.attributesOfItem(atPath: file.path))?[.type] as? FileAttributeType
    return type != nil && type != .typeRegular && type != .typeDirectory
  }
}

extension OPMLDocument {
  /// Converts a parsed list. The user name and the password in a feed's address are moved to
  /// ``Outline/credentials``.
  fileprivate init(_ list: ParsedOPML) {
    self.init(
      outlines: list.outlines.map { outline in
        let (bareURL, credentials) = outline.feedURL.splittingCredentials()
        return Outline(
          title: outline.title, feedURL: bareURL, websiteURL: outline.websiteURL, sectionPath: outline.sectionPath,
          credentials: credentials)
      }, skipped: list.skipped, isPartial: list.isPartial)
  }
}

extension FeedError {
  /// Converts an error of the OPML reader, because a `BodyReading` throws feed errors.
  fileprivate init(_ error: OPMLParsingError) {
    switch error {
    case .notOPML(let reason): self = .notAFeed(reason: reason)
    }
  }
}

extension OPMLError {
  /// Converts an error from reading `file`.
  fileprivate init(_ error: FeedError, of file: URL) {
    let path = file.path(percentEncoded: false)
    switch error {
    case .notFound: self = .notFound(path: path)
    case .permissionDenied: self = .permissionDenied(path: path)
    case .tooLarge(let limit): self = .tooLarge(limit: limit)
    case .notAFeed(let reason): self = .notOPML(reason: reason)
    default: self = .notOPML(reason: String(describing: error))
    }
  }
}
