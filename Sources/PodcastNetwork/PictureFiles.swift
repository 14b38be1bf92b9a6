import CSoup
package import Foundation
package import Podcasts

/// Stores pictures in files that other programs can read, for the desktop's media controls.
///
/// The files of ``ArtworkCache`` begin with an additional line, so other programs cannot read them as pictures. This
/// actor therefore copies the last few pictures to another folder.
package actor PictureFiles {
  /// How many pictures are kept. More than one is kept, because the desktop may still read the previous
  /// picture after the next episode has begun.
  private static let limit = 4

  private let artwork: ArtworkClient
  private let folder: URL
  /// The files in the folder, the least recently used first. Files of an earlier run of the program come first, in any
  /// order. `nil` until the folder was read.
  private var files: [URL]?

  /// - Parameters:
  ///   - artwork: Returns cached pictures, and fetches missing ones.
  ///   - folder: The folder of the files. It is created when the first file is written.
  package init(artwork: ArtworkClient, folder: URL = PictureFiles.userFolder) {
    self.artwork = artwork
    self.folder = folder
  }

  /// The folder in the user's caches, by the XDG Base Directory Specification. By default, this is
  /// `~/.cache/podcaster/pictures`.
  package static var userFolder: URL {
    URL(filePath: String(cString: g_get_user_cache_dir()), directoryHint: .isDirectory).appending(
      path: "podcaster/pictures", directoryHint: .isDirectory)
  }

  /// Returns a file that contains the picture at an address. Returns `nil` if the picture cannot be fetched or written,
  /// or is neither JPEG nor PNG. A `file:` address is returned unchanged.
  ///
  /// - Parameter feed: The feed that names the picture, or `nil` if no feed names it. If the feed is on the web, a
  ///   picture in a private network is not fetched.
  package func file(of address: URL, in feed: URL?) async -> URL? {
    guard !address.isFileURL else { return address }
    let bytes: [UInt8]
    do throws(ArtworkError) { bytes = try await artwork.fetch(address, feed) } catch { return nil }
    guard let fileExtension = Self.fileExtension(of: bytes) else { return nil }
    let file = folder.appending(
      path: Checksum.hexadecimalHash(of: address.absoluteString, .sha256) + fileExtension, directoryHint: .notDirectory)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(bytes).write(to: file, options: .atomic)
    } catch {
      // The disk is full, or the folder cannot be written.
      return nil
    }
    markAsUsed(file)
    return file
  }

  /// Marks a file as the most recently used one, and deletes the files beyond the limit.
  private func markAsUsed(_ file: URL) {
    var files =
      self.files ?? ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
    files.removeAll { $0.lastPathComponent == file.lastPathComponent }
    files.append(file)
    while files.count > Self.limit { try? FileManager.default.removeItem(at: files.removeFirst()) }
    self.files = files
  }

  /// Returns the file name extension of a picture, with its dot, or `nil` if the bytes are neither JPEG nor PNG.
  private static func fileExtension(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xD8]) { return ".jpg" }
    return bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? ".png" : nil
  }
}
