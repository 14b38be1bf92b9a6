import Foundation
import Podcasts

/// The folder with the files of downloads. A file's name is the episode's number in the library and an extension from a
/// fixed set. The name contains no text from a feed, so a feed cannot write outside of the folder.
struct DownloadFolder: Sendable {
  let folder: URL

  /// The path of an episode's partial file. The complete file is in the same folder, so the partial file can be renamed
  /// without a copy.
  func partialPath(of episode: Episode.ID) -> String { path("\(episode.rawValue).part") }

  /// The path to which an episode's file is renamed when the user removes the download. The file stays there as long as
  /// the removal can be undone.
  func removedPath(of episode: Episode.ID) -> String { path("\(episode.rawValue).removed") }

  /// The path of the file with this name.
  func path(_ name: String) -> String {
    folder.appending(path: name, directoryHint: .notDirectory).path(percentEncoded: false)
  }

  /// Creates the folder if it is missing.
  func make() throws(DownloadError) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw .notWritable(path: folder.path(percentEncoded: false), reason: String(describing: error))
    }
  }

  /// Returns the size of a file in bytes, or `nil` if there is no regular file at this path.
  func size(of path: String) -> Int64? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// Renames a partial file to its final name, and then flushes the folder to the disk. Before this call, the caller
  /// must verify the file and flush the file's content to the disk.
  func complete(_ episode: Episode.ID, as name: String) throws(DownloadError) {
    guard rename(partialPath(of: episode), path(name)) == 0 else { throw failure(errno) }
    synchronize()
  }

  /// Deletes a file. Does nothing if the file is missing.
  func delete(_ path: String) { unlink(path) }

  /// Deletes all files of an episode. `file` is the name of the complete file.
  func deleteAll(_ episode: Episode.ID, file: String?) {
    delete(partialPath(of: episode))
    delete(removedPath(of: episode))
    if let file { delete(path(file)) }
  }

  /// Deletes the files of downloads for which `isKept` returns `false`. Other files in the folder are not changed.
  func removeFiles(isKept: (_ name: String) -> Bool) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    for name in names where name.wholeMatch(of: /[0-9]+\.[a-z0-9]+/) != nil && !isKept(name) { delete(path(name)) }
  }

  /// Returns the free bytes of the disk for this user, or `nil` if the system does not report them.
  func freeSpace() -> Int64? {
    var status = statvfs()
    guard statvfs(folder.path(percentEncoded: false), &status) == 0 else { return nil }
    return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }

  /// Returns the error for a value of `errno` after a failed write.
  func failure(_ number: Int32) -> DownloadError {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: .diskFull(needed: nil)
    default: .notWritable(path: folder.path(percentEncoded: false), reason: String(cString: strerror(number)))
    }
  }

  /// Flushes the folder's list of files to the disk.
  private func synchronize() {
    let descriptor = open(folder.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

/// The names of complete files.
enum DownloadName {
  /// The file name extensions of the known formats.
  private static let extensions: Set<String> = [
    "mp3", "m4a", "m4b", "mp4", "m4v", "mov", "aac", "ogg", "oga", "opus", "flac", "wav", "webm", "mkv", "wma",
  ]
  /// The extensions for content types.
  private static let extensionsByType = [
    "audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/mp4": "m4a", "audio/x-m4a": "m4a", "audio/m4a": "m4a",
    "audio/aac": "aac", "audio/ogg": "ogg",
    "audio/opus": "opus", "audio/flac": "flac", "audio/x-flac": "flac", "audio/wav": "wav", "audio/x-wav": "wav",
    "video/mp4": "mp4",
    "video/quicktime": "mov", "video/webm": "webm", "audio/webm": "webm",
  ]

  /// Returns the name for the audio of an episode. The extension is that of the address, if it is in ``extensions``,
  /// else that of the content type, else `audio`.
  static func name(of episode: Episode.ID, address: URL, contentType: String?) -> String {
    let addressExtension = address.pathExtension.lowercased()
    let knownExtension =
      extensions.contains(addressExtension) ? addressExtension : contentType.flatMap { extensionsByType[$0] }
    return "\(episode.rawValue).\(knownExtension ?? "audio")"
  }
}
