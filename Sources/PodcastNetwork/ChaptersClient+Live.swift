import FeedParsing
package import Foundation
package import Podcasts

extension ChaptersClient {
  /// Returns a client that reads chapters from the file of chapters that the feed names, from the feed, and from the
  /// audio. If the feed is on the web, a file of chapters in a private network is not requested.
  ///
  /// - Parameters:
  ///   - version: The program's version, for the user agent, `Podcaster/VERSION`.
  ///   - credentials: Finds credentials after an answer of 401.
  ///   - streams: Returns the audio that the player has received.
  ///   - runningDownload: Returns the received audio of the download that the player plays, by the address of the
  ///     audio.
  ///   - limits: The limits of a file of chapters.
  ///   - audioLimit: The largest number of bytes that are read from the audio on the web.
  ///   - queue: The queue of the program's short transfers.
  package static func live(
    version: String, credentials: CredentialsClient = .unavailable, streams: StreamsClient = .none,
    runningDownload: @escaping @Sendable (_ audio: URL) async -> KeptStream? = { _ in nil },
    limits: TransferLimits = .chapters,
    audioLimit: Int = 8_000_000, queue: TransferQueue = TransferQueue()
  ) -> ChaptersClient {
    let session = HTTPSession(
      userAgent: "Podcaster/\(version)", kind: .chapters, queue: queue, credentials: credentials)
    let reader = ChaptersReader(session: session, limits: limits, audioLimit: audioLimit)
    let recent = RecentChapters()
    return ChaptersClient { sources in
      var sources = sources
      let receivedAudio = await sources.receivedAudio(in: streams, orIn: runningDownload)
      // Without received audio, the chapters do not depend on the player, so they can be cached.
      if receivedAudio == nil { sources.playbackKind = nil }
      if let cached = await recent.chapters(of: sources) { return cached }
      async let audioChapters = reader.chapters(inAudio: sources.audio, received: receivedAudio)
      let cachedFileChapters = await recent.fileChapters(of: sources)
      let fileChapters: [Chapter]? =
        if let cachedFileChapters {
          cachedFileChapters
        } else {
          await reader.chapters(inFile: sources.file, referrer: sources.referrer)
        }
      // The arrays are in the order of their priority.
      let chapters = EpisodeChapters(merging: [fileChapters ?? [], sources.feedChapters, await audioChapters])
      // If the file could not be read, or the task was cancelled, nothing is cached. So the next call reads the
      // chapters again.
      if let fileChapters, !Task.isCancelled { await recent.store(chapters, fileChapters: fileChapters, of: sources) }
      return chapters
    }
  }
}

extension ChapterSources {
  /// Returns the bytes of ``audio`` that the player has received from a kept stream or a running download. Returns
  /// `nil` if the player does not play this audio from such a source.
  fileprivate func receivedAudio(
    in streams: StreamsClient, orIn runningDownload: @Sendable (_ audio: URL) async -> KeptStream?
  ) async -> KeptStream? {
    guard let audio else { return nil }
    return switch playbackKind {
    case .keptStream: await streams.kept(audio)
    case .runningDownload: await runningDownload(audio)
    case .file, .address, nil: nil
    }
  }
}

extension TransferLimits {
  /// The limits of a file of chapters. Real files have about ten thousand bytes.
  package static let chapters = TransferLimits(size: 2_000_000, total: .seconds(30), idle: .seconds(15))
}

/// Caches the chapters that were read last, because the page of an episode and the player read the same chapters.
private actor RecentChapters {
  /// The largest number of cached entries.
  private static let limit = 4
  /// The entries, the newest first.
  private var entries: [(sources: ChapterSources, fileChapters: [Chapter], chapters: EpisodeChapters)] = []

  /// Returns the cached chapters of the same sources, or `nil`. Chapters of received audio are always read again,
  /// because each answer of a server can have different audio, with chapters at other times.
  func chapters(of sources: ChapterSources) -> EpisodeChapters? {
    sources.playbackKind != nil ? nil : entries.first { $0.sources == sources }?.chapters
  }

  /// Returns the cached chapters of the same file of chapters. Returns `nil` if no entry has this file.
  func fileChapters(of sources: ChapterSources) -> [Chapter]? {
    entries.first { $0.sources.file == sources.file }?.fileChapters
  }

  /// Adds an entry. If the sources include received audio, only the chapters of the file are used again.
  func store(_ chapters: EpisodeChapters, fileChapters: [Chapter], of sources: ChapterSources) {
    entries = [(sources, fileChapters, chapters)] + entries.filter { $0.sources != sources }.prefix(Self.limit - 1)
  }
}

/// Reads chapters from files of chapters on the web and from audio.
private struct ChaptersReader: Sendable {
  let session: HTTPSession
  /// The limits of a file of chapters.
  let limits: TransferLimits
  /// The largest number of bytes that are read from the audio on the web.
  let audioLimit: Int

  /// Reads the listed chapters of the file of chapters at `address`. The feed at `referrer` names this file. Returns an
  /// empty array if `address` is `nil`, and `nil` if the file is not on the web or cannot be read.
  func chapters(inFile address: URL?, referrer: URL?) async -> [Chapter]? {
    guard let address else { return [] }
    guard ["http", "https"].contains(address.scheme?.lowercased()) else { return nil }
    do throws(FeedError) {
      let bytes = try await HTTPTransfer.bytes(
        HTTPRequest(address, referrer: referrer), session: session, limits: limits)
      guard let found = ChaptersJSON.chapters(in: bytes, base: address) else { return nil }
      return found.filter(\.isListed).map { Chapter($0, picture: $0.picture?.address) }
    } catch {
      return nil
    }
  }

  /// Reads the listed chapters in an audio file on this machine or in audio on the web. Bytes that the player has
  /// received are not requested. Returns an empty array if there are no chapters or the audio cannot be read.
  func chapters(inAudio address: URL?, received: KeptStream?) async -> [Chapter] {
    guard let address else { return [] }
    let bytes: AudioBytes
    switch address.scheme?.lowercased() {
    case "file":
      guard let file = AudioFile(address) else { return [] }
      bytes = AudioBytes { offset, count in file.read(from: offset, count: count) }
    case "http", "https":
      let audioOnWeb = AudioOnWeb(address, session: session, limit: audioLimit, playerAudio: received)
      bytes = AudioBytes { offset, count in await audioOnWeb.read(from: offset, count: count) }
    default: return []
    }
    var chapters: [Chapter] = []
    for chapter in await AudioChapters.read(bytes) where chapter.isListed {
      chapters.append(Chapter(chapter, picture: await picture(chapter.picture)))
    }
    return chapters
  }

  /// Returns the address of a picture. The bytes of a picture in the audio become a `data:` address with a thumbnail.
  /// Returns `nil` if there is no picture, or if the bytes are too many or cannot be decoded.
  private func picture(_ picture: ParsedChapter.Picture?) async -> URL? {
    switch picture {
    case nil: return nil
    case .address(let address): return address
    case .bytes(let bytes):
      guard bytes.count <= TransferLimits.artwork.size, let thumbnail = await Thumbnail.make(of: bytes) else {
        return nil
      }
      // A JPEG file begins with these two bytes. Other thumbnails are PNG files.
      let type = thumbnail.starts(with: [0xFF, 0xD8]) ? "jpeg" : "png"
      return URL(string: "data:image/\(type);base64,\(Data(thumbnail).base64EncodedString())")
    }
  }
}

extension ParsedChapter.Picture {
  fileprivate var address: URL? {
    if case .address(let address) = self { address } else { nil }
  }
}

extension Chapter {
  fileprivate init(_ chapter: ParsedChapter, picture: URL?) {
    self.init(
      start: chapter.start, end: chapter.end, title: chapter.title, websiteURL: chapter.websiteURL, pictureURL: picture)
  }
}

/// An open audio file that can be read at any offset.
private final class AudioFile: Sendable {
  private let descriptor: Int32

  /// Opens a file. Returns `nil` if the file cannot be opened.
  init?(_ file: URL) {
    // Without `O_NONBLOCK`, opening a named pipe would wait for a writer.
    descriptor = Glibc.open(file.path(percentEncoded: false), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Returns `count` bytes from an offset on, or fewer if the file ends before. Returns none after an error, and if the
  /// task is cancelled.
  func read(from offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, count > 0, !Task.isCancelled, let size = size, offset < size else { return [] }
    return [UInt8](unsafeUninitializedCapacity: min(count, size - offset)) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
    }
  }

  /// The size of the file in bytes. `nil` if the file is not a regular file, or if its size cannot be read.
  private var size: Int? {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }
}
