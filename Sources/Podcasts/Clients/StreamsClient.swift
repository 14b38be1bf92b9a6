package import Foundation

/// Stores the audio of streams, so that the player reads the same audio again after a seek.
///
/// A stream is audio that plays from the web without a download. Many servers insert different advertisements into each
/// answer, so the bytes of two answers cannot be combined. `PodcastNetwork` makes the live client.
package struct StreamsClient: Sendable {
  /// Returns an address on this machine for the audio at an address on the web. The audio is received into a temporary
  /// file while it plays. If the player needs bytes that will not arrive soon, they are requested from the server.
  /// Requests to the returned address fail if the server sends other audio for a later part. For a stream that was
  /// received completely, the address of the file is returned. Only the three streams that were used last are kept.
  ///
  /// Returns `nil` if the player has to play the address on the web, because the stream cannot be received or stored:
  /// for example, the server does not support byte ranges or sends no size, the answer is not audio, the disk is full,
  /// or the server has sent other audio for a later part. Also returns `nil` if the calling task is cancelled.
  package var source: @Sendable (_ address: URL) async -> URL?
  /// Returns whether a stream was received completely after the last call of ``source``. The next call of ``source``
  /// then returns the file, in which a seek is exact.
  package var isNewlyReceived: @Sendable (_ address: URL) async -> Bool

  /// Returns the received audio of a stream, or `nil` if the stream is not kept.
  package var kept: @Sendable (_ address: URL) async -> KeptStream?

  package init(
    source: @escaping @Sendable (_ address: URL) async -> URL?,
    isNewlyReceived: @escaping @Sendable (_ address: URL) async -> Bool,
    kept: @escaping @Sendable (_ address: URL) async -> KeptStream? = { _ in nil }
  ) {
    self.source = source
    self.isNewlyReceived = isNewlyReceived
    self.kept = kept
  }

  /// A client that stores nothing.
  package static let none = StreamsClient(source: { _ in nil }, isNewlyReceived: { _ in false })
}

/// The received audio of a stream, or of a running download.
package struct KeptStream: Sendable {
  /// An address whose next answer is likely to be the same audio, usually the address after all redirects. `nil` if no
  /// such address is known.
  package var address: URL?
  /// Returns `count` bytes that begin at an offset, or fewer at the end of the audio. Returns `nil` if one of the bytes
  /// was not received.
  package var bytes: @Sendable (_ offset: Int, _ count: Int) async -> [UInt8]?

  package init(address: URL?, bytes: @escaping @Sendable (_ offset: Int, _ count: Int) async -> [UInt8]?) {
    self.address = address
    self.bytes = bytes
  }
}
