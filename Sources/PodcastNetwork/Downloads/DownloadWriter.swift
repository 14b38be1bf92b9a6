import Foundation
import Podcasts
import Synchronization

/// The progress of one download. The transfer updates it, and the engine reads it.
final class DownloadCounter: Sendable {
  /// The identity of the partial file's content.
  struct ContentID: Equatable, Sendable {
    /// The size of the complete file.
    var total: Int64
    /// How many times the content was replaced. Bytes of different generations may be from different audio.
    var generation: Int
  }

  fileprivate struct State {
    var progress = Download.Progress()
    var generation = 0
    /// Whether the answer to the latest request was accepted.
    var isAccepted = false
    /// Whether more bytes can arrive.
    var isRunning = true
  }

  private let state = Mutex(State())

  var progress: Download.Progress { state.withLock { $0.progress } }

  /// The identity of the file's content. `nil` until the answer to the latest request is accepted, or if the size of
  /// the complete file is unknown.
  var contentID: ContentID? {
    state.withLock { state in
      guard state.isAccepted, let total = state.progress.total else { return nil }
      return ContentID(total: total, generation: state.generation)
    }
  }

  /// Whether the received bytes belong to this content. Unlike ``contentID``, this is also known between two requests.
  func hasContent(_ id: ContentID) -> Bool { state.withLock { $0.generation == id.generation } }

  /// Whether more bytes can arrive.
  var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Records the size of the partial file before a request, and the expected size of the complete file.
  func prepare(received: Int64, total: Int64?) {
    state.withLock { state in
      state.isAccepted = false
      state.setProgress(Download.Progress(received: received, total: total))
    }
  }

  /// Records the offset in the file at which an accepted answer begins, and the size of the complete file.
  func accept(received: Int64, total: Int64?) {
    state.withLock { state in
      state.isAccepted = true
      state.setProgress(Download.Progress(received: received, total: total))
    }
  }

  /// Records that a number of bytes was written.
  func add(_ count: Int) { state.withLock { $0.progress.received += Int64(count) } }

  /// Records that no more bytes will arrive.
  func end() { state.withLock { $0.isRunning = false } }
}

extension DownloadCounter.State {
  /// Sets the progress. Counts a new generation if the earlier bytes do not belong to the new content, because fewer
  /// bytes are kept or the complete file has another size.
  fileprivate mutating func setProgress(_ new: Download.Progress) {
    if new.received < progress.received || (progress.total != nil && new.total != progress.total) { generation += 1 }
    progress = new
  }
}

/// Writes the body of an answer into a partial file, off the main actor and off the network's thread.
///
/// Nothing is written before the head of the answer and the first bytes are accepted. The source, which identifies the
/// content on the server, is saved before the first byte is written. After a crash, the bytes in the file therefore
/// belong to the saved source.
actor DownloadWriter: BodyReading {
  /// The facts about the request with which the answer is checked.
  struct Request: Sendable {
    var episode: Episode.ID
    /// The address of the episode's audio, before redirects.
    var address: URL
    /// The source of the partial file, if the rest of the file was requested. Otherwise `nil`.
    var source: DownloadRecord.Source?
    /// The size of the partial file, if the rest of the file was requested. Otherwise 0.
    var offset: Int64
    /// The size in the feed, if it is plausible. It is used only if the server sends no size.
    var feedSize: Int64?
    /// The size of the partial file before the attempt. If an answer without a length also ends at this size, the file
    /// counts as complete.
    var formerSize: Int64?
  }

  /// A partial file that is complete.
  struct CompleteFile: Hashable, Sendable {
    /// The name that the file gets.
    var name: String
    var byteCount: Int64
  }

  /// Saves the source of the partial file, and the name that the complete file gets.
  typealias Save = @Sendable (_ source: DownloadRecord.Source, _ name: String) async throws(LibraryError) -> Void

  /// Why the file could not be completed, or why the answer was refused. If this is set, `read` or `finish` has thrown
  /// `.cancelled`.
  private(set) var failure: DownloadFailure?
  /// The saved source of the partial file, and the name that the complete file gets. `nil` before the answer was
  /// accepted.
  private(set) var saved: (source: DownloadRecord.Source, name: String)?

  private let request: Request
  private let folder: DownloadFolder
  /// The head of the answer. `nil` if the address is a file on this computer.
  private let head: HTTPHead?
  /// The address after all redirects.
  private let finalAddress: URL
  private let counter: DownloadCounter
  /// The lowest speed that is allowed: a number of bytes in each window of time.
  private let minimumSpeed: DownloadLimits.Speed
  /// Deletes the files of removed downloads, which are kept for undo.
  private let makeSpace: @Sendable () async -> Void
  private let save: Save
  /// `nil` if the body is not compressed.
  private let decoder: BodyDecoder?
  /// Owned: the partial file. -1 before the answer was accepted.
  private var descriptor: Int32 = -1
  /// The size of the partial file.
  private var size: Int64 = 0
  /// The first bytes of the body, until the answer is accepted. `nil` after that.
  private var unacceptedBytes: Data? = Data()
  /// The name that the complete file gets.
  private var name = ""
  /// The source of this answer's content.
  private var source: DownloadRecord.Source
  /// The start of the current window of ``minimumSpeed``.
  private var windowStart = ContinuousClock.now
  /// How many bytes of the body have arrived in this window.
  private var windowByteCount = 0

  init(
    _ request: Request, answer: HTTPSource, folder: DownloadFolder, counter: DownloadCounter,
    minimumSpeed: DownloadLimits.Speed,
    makeSpace: @escaping @Sendable () async -> Void, save: @escaping Save
  ) {
    self.request = request
    self.folder = folder
    self.counter = counter
    self.minimumSpeed = minimumSpeed
    self.makeSpace = makeSpace
    self.save = save
    head = answer.head
    finalAddress = answer.url
    decoder = answer.gzipCount > 0 ? BodyDecoder(gzipCount: answer.gzipCount) : nil
    source = DownloadRecord.Source(address: request.address)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func read(_ chunk: Data) async throws(FeedError) {
    do throws(DownloadFailure) {
      try checkSpeed(byteCount: chunk.count)
      guard let decoder else { return try await writeOrHold(chunk) }
      for piece in try pieces(of: chunk, from: decoder) { try await writeOrHold(piece) }
    } catch {
      failure = error
      throw .cancelled
    }
  }

  func finish(isCut: Bool) async throws(FeedError) -> CompleteFile {
    do throws(DownloadFailure) {
      if let decoder, !isCut {
        for piece in try pieces(of: nil, from: decoder) { try await writeOrHold(piece) }
      }
      if unacceptedBytes != nil { try await accept() }
      guard descriptor >= 0, fsync(descriptor) == 0 else { throw .error(folder.failure(errno)) }
      try checkCompleteness(isCut: isCut)
      return CompleteFile(name: name, byteCount: size)
    } catch {
      failure = error
      throw .cancelled
    }
  }

  /// Throws an error if the file is not complete.
  private func checkCompleteness(isCut: Bool) throws(DownloadFailure) {
    if isCut { throw .error(.cutOff) }
    guard size > 0 else { throw .error(.empty) }
    if let total = source.total {
      guard size == total else { throw size < total ? .error(.cutOff) : .answerMismatch }
    } else if head != nil, size < request.feedSize ?? .max, size != request.formerSize {
      // Without a length, a closed connection can be the end of the body or an error. libsoup also accepts a closed
      // connection as the end of a chunked body. So the file counts as complete only if it has at least the size in the
      // feed, or the same size as before the attempt.
      throw .error(.cutOff)
    }
  }

  /// Writes bytes, or holds them until the answer is accepted.
  private func writeOrHold(_ data: Data) async throws(DownloadFailure) {
    guard unacceptedBytes != nil else { return try write(data) }
    unacceptedBytes?.append(data)
    if unacceptedBytes?.count ?? 0 >= ContentSniffing.examinedLength { try await accept() }
  }

  /// Checks the head, the first bytes and the free space, opens the partial file, saves the source, and writes the
  /// first bytes. Throws an error if one of these steps fails.
  private func accept() async throws(DownloadFailure) {
    let firstBytes = unacceptedBytes ?? Data()
    let offset = try acceptedOffset(firstBytes)
    do throws(DownloadError) { try folder.make() } catch { throw .error(error) }
    try await checkSpace()
    descriptor = open(folder.partialPath(of: request.episode), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
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
    unacceptedBytes = nil
    try write(firstBytes)
  }

  /// Returns the offset in the file at which the body begins, and sets the source. Throws an error if the answer does
  /// not match the request, or if the answer is a whole file that is a web page or empty.
  private func acceptedOffset(_ firstBytes: Data) throws(DownloadFailure) -> Int64 {
    if let head, head.status == 206 {
      guard request.offset > 0, let knownSource = request.source, let range = head.contentRange,
        range.start == request.offset, decoder == nil,
        range.total == nil || knownSource.total == nil || range.total == knownSource.total,
        knownSource.etag == nil || head.validators.etag == nil || head.validators.etag == knownSource.etag
      else { throw .answerMismatch }
      source = knownSource
      source.total = knownSource.total ?? range.total
      return request.offset
    }
    guard !ContentSniffing.isWebPage(type: head?.contentType, start: firstBytes) else { throw .error(.webPage) }
    guard !firstBytes.isEmpty else { throw .error(.empty) }
    // The length and the validators of a compressed answer belong to the compressed bytes.
    source.total = decoder == nil ? head?.contentLength : nil
    if decoder == nil {
      source.etag = head?.validators.etag
      source.lastModified = head?.validators.lastModified
    }
    return 0
  }

  /// Throws `.diskFull` if the rest of the file does not fit on the disk, even without the files of removed downloads.
  /// These files are deleted first if needed.
  private func checkSpace() async throws(DownloadFailure) {
    if missingSpace > 0 { await makeSpace() }
    let missing = missingSpace
    if missing > 0 { throw .error(.diskFull(needed: missing)) }
  }

  /// How many bytes of the file do not fit on the disk. At most 0 if the file fits, or if its size or the free space is
  /// unknown. The bytes of the partial file are not counted, because they are kept or their space is used again.
  private var missingSpace: Int64 {
    guard let total = source.total, let free = folder.freeSpace() else { return 0 }
    return total - (folder.size(of: folder.partialPath(of: request.episode)) ?? 0) - free
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
        // A count of 0 is treated like a full disk. After an interruption, the bytes are written again.
        guard count < 0, errno == EINTR else { return error = count == 0 ? ENOSPC : errno }
      }
    }
    guard error == 0 else { throw .error(folder.failure(error)) }
    size += Int64(data.count)
    counter.add(data.count)
  }

  /// Counts received bytes. Throws `.timedOut` if fewer bytes than the minimum have arrived in a window. Without this
  /// check, a very slow server could keep the download running for days.
  private func checkSpeed(byteCount: Int) throws(DownloadFailure) {
    windowByteCount += byteCount
    guard .now - windowStart > minimumSpeed.window else { return }
    if windowByteCount < minimumSpeed.bytes {
      throw .error(.timedOut(host: finalAddress.host(percentEncoded: false) ?? ""))
    }
    windowStart = .now
    windowByteCount = 0
  }

  /// Returns the decompressed pieces of a chunk, or the rest of the body if `chunk` is `nil`.
  private func pieces(of chunk: Data?, from decoder: BodyDecoder) throws(DownloadFailure) -> [Data] {
    var pieces: [Data] = []
    do throws(FeedError) {
      if let chunk {
        try decoder.decode(chunk) { piece throws(FeedError) in pieces.append(piece) }
      } else {
        try decoder.finish { piece throws(FeedError) in pieces.append(piece) }
      }
    } catch {
      // The compressed body ends too early, or is damaged.
      throw error == .truncated ? .error(.cutOff) : .answerMismatch
    }
    return pieces
  }
}

extension UnsafeRawBufferPointer.SubSequence {
  fileprivate var baseAddress: UnsafeRawPointer? { base.baseAddress.map { $0 + startIndex } }
}

/// Why an attempt ended.
enum DownloadFailure: Error, Hashable, Sendable {
  /// An error of the download. After a transient error, another attempt may follow: ``DownloadError/maySucceedSoon``.
  case error(DownloadError)
  /// The server requests to wait for this time.
  case busy(host: String, wait: Duration)
  /// The answer does not match the request, so the file must be requested from its start.
  case answerMismatch
  /// The download was stopped.
  case cancelled
}
