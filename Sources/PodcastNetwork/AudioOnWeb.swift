import Foundation
import Podcasts

/// Reads the parts of audio on the web that may contain chapters, with range requests. A part that was received is read
/// again without a request.
///
/// A server that does not support ranges sends the file from its beginning. Then only the beginning is read, up to the
/// number of requested bytes. Bytes that the player has received are not requested again, because a server that inserts
/// advertisements may send different audio in a second answer.
actor AudioOnWeb {
  /// The smallest range that is requested, in bytes, unless fewer bytes may be requested. Callers read small parts one
  /// after the other, so one request serves several reads.
  private static let blockSize = 131_072
  /// The largest number of requests for one episode. The limit bounds the work for damaged audio.
  private static let maxRequests = 40

  /// The address to which requests are sent. `nil` if the answers may differ from the audio that the player has
  /// received.
  private let address: URL?
  private let session: HTTPSession
  /// The audio that the player has received, or `nil`.
  private let playerAudio: KeptStream?
  /// How many more bytes may be requested.
  private var remainingByteCount: Int
  private var requestCount = 0
  /// The received parts of the audio, each with its offset.
  private var parts: [(offset: Int, bytes: [UInt8])] = []
  /// Whether ranges that do not begin at 0 may be requested. `false` after an error or an answer with no range.
  private var supportsRanges = true

  /// Creates a reader of the audio at an address. If `playerAudio` is not `nil`, its address is used instead.
  ///
  /// - Parameter limit: How many bytes may be requested in total.
  init(_ address: URL, session: HTTPSession, limit: Int, playerAudio: KeptStream? = nil) {
    self.address = if let playerAudio { playerAudio.address } else { address }
    self.playerAudio = playerAudio
    self.session = session
    remainingByteCount = limit
  }

  /// Returns `count` bytes from an offset on. Returns fewer bytes, or none, at the end of the audio or if the others
  /// cannot be read.
  func read(from offset: Int, count: Int) async -> [UInt8] {
    guard offset >= 0, count > 0, offset < .max - count else { return [] }
    if let received = await playerAudio?.bytes(offset, count) { return received }
    if let bytes = completeBytes(from: offset, count: count) { return bytes }
    // If the offset is within or directly after a received part, the request continues at the end of this part.
    let precedingPart = parts.first { $0.offset <= offset && offset <= $0.offset + $0.bytes.count }
    let start = precedingPart.map { $0.offset + $0.bytes.count } ?? offset
    await fetch(from: start, count: max(offset + count - start, Self.blockSize))
    return completeBytes(from: offset, count: count) ?? availableBytes(from: offset, count: count)
  }

  /// Returns `count` bytes from an offset on if all of them were received, else `nil`.
  private func completeBytes(from offset: Int, count: Int) -> [UInt8]? {
    let bytes = availableBytes(from: offset, count: count)
    return bytes.count == count ? bytes : nil
  }

  /// Returns the received bytes from an offset on, at most `count`.
  private func availableBytes(from offset: Int, count: Int) -> [UInt8] {
    guard let part = parts.first(where: { $0.offset <= offset && offset < $0.offset + $0.bytes.count }) else {
      return []
    }
    return Array(part.bytes.dropFirst(offset - part.offset).prefix(count))
  }

  /// Requests at most `count` bytes from an offset on, and keeps the received bytes.
  private func fetch(from start: Int, count: Int) async {
    let count = min(count, remainingByteCount)
    guard let address, count > 0, requestCount < Self.maxRequests, supportsRanges || start == 0 else { return }
    requestCount += 1
    var request = HTTPRequest(address)
    request.headers = ["Range": "bytes=\(start)-\(start + count - 1)", "Accept-Encoding": "identity"]
    do throws(FeedError) {
      let answer = try await HTTPTransfer.fetch(request, session: session, limits: .chapters) { _ in
        BeginningReading(limit: count)
      }
      guard let bytes = answer.content else { return }
      remainingByteCount -= bytes.count
      if answer.head.status != 206 { supportsRanges = false }
      // An answer with another status than 206 (partial content) has the file from its beginning.
      let offset = answer.head.status == 206 ? answer.head.contentRange.map { Int($0.start) } : 0
      if let offset, offset == start || offset == 0 { store(bytes, at: offset) }
    } catch {
      // The server refuses ranges, or it cannot be reached. This error is not reported, because the player reports
      // errors of the audio.
      supportsRanges = false
    }
  }

  private func store(_ bytes: [UInt8], at offset: Int) {
    if let index = parts.firstIndex(where: { $0.offset + $0.bytes.count == offset }) {
      parts[index].bytes += bytes
    } else {
      parts.append((offset, bytes))
    }
  }
}

/// Collects the beginning of a body, up to a limit in bytes. The transfer ends at the limit.
actor BeginningReading: BodyReading {
  private let limit: Int
  private var bytes: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  func read(_ chunk: Data) throws(FeedError) { bytes += chunk.prefix(limit - bytes.count) }

  var isSatisfied: Bool { bytes.count >= limit }

  func finish(isCut: Bool) throws(FeedError) -> [UInt8] { bytes }
}
