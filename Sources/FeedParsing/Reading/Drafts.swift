import Foundation
import Podcasts

/// A text that several elements may give, of which some count more than others. The first of the most important kind counts.
struct RankedText {
  private(set) var text = ""
  private var rank = 0

  func wants(_ rank: Int) -> Bool { rank > self.rank }

  mutating func set(_ text: String, rank: Int) {
    guard wants(rank), !text.isEmpty else { return }
    self.text = text
    self.rank = rank
  }
}

/// The fullest description of a show or an episode, out of the elements that may have one.
struct SummaryDraft {
  /// Bytes, so that only the one that counts becomes a string.
  private var bytes: [UInt8] = []
  private var rank = 0

  var text: String { bytes.string }

  /// Whether an element has more than the text that is known.
  func wants(_ element: FeedElement) -> Bool { Self.rank(element) > rank }

  /// Takes the text of an element, if it is more than the one that is known.
  mutating func set(_ element: FeedElement, _ text: [UInt8]) {
    guard wants(element), !text.isEmpty else { return }
    bytes = text
    rank = Self.rank(element)
  }

  private static func rank(_ element: FeedElement) -> Int {
    switch element {
    case .contentEncoded, .atomContent: 4
    case .description: 3
    case .itunesSummary, .atomSummary: 2
    case .itunesSubtitle, .subtitle: 1
    default: 0
    }
  }
}

/// The picture of a show or an episode, out of the elements that may have one.
struct ArtworkDraft {
  enum Rank: Int {
    case none, icon, image, thumbnail, itunes
  }

  private(set) var address: String?
  private var rank = Rank.none

  /// Takes an address as it is written, and returns whether there was one.
  @discardableResult
  mutating func take(_ address: String?, rank: Rank) -> Bool {
    guard let address, !address.isEmpty else { return false }
    if rank.rawValue > self.rank.rawValue { (self.address, self.rank) = (address, rank) }
    return true
  }
}

/// People, pages for support and the place of a show or an episode.
struct PeopleDraft {
  private(set) var people: [FeedPerson] = []
  private(set) var funding: [FeedLink] = []
  private(set) var location: String?
  private var person = FeedPerson(name: "")
  private var fundingURL: URL?

  private static let limit = 100

  /// Takes the attributes of an element, and returns whether its text is of use, or `nil` if it is none of these elements.
  mutating func begin(_ start: StartedElement, addresses: FeedAddresses) -> Bool? {
    switch start.element {
    case .person:
      guard people.count < Self.limit else { return false }
      person = FeedPerson(
        name: "", role: start.value(.role)?.lowercased() ?? "host", pictureURL: start.address(.img).flatMap(addresses.picture),
        websiteURL: start.address(.href).flatMap(addresses.page))
      return true
    case .funding:
      fundingURL = start.address(.url).flatMap(addresses.page)
      return fundingURL != nil
    case .location: return location == nil
    default: return nil
    }
  }

  /// Takes the text of an element, and returns whether it is one of these elements.
  mutating func end(_ element: FeedElement, _ text: [UInt8]) -> Bool {
    switch element {
    case .person:
      person.name = PlainText.text(text)
      if !person.name.isEmpty { people.append(person) }
    case .funding: addFunding(fundingURL, title: PlainText.text(text))
    case .location:
      if case let place = PlainText.text(text), !place.isEmpty { location = place }
    default: return false
    }
    return true
  }

  mutating func addFunding(_ url: URL?, title: String) {
    guard let url, funding.count < Self.limit else { return }
    funding.append(FeedLink(url: url, title: title))
  }
}

/// Names of people where feeds have an address as well.
enum PersonName {
  /// `ann@radio.example (Ann Lee)` and `Ann Lee <ann@radio.example>` are `Ann Lee`.
  static func name(_ text: [UInt8]) -> String {
    let name = PlainText.text(text)
    guard name.utf8.contains(UInt8(ascii: "@")) else { return name }
    if let start = name.firstIndex(of: "("), let end = name.lastIndex(of: ")"), start < end {
      let inside = name[name.index(after: start)..<end].trimmed
      if !inside.isEmpty { return inside }
    }
    if let start = name.firstIndex(of: "<"), case let front = name[..<start].trimmed, !front.isEmpty { return front }
    return name
  }
}

/// Values that mean yes or no.
enum Flag {
  static func yes(_ text: [UInt8]) -> Bool? {
    if text.isASCII("yes") || text.isASCII("true") || text.isASCII("1") { return true }
    return text.isASCII("no") || text.isASCII("false") || text.isASCII("0") ? false : nil
  }

  static func explicit(_ text: [UInt8]) -> Bool? {
    if text.isASCII("explicit") { return true }
    return text.isASCII("clean") ? false : yes(text)
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  /// The bytes as text, without the white space around it.
  var string: String { String(decoding: trimmingXMLSpace, as: UTF8.self) }
}
