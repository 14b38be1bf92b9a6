import Foundation

/// What is known so far of a feed's channel.
struct ChannelDraft {
  var title = ""
  var author = ""
  var summary = SummaryDraft()
  var artworkURL: URL?
  var websiteURL: URL?
  var language: String?
  private var isArtworkFromITunes = false

  /// Takes the text of an element of the channel. Of several of a kind, the first that says something counts.
  mutating func set(_ element: FeedElement, _ text: [UInt8]) {
    switch element {
    case .title, .itunesTitle:
      if title.isEmpty { title = PlainText.text(text) }
    case .itunesAuthor: author = PlainText.text(text)
    case .creator:
      if author.isEmpty { author = PlainText.text(text) }
    case .language:
      if language == nil, case let text = text.string, !text.isEmpty { language = text }
    default: summary.set(element, text)
    }
  }

  /// Takes a picture. iTunes' is larger than RSS's, so it wins.
  mutating func setArtwork(_ url: URL?, isFromITunes: Bool) {
    guard let url, artworkURL == nil || (isFromITunes && !isArtworkFromITunes) else { return }
    artworkURL = url
    isArtworkFromITunes = isFromITunes
  }
}

/// The longest that a feed says of a show or an episode, out of the elements that may say it.
struct SummaryDraft {
  private(set) var text = ""
  private var rank = 0

  /// Whether an element says more than what is known.
  func wants(_ element: FeedElement) -> Bool { Self.rank(element) > rank }

  /// Takes the text of an element, if it says more than what is known.
  mutating func set(_ element: FeedElement, _ bytes: [UInt8]) {
    guard wants(element), case let text = bytes.string, !text.isEmpty else { return }
    self.text = text
    rank = Self.rank(element)
  }

  private static func rank(_ element: FeedElement) -> Int {
    switch element {
    case .contentEncoded: 4
    case .description: 3
    case .itunesSummary: 2
    case .itunesSubtitle: 1
    default: 0
    }
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  /// The bytes as text, without the white space around it.
  var string: String { String(decoding: trimmingXMLSpace, as: UTF8.self) }
}
