import Foundation
import Podcasts

/// Fetches a part of a stream, from an offset to the end of the file or until no more is needed.
struct StreamTransfer: Sendable {
  /// The content of a server's first answer. All later answers must have the same size and validators.
  struct Content: Hashable, Sendable {
    /// Where the audio is, after all redirects.
    var address: URL
    /// The size of the file.
    var total: Int64
    var validators: FeedValidators
  }

  /// The largest piece that is read at once, in bytes. Large pieces need less CPU time.
  private static let pieceSize = 262_144

  let address: URL
  let session: HTTPSession
  let limits: TransferLimits

  /// Fetches the bytes from an offset on, and passes them to the file.
  ///
  /// - Parameter content: The content of earlier answers, or `nil` for the first request. For an answer with other
  ///   content, `FeedError.serverError` is thrown with the status of the answer.
  func fetch(from offset: Int64, of content: Content?, into file: any StreamReceiver) async throws(FeedError) {
    // Each request to an address with inserted advertisements can lead to other audio, so the address after all
    // redirects is requested. It has no user and password, so an address that has them is requested itself.
    var request = HTTPRequest(address.user == nil ? content?.address ?? address : address)
    request.pieceSize = Self.pieceSize
    request.headers = ["Range": "bytes=\(offset)-", "Accept-Encoding": "identity"]
    if let etag = content?.validators.etag, etag.hasPrefix("\"") { request.headers["If-Range"] = etag }
    _ = try await HTTPTransfer.fetch(request, session: session, limits: limits) {
      StreamReading($0, offset: offset, content: content, file: file)
    }
  }
}

/// Receives the bytes of a ``StreamTransfer``.
protocol StreamReceiver: Sendable {
  /// Accepts the content of the first answer. Returns `false` if the file cannot be kept.
  func accept(_ content: StreamTransfer.Content) -> Bool
  /// Stores bytes of the stream. Returns `false` if the bytes after them are not needed, or if they cannot be written.
  func receive(_ bytes: Data, at offset: Int64) -> Bool
}

/// Checks the head of an answer, and passes its body to the file.
private actor StreamReading: BodyReading {
  private let head: HTTPHead?
  private let content: StreamTransfer.Content?
  private let found: StreamTransfer.Content?
  private let file: any StreamReceiver
  private var offset: Int64
  private var isAccepted = false
  private(set) var isSatisfied = false

  init(_ source: HTTPSource, offset: Int64, content: StreamTransfer.Content?, file: any StreamReceiver) {
    head = source.head
    self.offset = offset
    self.content = content
    self.file = file
    let range = source.head?.contentRange
    if let head = source.head, head.status == 206, let range, range.start == offset, let total = range.total,
      range.end == total - 1,
      source.gzipCount == 0
    {
      found = StreamTransfer.Content(address: source.url, total: total, validators: head.validators)
    } else {
      found = nil
    }
  }

  func read(_ chunk: Data) throws(FeedError) {
    if !isAccepted {
      guard let found, isSame(found), content != nil || isAudio(chunk), file.accept(found) else {
        throw .serverError(status: head?.status ?? 0)
      }
      isAccepted = true
    }
    let total = found?.total ?? 0
    let piece = chunk.prefix(Int(min(Int64(chunk.count), max(0, total - offset))))
    let needsMore = file.receive(piece, at: offset)
    offset += Int64(piece.count)
    // An answer may be longer than it declares.
    isSatisfied = !needsMore || offset >= total
  }

  /// Whether an answer continues the content of the earlier ones.
  private func isSame(_ found: StreamTransfer.Content) -> Bool {
    guard let content else { return true }
    return found.total == content.total && found.validators.etag == content.validators.etag
      && found.validators.lastModified == content.validators.lastModified
  }

  /// Whether the first bytes are audio. An HLS playlist is not.
  private func isAudio(_ start: Data) -> Bool {
    let type = head?.contentType ?? ""
    return !type.contains("mpegurl") && !start.starts(with: Data("#EXTM3U".utf8))
      && !ContentSniffing.isPage(type: type, start: start)
  }

  func finish(isCut: Bool) throws(FeedError) {
    if isCut { throw .truncated }
    // The answer had no body.
    if !isAccepted { throw .serverError(status: head?.status ?? 0) }
  }
}
