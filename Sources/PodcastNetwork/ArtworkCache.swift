import CSoup
package import Foundation

/// Stores thumbnails of pictures in a folder with a limited total size. The least recently used thumbnails are evicted
/// first.
///
/// The name of a thumbnail's file is the hash of the picture's address, so no address leads to a file outside of the
/// folder. A file that is damaged or has another version of the format counts as missing. If the folder cannot be
/// written, pictures are not cached, and no error is reported.
package actor ArtworkCache {
  /// The age, in seconds, up to which a picture is not fetched again: 30 days. After this time, the server may have
  /// another picture at the same address.
  static let freshTime: TimeInterval = 30 * 86400

  /// A picture in the cache.
  struct Picture: Sendable {
    /// The encoded thumbnail.
    var bytes: [UInt8]
    /// Whether the picture is new enough to be used without a fetch.
    var isFresh: Bool
  }

  private let folder: URL
  /// The maximum total size of the files, in bytes.
  private let sizeLimit: Int
  private let now: @Sendable () -> Date
  /// The total size of the files, in bytes. `nil` until the folder was read.
  private var size: Int?

  /// - Parameters:
  ///   - folder: the folder of the files. It is created when the first picture is stored.
  ///   - sizeLimit: the maximum total size of the files, in bytes.
  package init(folder: URL = ArtworkCache.userFolder, sizeLimit: Int = 100_000_000) {
    self.init(folder: folder, sizeLimit: sizeLimit, now: { Date() })
  }

  init(folder: URL, sizeLimit: Int, now: @escaping @Sendable () -> Date) {
    self.folder = folder
    self.sizeLimit = sizeLimit
    self.now = now
  }

  /// The folder of the user's caches, by the XDG Base Directory Specification: `~/.cache/podcaster/artwork`.
  package static var userFolder: URL {
    URL(filePath: String(cString: g_get_user_cache_dir()), directoryHint: .isDirectory).appending(
      path: "podcaster/artwork", directoryHint: .isDirectory)
  }

  /// Returns the cached picture of an address, and marks the picture as used now. `nil` if the picture is not cached.
  func picture(of address: URL) -> Picture? {
    let file = file(of: address)
    guard let data = try? Data(contentsOf: file), let content = ArtworkFile(data) else { return nil }
    try? FileManager.default.setAttributes([.modificationDate: now()], ofItemAtPath: file.path(percentEncoded: false))
    let age = now().timeIntervalSince(content.fetchedAt)
    // If the clock was set back, the date of the fetch is in the future. If this date is at most a day (86 400 s)
    // away, the picture still counts as fresh.
    return Picture(bytes: content.bytes, isFresh: (-86400...Self.freshTime).contains(age))
  }

  /// Stores the thumbnail of the picture at an address, and replaces an earlier thumbnail. A thumbnail that is larger
  /// than a quarter of the size limit is not stored, because it would evict too many others.
  func store(_ thumbnail: [UInt8], of address: URL) {
    let data = ArtworkFile(bytes: thumbnail, fetchedAt: now()).data
    guard data.count <= sizeLimit / 4 else { return }
    let file = file(of: address)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let earlierSize = Self.size(of: file)
      // An atomic write never leaves a part of a file.
      try data.write(to: file, options: .atomic)
      try? FileManager.default.setAttributes([.modificationDate: now()], ofItemAtPath: file.path(percentEncoded: false))
      if let size {
        self.size = size + data.count - earlierSize
      } else {
        // The files include the new one.
        size = files().reduce(0) { $0 + $1.size }
      }
    } catch {
      // The disk is full, or the folder cannot be written. The picture is fetched again when it is needed again.
      return
    }
    if let size, size > sizeLimit { evict() }
  }

  /// Removes the least recently used files until at most 90 % of the size limit is used.
  private func evict() {
    var files = files().sorted { $0.usedAt < $1.usedAt }[...]
    var size = files.reduce(0) { $0 + $1.size }
    while size > sizeLimit / 10 * 9, let file = files.popFirst() {
      try? FileManager.default.removeItem(at: file.url)
      size -= file.size
    }
    self.size = size
  }

  private func file(of address: URL) -> URL {
    folder.appending(path: Checksum.hexadecimalHash(of: address.absoluteString, .sha256), directoryHint: .notDirectory)
  }

  /// Returns the files in the folder. The date of a file's modification is the date of its last use.
  private func files() -> [(url: URL, size: Int, usedAt: Date)] {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let urls = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))) ?? []
    return urls.map { url in
      let values = try? url.resourceValues(forKeys: keys)
      return (url, values?.fileSize ?? 0, values?.contentModificationDate ?? .distantPast)
    }
  }

  private static func size(of file: URL) -> Int {
    (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
  }
}

/// The content of a cache file: one line with the version of the format, the time of the fetch in seconds since 1970
/// and the hash of the thumbnail's bytes, followed by these bytes.
struct ArtworkFile {
  private static let version = "podcaster-artwork-1"

  var bytes: [UInt8]
  var fetchedAt: Date

  init(bytes: [UInt8], fetchedAt: Date) {
    self.bytes = bytes
    self.fetchedAt = fetchedAt
  }

  /// Reads the data of a file. Returns `nil` if the data are damaged or have another version of the format.
  init?(_ data: Data) {
    // The first line has about 100 bytes. Without a line break in the first 200 bytes, the data are damaged.
    guard let end = data.prefix(200).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let fields = String(decoding: data[..<end], as: UTF8.self).split(separator: " ")
    bytes = Array(data[data.index(after: end)...])
    guard fields.count == 3, fields[0] == Self.version, let seconds = Int64(fields[1]),
      fields[2] == Self.hash(of: bytes)
    else { return nil }
    fetchedAt = Date(timeIntervalSince1970: TimeInterval(seconds))
  }

  var data: Data {
    Data("\(Self.version) \(Int64(fetchedAt.timeIntervalSince1970)) \(Self.hash(of: bytes))\n".utf8) + bytes
  }

  private static func hash(of bytes: [UInt8]) -> String {
    let checksum = Checksum(.sha256)
    checksum.update(Data(bytes))
    return checksum.hexadecimalHash
  }
}
