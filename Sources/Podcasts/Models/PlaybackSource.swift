package import Foundation

/// The source from which the player reads the bytes of an episode's audio.
package struct PlaybackSource: Hashable, Sendable {
  /// The kind of a source. The audio from two sources of one episode may contain different advertisements.
  package enum Kind: Hashable, Sendable {
    /// The file of a complete download.
    case file
    /// A running download, whose bytes are read from an address on this machine. The file of the complete download has
    /// the same bytes.
    case runningDownload
    /// A stream that ``StreamsClient`` stores in a file during playback. The player reads the stream from an address on
    /// this machine. Once the stream is complete, the player reads the file.
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
