import Foundation
import Podcasts

/// Fetches a part of a stream, from an offset to the end of the audio, or until the receiver needs no more.
struct StreamTransfer: Sendable {
  /// Identifies the audio that a server sends. All answers for a stream must have the size and the validators of the
  /// first answer.
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

  /// Fetches the bytes from an offset on, and passes them to the receiver, until it needs no more or the audio ends.
  ///
  /// - Parameter content: The content of earlier answers, or `nil` for the first request. If the answer has other
  ///   content or is not audio, `FeedError.serverError` is thrown with the status of the answer.
  func fetch(from offset: Int64, of content: Content?, into receiver: any StreamReceiver) async throws(FeedError) {
    // If a host inserts advertisements, each request to the first address can be redirected to other audio. So later
    // requests use the address after all redirects. It lacks the user name and the password, so do not use it if
    // `address` contains them.
    var request = HTTPRequest(address.user == nil ? content?.address ?? address : address)
    request.pieceSize = Self.pieceSize
    request.headers = ["Range": "bytes=\(offset)-", "Accept-Encoding": "identity"]
    if let etag = content?.validators.etag, etag.hasPrefix("\"") { request.headers["If-Range"] = etag }
    _ = try await HTTPTransfer.fetch(request, session: session, limits: limits) {
      StreamReading($0, offset: offset, content: content, receiver: receiver)
    }
  }
}

/// Stores the bytes of a ``StreamTransfer``.
protocol StreamReceiver: Sendable {
  /// Called before the first bytes of an answer. Returns `false` if the content cannot be stored.
  func accept(_ content: StreamTransfer.Content) -> Bool
  /// Stores bytes of the stream. Returns `false` if the bytes after them are not needed, or if they cannot be written.
  func receive(_ bytes: Data, at offset: Int64) -> Bool
}

/// Checks the head and the first bytes of an answer, and passes its body to the receiver.
private actor StreamReading: BodyReading {
  private let head: HTTPHead?
  /// The content of earlier answers. `nil` for the first request.
  private let content: StreamTransfer.Content?
  /// The content of this answer. `nil` if the answer is not the requested range.
  private let answerContent: StreamTransfer.Content?
  private let receiver: any StreamReceiver
  /// The offset of the next piece in the audio.
  private var offset: Int64
  private var isAccepted = false
  private(set) var isSatisfied = false

  init(_ source: HTTPSource, offset: Int64, content: StreamTransfer.Content?, receiver: any StreamReceiver) {
    head = source.head
    self.offset = offset
    self.content = content
    self.receiver = receiver
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
      guard let answerContent, hasExpectedContent(answerContent), content != nil || isAudio(chunk),
        receiver.accept(answerContent)
      else {
        throw .serverError(status: head?.status ?? 0)
      }
      isAccepted = true
    }
    let total = answerContent?.total ?? 0
    let piece = chunk.prefix(Int(min(Int64(chunk.count), max(0, total - offset))))
    let needsMore = receiver.receive(piece, at: offset)
    offset += Int64(piece.count)
    // A server may send more bytes than it has declared.
    isSatisfied = !needsMore || offset >= total
  }

  /// Whether an answer has the same content as the earlier answers, if there are any.
  private func hasExpectedContent(_ answer: StreamTransfer.Content) -> Bool {
    guard let content else { return true }
    return answer.total == content.total && answer.validators.etag == content.validators.etag
      && answer.validators.lastModified == content.validators.lastModified
  }

  /// Whether the first bytes may be audio: they are neither a web page nor an HLS playlist.
  private func isAudio(_ start: Data) -> Bool {
    let type = head?.contentType ?? ""
    return !type.contains("mpegurl") && !start.starts(with: Data("#EXTM3U".utf8))
      && !ContentSniffing.isWebPage(type: type, start: start)
  }

  func finish(isCut: Bool) throws(FeedError) {
    if isCut { throw .truncated }
    // The answer had no body.
    if !isAccepted { throw .serverError(status: head?.status ?? 0) }
  }
}
