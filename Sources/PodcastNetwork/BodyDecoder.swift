import Foundation
import Podcasts

/// Decompresses the body of an HTTP answer piece by piece, once for each layer of gzip. A layer that does not begin
/// with the signature of gzip is passed through unchanged, even if the head of the answer declares gzip.
final class BodyDecoder {
  private var layers: [GzipLayer]

  /// Creates a decoder for one body.
  ///
  /// - Parameter gzipCount: The maximum number of gzip layers in the body.
  init(gzipCount: Int) { layers = (0..<gzipCount).map { _ in GzipLayer() } }

  /// Decompresses the next piece, and passes the result to `take`. Decompressed data are passed in pieces of a bounded
  /// size. Throws `.notAFeed` if the data are damaged, and rethrows the errors of `take`.
  func decode(_ data: Data, into take: (Data) throws(FeedError) -> Void) throws(FeedError) {
    try decode(data, from: 0, into: take)
  }

  /// Passes the remaining bytes to `take`. Throws `.truncated` if the compressed data have not ended.
  func finish(into take: (Data) throws(FeedError) -> Void) throws(FeedError) {
    for (index, layer) in layers.enumerated() {
      let rest = try layer.finish()
      if !rest.isEmpty { try decode(rest, from: index + 1, into: take) }
    }
  }

  /// Decompresses data by the layer at an index and by all layers after it.
  private func decode(_ data: Data, from index: Int, into take: (Data) throws(FeedError) -> Void) throws(FeedError) {
    guard index < layers.count else { return try take(data) }
    try layers[index].decode(data) { piece throws(FeedError) in try self.decode(piece, from: index + 1, into: take) }
  }
}

/// One layer of the body: gzip or uncompressed data. The first two bytes determine the format.
private final class GzipLayer {
  private enum State {
    /// Fewer than two bytes have arrived. They are held until the format is known.
    case beginning(Data)
    case plain
    case compressed(Gunzip)
  }

  private var state = State.beginning(Data())

  func decode(_ data: Data, into take: (Data) throws(FeedError) -> Void) throws(FeedError) {
    switch state {
    case .plain: try take(data)
    case .compressed(let gunzip): try decompress(data, gunzip, take)
    case .beginning(let start):
      let start = start + data
      guard start.count >= 2 else { return state = .beginning(start) }
      if let gunzip = Gunzip(ifCompressed: start) {
        state = .compressed(gunzip)
        try decompress(start, gunzip, take)
      } else {
        state = .plain
        try take(start)
      }
    }
  }

  /// Returns the held byte if the data ended before their second byte, and otherwise no bytes. Throws `.truncated` if
  /// the compressed data have not ended.
  func finish() throws(FeedError) -> Data {
    switch state {
    case .beginning(let start): return start
    case .plain: return Data()
    case .compressed(let gunzip):
      guard gunzip.isAtEnd else { throw .truncated }
      return Data()
    }
  }

  private func decompress(_ data: Data, _ gunzip: Gunzip, _ take: (Data) throws(FeedError) -> Void) throws(FeedError) {
    do throws(Gunzip.Failure) {
      try gunzip.decompress(data, into: take)
    } catch {
      switch error {
      case .damaged(let reason): throw .notAFeed(reason: reason)
      // `take` has thrown this error.
      case .refused(let error): throw error
      }
    }
  }
}
