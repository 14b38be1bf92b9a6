import Foundation
import Podcasts
import Synchronization

/// The progress of one download, which the network writes and the engine reads.
final class DownloadCounter: Sendable {
  /// The identity of the partial file's content.
  struct Content: Equatable, Sendable {
    /// The size of the complete file.
    var total: Int64
    /// How many times the file was started over. Bytes of different generations do not fit together.
    var generation: Int
  }

  fileprivate struct State {
    var progress = Download.Progress()
    var generation = 0
    var isAccepted = false
    var isRunning = true
  }

  private let state = Mutex(State())

  var progress: Download.Progress { state.withLock { $0.progress } }

  /// The content of the file. `nil` before the server's answer was accepted, or if the server sent no size.
  var content: Content? {
    state.withLock { state in
      guard state.isAccepted, let total = state.progress.total else { return nil }
      return Content(total: total, generation: state.generation)
    }
  }

  /// Whether the bytes so far belong to this content, also between two requests.
  func isSame(_ content: Content) -> Bool { state.withLock { $0.generation == content.generation } }

  /// Whether more bytes can come.
  var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Records the size of the partial file before a request.
  func prepare(received: Int64, total: Int64?) {
    state.withLock { state in
      state.isAccepted = false
      state.note(Download.Progress(received: received, total: total))
    }
  }

  /// Records the offset at which an accepted answer begins.
  func accept(received: Int64, total: Int64?) {
    state.withLock { state in
      state.isAccepted = true
      state.note(Download.Progress(received: received, total: total))
    }
  }

  func add(_ count: Int) { state.withLock { $0.progress.received += Int64(count) } }

  /// Records that no more bytes come.
  func end() { state.withLock { $0.isRunning = false } }
}

extension DownloadCounter.State {
  /// Sets the progress. Counts a new generation if the bytes before no longer belong to the file.
  fileprivate mutating func note(_ new: Download.Progress) {
    if new.received < progress.received || (progress.total != nil && new.total != progress.total) { generation += 1 }
    progress = new
  }
}

/// Writes the body of an answer into a partial file, off the main actor and off the network's thread.
///
/// Nothing is written before the head of the answer and the first bytes are accepted. Then the source is saved. After a
/// crash, the bytes in the file belong to this source.
actor DownloadWriting: BodyReading {
  /// The part of a request that the answer must match.
  struct Request: Sendable {
    var episode: Episode.ID
    /// The address of the episode.
    var address: URL
    /// The content of the partial file, if the rest of it was requested.
    var source: DownloadRecord.Source?
    /// The size of the partial file, if the rest of it was requested. Else 0.
    var offset: Int64
    /// The size in the feed, if it is plausible. It is used only if the server sends no size.
    var feedSize: Int64?
    /// The size of the partial file before the attempt. An answer without a length that ends at this size again counts
    /// as complete.
    var formerSize: Int64?
  }

  /// A complete partial file.
  struct Complete: Hashable, Sendable {
    var name: String
    var byteCount: Int64
  }

  typealias Save = @Sendable (_ source: DownloadRecord.Source, _ name: String) async throws(LibraryError) -> Void

  /// Why the file could not be written, or the answer was refused. `read` throws `.cancelled` then.
  private(set) var failure: DownloadFailure?
  /// The saved content and name of the partial file, once the answer was accepted.
  private(set) var saved: (source: DownloadRecord.Source, name: String)?

  private let request: Request
  private let folder: DownloadFolder
  private let head: HTTPHead?
  private let address: URL
  private let counter: DownloadCounter
  private let minimum: DownloadLimits.Speed
  private let makeSpace: @Sendable () async -> Void
  private let save: Save
  private let decoder: BodyDecoder?
  private var descriptor: Int32 = -1
  private var size: Int64 = 0
  /// The first bytes, before they are accepted.
  private var start: Data? = Data()
  private var name = ""
  private var source: DownloadRecord.Source
  private var windowStart = ContinuousClock.now
  private var windowCount = 0

  init(
    _ request: Request, answer: HTTPSource, folder: DownloadFolder, counter: DownloadCounter,
    minimum: DownloadLimits.Speed,
    makeSpace: @escaping @Sendable () async -> Void, save: @escaping Save
  ) {
    self.request = request
    self.folder = folder
    self.counter = counter
    self.minimum = minimum
    self.makeSpace = makeSpace
    self.save = save
    head = answer.head
    address = answer.url
    decoder = answer.gzipCount > 0 ? BodyDecoder(gzipCount: answer.gzipCount) : nil
    source = DownloadRecord.Source(address: request.address)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func read(_ chunk: Data) async throws(FeedError) {
    do throws(DownloadFailure) {
      try checkSpeed(chunk.count)
      guard let decoder else { return try await take(chunk) }
      for piece in try pieces(of: chunk, decoder) { try await take(piece) }
    } catch {
      failure = error
      throw .cancelled
    }
  }

  func finish(isCut: Bool) async throws(FeedError) -> Complete {
    do throws(DownloadFailure) {
      if let decoder, !isCut {
        for piece in try pieces(of: nil, decoder) { try await take(piece) }
      }
      if start != nil { try await accept() }
      guard descriptor >= 0, fsync(descriptor) == 0 else { throw .error(folder.failure(errno)) }
      try check(isCut: isCut)
      return Complete(name: name, byteCount: size)
    } catch {
      failure = error
      throw .cancelled
    }
  }

  /// Throws if the file is not complete.
  private func check(isCut: Bool) throws(DownloadFailure) {
    if isCut { throw .error(.cutOff) }
    guard size > 0 else { throw .error(.empty) }
    if let total = source.total {
      guard size == total else { throw size < total ? .error(.cutOff) : .contradiction }
    } else if head != nil, size < request.feedSize ?? .max, size != request.formerSize {
      // Without a length, a closed connection can be the end of the body or an error. libsoup also accepts it as the
      // end of chunks.
      throw .error(.cutOff)
    }
  }

  private func take(_ data: Data) async throws(DownloadFailure) {
    guard start != nil else { return try write(data) }
    start?.append(data)
    if start?.count ?? 0 >= ContentSniffing.length { try await accept() }
  }

  /// Decides by the head and the first bytes whether and where the body is written, and writes the first bytes.
  private func accept() async throws(DownloadFailure) {
    let first = start ?? Data()
    let offset = try acceptedOffset(first)
    do throws(DownloadError) { try folder.make() } catch { throw .error(error) }
    try await checkSpace()
    descriptor = open(folder.part(of: request.episode), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0, ftruncate(descriptor, off_t(offset)) == 0,
      lseek(descriptor, off_t(offset), SEEK_SET) == off_t(offset)
    else {
      throw .error(folder.failure(errno))
    }
    size = offset
    counter.accept(received: offset, total: source.total)
    name = DownloadName.name(of: request.episode, address: request.address, contentType: head?.contentType)
    do throws(LibraryError) {
      try await save(source, name)
    } catch {
      throw .error(.library(reason: String(describing: error)))
    }
    saved = (source, name)
    start = nil
    try write(first)
  }

  /// Returns the offset in the file at which the body begins, and sets the source.
  private func acceptedOffset(_ first: Data) throws(DownloadFailure) -> Int64 {
    if let head, head.status == 206 {
      guard request.offset > 0, let known = request.source, let range = head.contentRange,
        range.start == request.offset, decoder == nil,
        range.total == nil || known.total == nil || range.total == known.total,
        known.etag == nil || head.validators.etag == nil || head.validators.etag == known.etag
      else { throw .contradiction }
      source = known
      source.total = known.total ?? range.total
      return request.offset
    }
    guard !ContentSniffing.isPage(type: head?.contentType, start: first) else { throw .error(.webPage) }
    guard !first.isEmpty else { throw .error(.empty) }
    source.total = decoder == nil ? head?.contentLength : nil
    if decoder == nil {
      source.etag = head?.validators.etag
      source.lastModified = head?.validators.lastModified
    }
    return 0
  }

  /// Throws if the rest of the file does not fit on the disk, also without the removed files that are kept for undo.
  private func checkSpace() async throws(DownloadFailure) {
    if missingSpace > 0 { await makeSpace() }
    let missing = missingSpace
    if missing > 0 { throw .error(.diskFull(needed: missing)) }
  }

  /// How many bytes of the file do not fit on the disk. A partial file that is replaced frees its space.
  private var missingSpace: Int64 {
    guard let total = source.total, let free = folder.freeSpace() else { return 0 }
    return total - (folder.size(of: folder.part(of: request.episode)) ?? 0) - free
  }

  private func write(_ data: Data) throws(DownloadFailure) {
    var error: Int32 = 0
    data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          rest = rest.dropFirst(count)
          continue
        }
        guard count < 0, errno == EINTR else { return error = count == 0 ? ENOSPC : errno }
      }
    }
    guard error == 0 else { throw .error(folder.failure(error)) }
    size += Int64(data.count)
    counter.add(data.count)
  }

  /// Throws `.timedOut` if too few bytes arrive in each window. A very slow server would keep the download running for
  /// days.
  private func checkSpeed(_ count: Int) throws(DownloadFailure) {
    windowCount += count
    guard .now - windowStart > minimum.window else { return }
    if windowCount < minimum.bytes { throw .error(.timedOut(host: address.host(percentEncoded: false) ?? "")) }
    windowStart = .now
    windowCount = 0
  }

  /// Returns the decompressed pieces of a chunk, or the rest if `chunk` is `nil`.
  private func pieces(of chunk: Data?, _ decoder: BodyDecoder) throws(DownloadFailure) -> [Data] {
    var pieces: [Data] = []
    do throws(FeedError) {
      if let chunk {
        try decoder.decode(chunk) { piece throws(FeedError) in pieces.append(piece) }
      } else {
        try decoder.finish { piece throws(FeedError) in pieces.append(piece) }
      }
    } catch {
      throw error == .truncated ? .error(.cutOff) : .contradiction
    }
    return pieces
  }
}

extension UnsafeRawBufferPointer.SubSequence {
  fileprivate var baseAddress: UnsafeRawPointer? { base.baseAddress.map { $0 + startIndex } }
}

/// Why an attempt ended.
enum DownloadFailure: Error, Hashable, Sendable {
  case error(DownloadError)
  /// The server requests a later retry, after this time.
  case busy(host: String, wait: Duration)
  /// The answer does not fit the request, so the file must be requested from its start.
  case contradiction
  /// The download was stopped.
  case cancelled
}
