import Foundation
import Podcasts

/// Fetches a part of a stream, from an offset to the end of the audio, or until the receiver needs no more.
struct StreamTransfer: Sendable {
  /// The content of a server's first answer. All later answers must have the same size and validators.
  struct Content: Hashable, Sendable {
    /// The address of the audio after all redirects.
    var address: URL
    /// The size of the complete audio, in bytes.
    var total: Int64
    var validators: FeedValidators
  }

  /// The largest piece that is read at once, in bytes. Large pieces need less CPU time.
  private static let pieceSize = 262_144

  /// The address of the stream, before redirects.
  let address: URL
  let session: HTTPSession
  let limits: TransferLimits

  /// Fetches the bytes from an offset on, and passes them to the file, until the file needs no more or the audio ends.
  ///
  /// - Parameter content: The content of earlier answers, or `nil` for the first request. If the answer has other
  ///   content or is not audio, `FeedError.serverError` is thrown with the status of the answer.
  func fetch(from offset: Int64, of content: Content?, into file: any StreamReceiver) async throws(FeedError) {
    // If a host inserts advertisements, each request to the first address can be redirected to other audio. So later
    // requests use the address after all redirects. That address has no user name and password, so an address that has
    // them is always used itself.
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
  /// Prepares the file for the content of an answer. Returns `false` if the file cannot store it.
  func accept(_ content: StreamTransfer.Content) -> Bool
  /// Stores bytes of the stream. Returns `false` if the bytes after them are not needed, or if they cannot be written.
  func receive(_ bytes: Data, at offset: Int64) -> Bool
}

/// Checks the head and the first bytes of an answer, and passes its body to the file.
private actor StreamReading: BodyReading {
  private let head: HTTPHead?
  /// The content of earlier answers. `nil` for the first request.
  private let content: StreamTransfer.Content?
  /// The content of this answer. `nil` if the answer is not the requested range.
  private let answerContent: StreamTransfer.Content?
  private let file: any StreamReceiver
  /// The offset of the next piece in the audio.
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
      answerContent = StreamTransfer.Content(address: source.url, total: total, validators: head.validators)
    } else {
      answerContent = nil
    }
  }

  func read(_ chunk: Data) throws(FeedError) {
    if !isAccepted {
      guard let answerContent, isSame(answerContent), content != nil || isAudio(chunk), file.accept(answerContent)
      else {
        throw .serverError(status: head?.status ?? 0)
      }
      isAccepted = true
    }
    let total = answerContent?.total ?? 0
    let piece = chunk.prefix(Int(min(Int64(chunk.count), max(0, total - offset))))
    let needsMore = file.receive(piece, at: offset)
    offset += Int64(piece.count)
    // A server may send more bytes than it has declared.
    isSatisfied = !needsMore || offset >= total
  }

  /// Whether this answer has the same content as the earlier answers.
  private func isSame(_ other: StreamTransfer.Content) -> Bool {
    guard let content else { return true }
    return other.total == content.total && other.validators.etag == content.validators.etag
      && other.validators.lastModified == content.validators.lastModified
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
