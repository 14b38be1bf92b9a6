package import Foundation

/// Keeps the audio of the streams that play, so that a seek finds the same audio again.
///
/// Many servers insert advertisements into each answer, so that the bytes of two answers do not fit together. `PodcastNetwork` makes the live client.
package struct StreamsClient: Sendable {
  /// Returns an address on this machine for the audio at an address of the web. The audio is received into a temporary file meanwhile. The bytes
  /// of a place that were not received are requested from the server. The address fails if the server sends other audio in the meantime. The result
  /// is `nil` if the server does not support byte ranges or gives no size, or if the answer is no audio. The stream then plays from its own address.
  /// Only the last three streams are kept. A cancelled task receives `nil`. For a stream that was received completely, it is the file itself.
  package var source: @Sendable (_ address: URL) async -> URL?
  /// Whether a stream was received completely since ``source`` returned an address of it. Now ``source`` returns its file, in which each place is found
  /// exactly.
  package var isReceived: @Sendable (_ address: URL) async -> Bool

  /// Returns the received audio of a stream, or `nil` if the stream is not kept.
  package var kept: @Sendable (_ address: URL) async -> KeptStream?

  package init(
    source: @escaping @Sendable (_ address: URL) async -> URL?, isReceived: @escaping @Sendable (_ address: URL) async -> Bool,
    kept: @escaping @Sendable (_ address: URL) async -> KeptStream? = { _ in nil }
  ) {
    self.source = source
    self.isReceived = isReceived
    self.kept = kept
  }

  /// A client that keeps nothing.
  package static let none = StreamsClient(source: { _ in nil }, isReceived: { _ in false })
}

/// The received audio of a stream.
package struct KeptStream: Sendable {
  /// Where the audio is, after all redirects. A request to this address is likely to have the same audio.
  package var address: URL
  /// Returns bytes, fewer than requested at the end of the audio. `nil` if one of them was not received.
  package var bytes: @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?

  package init(address: URL, bytes: @escaping @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?) {
    self.address = address
    self.bytes = bytes
  }
}
