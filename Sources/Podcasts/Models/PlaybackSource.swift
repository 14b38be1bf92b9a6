package import Foundation

/// The source from which the player reads the bytes of an episode's audio.
package struct PlaybackSource: Hashable, Sendable {
  /// The kind of a source. Two sources of one episode may have different advertisements.
  package enum Kind: Hashable, Sendable {
    /// The file of a complete download.
    case file
    /// A running download, whose bytes are read from an address on this machine. The file of the complete download has
    /// the same bytes.
    case runningDownload
    /// A stream that ``StreamsClient`` stores while it plays. The player reads it from an address on this machine.
    /// After it was received completely, the player reads its file.
    case keptStream
    /// The address of the audio in the feed.
    case address
  }

  package var url: URL
  package var kind: Kind

  package init(_ url: URL, _ kind: Kind = .address) {
    self.url = url
    self.kind = kind
  }
}
