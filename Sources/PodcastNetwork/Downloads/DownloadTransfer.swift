import Foundation
import Podcasts
import Synchronization

/// Downloads one file. A partial file is continued. After some failures, such as a transient error, the transfer makes
/// another attempt. The complete file is verified and gets its final name.
struct DownloadTransfer: Sendable {
  /// The sessions of the two user agents. The second session is used after a host has refused the first user agent.
  struct Sessions: Sendable {
    let first: HTTPSession
    let second: HTTPSession
  }

  /// The largest piece that is read at once, in bytes. Large pieces need less CPU time than small ones.
  private static let pieceSize = 262_144

  let sessions: Sessions
  let folder: DownloadFolder
  let limits: DownloadLimits
  /// Deletes the files of removed downloads, which are only kept for undo. Called when the disk is full.
  let makeSpace: @Sendable () async -> Void
  /// Records the source of the partial file, and the name that the complete file gets. The source identifies the
  /// content on the server.
  let save:
    @Sendable (_ episode: Episode.ID, _ source: DownloadRecord.Source, _ name: String) async throws(LibraryError) ->
      Void

  /// The properties of one attempt, which depend on the attempts before.
  private struct Attempt {
    var usesSecondAgent = false
    /// Whether the partial file is replaced from its start.
    var startsOver = false
    /// The number of failures after which the transfer waited. After an attempt that made progress, its failure is
    /// counted as the first one, unless the server requested the wait.
    var failures = 0
    /// The size of the partial file before the attempt. If an answer has no length, and the file ends
    /// at this size once more, the file counts as complete.
    var formerSize: Int64?
  }

  /// Downloads the file of a record. Throws `.cancelled` if the calling task is cancelled. The partial file is then
  /// kept.
  @concurrent
  func run(
    _ record: DownloadRecord, counter: DownloadCounter
  ) async throws(DownloadFailure) -> DownloadWriter.CompleteFile {
    var record = record
    var attempt = Attempt(formerSize: folder.size(of: folder.partialPath(of: record.id)))
    while true {
      let receivedBefore = counter.progress.received
      do throws(DownloadFailure) {
        let complete = try await download(&record, attempt, counter)
        do throws(DownloadError) { try folder.complete(record.id, as: complete.name) } catch { throw .error(error) }
        return complete
      } catch {
        let hasProgress = counter.progress.received - receivedBefore >= limits.progressBytes
        attempt = try await next(attempt, after: error, hasProgress: hasProgress)
        attempt.formerSize = folder.size(of: folder.partialPath(of: record.id))
      }
    }
  }

  /// Returns the next attempt, after a wait if the failure requires one. Throws an error if no further attempt is
  /// allowed.
  private func next(
    _ attempt: Attempt, after failure: DownloadFailure, hasProgress: Bool
  ) async throws(DownloadFailure) -> Attempt {
    var next = attempt
    switch failure {
    case .cancelled: throw .cancelled
    case .answerMismatch:
      guard !attempt.startsOver else { throw .error(.contradictoryServer) }
      next.startsOver = true
    case .error(.refused) where !attempt.usesSecondAgent: next.usesSecondAgent = true
    case .error(let error) where error.maySucceedSoon:
      next.startsOver = false
      if hasProgress { next.failures = 0 }
      try await pause(before: &next, orThrow: failure)
    case .busy(_, let wait):
      // If the server requests a longer wait than the one before the next attempt, the download fails, and
      // `DownloadRetries` plans a retry.
      guard next.failures < limits.attemptWaits.count, wait <= limits.attemptWaits[next.failures] else { throw failure }
      try await pause(before: &next, orThrow: failure)
    case .error: throw failure
    }
    return next
  }

  /// Waits before the next attempt, and counts the failure. Throws the failure if all attempts were made.
  private func pause(before attempt: inout Attempt, orThrow failure: DownloadFailure) async throws(DownloadFailure) {
    guard attempt.failures < limits.attemptWaits.count else { throw failure }
    do { try await Task.sleep(for: limits.attemptWaits[attempt.failures]) } catch { throw .cancelled }
    attempt.failures += 1
  }

  /// Makes one attempt. If the attempt fails, updates the record with the source of the partial file and the final
  /// name, so that the next attempt can continue the file.
  private func download(
    _ record: inout DownloadRecord, _ attempt: Attempt, _ counter: DownloadCounter
  ) async throws(DownloadFailure) -> DownloadWriter.CompleteFile {
    let request = request(for: record, attempt)
    counter.prepare(received: request.offset, total: request.source?.total)
    if let total = request.source?.total, total == request.offset, let name = record.file {
      // An earlier run of the program ended after it had written the last byte, and before it gave the file its name.
      return DownloadWriter.CompleteFile(name: name, byteCount: total)
    }
    let writerOfAnswer = WriterOfAnswer()
    do throws(FeedError) {
      return try await fetch(record.enclosure.url, request, attempt, counter, writerOfAnswer)
    } catch {
      let last = writerOfAnswer.value.withLock { $0 }
      if let saved = await last?.saved { (record.source, record.file) = (saved.source, saved.name) }
      throw await last?.failure ?? DownloadFailure(error, host: record.enclosure.url.host(percentEncoded: false) ?? "")
    }
  }

  /// Returns the request for the rest of the file if the server can check that the partial file has the same content as
  /// the file on the server. Otherwise returns the request for the whole file.
  private func request(for record: DownloadRecord, _ attempt: Attempt) -> DownloadWriter.Request {
    var request = DownloadWriter.Request(
      episode: record.id, address: record.enclosure.url, offset: 0,
      // Many feeds contain a small number instead of the size in bytes. Ignore such a number.
      feedSize: record.enclosure.byteCount.flatMap { $0 >= 10_000 ? $0 : nil },
      formerSize: attempt.formerSize)
    guard !attempt.startsOver, let source = record.source, source.validator(for: record.enclosure.url) != nil,
      let size = folder.size(of: folder.partialPath(of: record.id)), size > 0, size <= source.total ?? .max
    else { return request }
    request.source = source
    request.offset = size
    return request
  }

  /// Sends a request, and writes the answer into the partial file. Stores the writer in `writerOfAnswer`.
  private func fetch(
    _ address: URL, _ request: DownloadWriter.Request, _ attempt: Attempt, _ counter: DownloadCounter,
    _ writerOfAnswer: WriterOfAnswer
  ) async throws(FeedError) -> DownloadWriter.CompleteFile {
    let makeWriter: @Sendable (HTTPSource) -> DownloadWriter = { [folder, limits, makeSpace, save] answer in
      let writer = DownloadWriter(
        request, answer: answer, folder: folder, counter: counter, minimumSpeed: limits.minimumSpeed,
        makeSpace: makeSpace,
        save: { (source, name) throws(LibraryError) in try await save(request.episode, source, name) })
      writerOfAnswer.value.withLock { $0 = writer }
      return writer
    }
    switch address.scheme?.lowercased() {
    case "file": return try await LocalFile.read(address, by: makeWriter(HTTPSource(url: address)))
    case "http", "https": break
    default: throw .notAnAddress
    }
    var httpRequest = HTTPRequest(address)
    httpRequest.pieceSize = Self.pieceSize
    httpRequest.headers["Accept-Encoding"] = "identity"
    if let validator = request.source?.validator(for: address) {
      httpRequest.headers["Range"] = "bytes=\(request.offset)-"
      httpRequest.headers["If-Range"] = validator
    }
    let session = attempt.usesSecondAgent ? sessions.second : sessions.first
    let answer = try await HTTPTransfer.fetch(httpRequest, session: session, limits: limits.transfer, by: makeWriter)
    guard let complete = answer.content else { throw .serverError(status: answer.head.status) }
    return complete
  }
}

/// Holds the writer of an attempt's answer, or `nil` before the answer. A writer that has failed contains the failure.
private final class WriterOfAnswer: Sendable {
  let value = Mutex<DownloadWriter?>(nil)
}

extension DownloadRecord.Source {
  /// Returns the value of `If-Range`: the strong entity tag, or else the date if the source has this address. Returns
  /// `nil` if neither of them identifies the content.
  func validator(for address: URL) -> String? {
    if let etag, etag.hasPrefix("\""), HTTPRequest.isFieldValue(etag) { return etag }
    guard self.address == address, let lastModified, HTTPRequest.isFieldValue(lastModified) else { return nil }
    return lastModified
  }
}

extension DownloadFailure {
  /// Converts a transfer's error. `host` is used if the error itself names no host.
  init(_ error: FeedError, host: String) {
    switch error {
    case .cancelled: self = .cancelled
    // The server has no bytes at the requested offset.
    case .serverError(status: 416): self = .answerMismatch
    case .busy(let host, let wait?): self = .busy(host: host, wait: wait)
    default: self = .error(DownloadError(error, host: host))
    }
  }
}

extension DownloadError {
  /// Converts a transfer's error. `host` is used if the error itself names no host.
  fileprivate init(_ error: FeedError, host: String) {
    switch error {
    case .notAnAddress: self = .notAnAddress
    case .notFound, .gone, .emptyFolder: self = .notFound
    case .permissionDenied(let file):
      self = .notWritable(path: file.path(percentEncoded: false), reason: "permission denied")
    case .unreachable(let host, let reason): self = .unreachable(host: host, reason: reason)
    case .untrusted(let host): self = .untrusted(host: host)
    case .unauthorized(let host, _): self = .unauthorized(host: host)
    case .busy(let host, _): self = .busy(host: host)
    case .timedOut(let host): self = .timedOut(host: host)
    case .redirectsToPrivateNetwork, .tooManyRedirects, .redirectsNowhere: self = .redirectsNowhere
    case .serverError(status: 403), .serverError(status: 406): self = .refused(host: host)
    case .serverError(let status): self = .serverError(status: status)
    case .webPage: self = .webPage
    // Transfers from a server do not have these errors. For a local file, `.notAFeed` is an error of the system.
    case .tooLarge, .notAFeed, .hostile, .noEpisodes: self = .contradictoryServer
    case .truncated, .cancelled: self = .cutOff
    }
  }
}
