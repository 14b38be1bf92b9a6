package import Foundation

/// Where the player gets the bytes of an audio.
package struct PlaybackSource: Hashable, Sendable {
  /// The kind of a source. Two sources of one episode may have different advertisements.
  package enum Kind: Hashable, Sendable {
    /// The file of a complete download.
    case file
    /// A running download, over an address on this machine. When the download is complete, its file has the same bytes.
    case runningDownload
    /// A stream that is kept while it plays: an address on this machine, or the file once it was received completely.
    case keptStream
    /// The audio's own address.
    case address
  }

  package var url: URL
  package var kind: Kind

  package init(_ url: URL, _ kind: Kind = .address) {
    self.url = url
    self.kind = kind
  }
}
