import Foundation
import Podcasts

/// Fetches a part of a *stream*, the audio that is played while it is fetched. The part begins at an offset. It ends at
/// the end of the audio, or when the receiver needs no more.
struct StreamTransfer: Sendable {
  /// The version of the audio in an answer. A server may send other audio in a later answer. So all answers for a
  /// stream must have the size and the validators of the first answer.
  struct AudioVersion: Hashable, Sendable {
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

  /// Fetches the bytes from an offset on, and passes them to the receiver, until the receiver needs no more or the
  /// audio ends.
  ///
  /// - Parameter version: The version in earlier answers, or `nil` for the first request.
  /// - Throws: `FeedError.serverError` with the status of the answer, if the answer is not the requested range, has
  ///   another version or is not audio, or if the receiver does not accept the answer. Other errors if the transfer
  ///   fails.
  func fetch(from offset: Int64, of version: AudioVersion?, into receiver: any StreamReceiver) async throws(FeedError) {
    // If a host inserts advertisements, each request to the first address can be redirected to other audio. So later
    // requests use the address after all redirects. That address contains no user name and no password. If `address`
    // contains them, all requests use `address`.
    var request = HTTPRequest(address.user == nil ? version?.address ?? address : address)
    request.pieceSize = Self.pieceSize
    request.headers = ["Range": "bytes=\(offset)-", "Accept-Encoding": "identity"]
    // `If-Range` does not allow weak ETags, which begin with `W/`.
    if let etag = version?.validators.etag, etag.hasPrefix("\"") { request.headers["If-Range"] = etag }
    _ = try await HTTPTransfer.fetch(request, session: session, limits: limits) {
      StreamReading($0, offset: offset, version: version, receiver: receiver)
    }
  }
}

/// Stores the bytes of a ``StreamTransfer``.
protocol StreamReceiver: Sendable {
  /// Called before the first bytes of an answer. Returns `false` if the audio cannot be stored.
  func accept(_ version: StreamTransfer.AudioVersion) -> Bool
  /// Stores bytes of the stream. Returns `false` if these bytes cannot be written, or if no more bytes are needed.
  func receive(_ bytes: Data, at offset: Int64) -> Bool
}

/// Checks the head and the first bytes of an answer, and passes its body to the receiver.
private actor StreamReading: BodyReading {
  private let head: HTTPHead?
  /// The version in earlier answers. `nil` for the first request.
  private let version: StreamTransfer.AudioVersion?
  /// The version in this answer. `nil` if the answer is compressed, or is not the requested range to the end of the
  /// audio.
  private let answerVersion: StreamTransfer.AudioVersion?
  private let receiver: any StreamReceiver
  /// The offset of the next piece in the audio.
  private var offset: Int64
  /// Whether the receiver has accepted the answer.
  private var isAccepted = false
  private(set) var isSatisfied = false

  init(_ source: HTTPSource, offset: Int64, version: StreamTransfer.AudioVersion?, receiver: any StreamReceiver) {
    head = source.head
    self.offset = offset
    self.version = version
    self.receiver = receiver
    let range = source.head?.contentRange
    if let head = source.head, head.status == 206, let range, range.start == offset, let total = range.total,
      range.end == total - 1,
      source.gzipCount == 0
    {
      answerVersion = StreamTransfer.AudioVersion(address: source.url, total: total, validators: head.validators)
    } else {
      answerVersion = nil
    }
  }

  func read(_ chunk: Data) throws(FeedError) {
    if !isAccepted {
      guard let answerVersion, hasExpectedVersion(answerVersion), version != nil || isAudio(chunk),
        receiver.accept(answerVersion)
      else {
        throw .serverError(status: head?.status ?? 0)
      }
      isAccepted = true
    }
    let total = answerVersion?.total ?? 0
    let piece = chunk.prefix(Int(min(Int64(chunk.count), max(0, total - offset))))
    let needsMore = receiver.receive(piece, at: offset)
    offset += Int64(piece.count)
    // A server may send more bytes than it has declared.
    isSatisfied = !needsMore || offset >= total
  }

  /// Whether an answer has the same version as the earlier answers, if there are any.
  private func hasExpectedVersion(_ answer: StreamTransfer.AudioVersion) -> Bool {
    guard let version else { return true }
    return answer.total == version.total && answer.validators.etag == version.validators.etag
      && answer.validators.lastModified == version.validators.lastModified
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
