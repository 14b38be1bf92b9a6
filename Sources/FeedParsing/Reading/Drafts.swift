import Foundation
import Podcasts

/// A text that several elements can have, with a rank for each kind of element. The first text of the highest rank is
/// kept.
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

/// The description of a show or an episode, from the kind of element that usually has the longest one.
struct SummaryDraft {
  /// The text as bytes, so that only the final one is converted to a string.
  private var bytes: [UInt8] = []
  private var rank = 0

  var text: String { bytes.string }

  /// Whether an element has a higher rank than the element of the current text.
  func wants(_ element: FeedElement) -> Bool { Self.rank(element) > rank }

  /// Sets the text, if the element has a higher rank than the element of the current text.
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

/// The picture of a show or an episode, from the element with the highest rank.
struct ArtworkDraft {
  enum Rank: Int {
    case none, icon, image, thumbnail, itunes
  }

  private(set) var address: String?
  private var rank = Rank.none

  /// Sets an unresolved address, if its rank is higher than the current one. Returns whether there is an address.
  @discardableResult
  mutating func take(_ address: String?, rank: Rank) -> Bool {
    guard let address, !address.isEmpty else { return false }
    if rank.rawValue > self.rank.rawValue { (self.address, self.rank) = (address, rank) }
    return true
  }
}

/// The people, support pages and location of a show or an episode.
struct PeopleDraft {
  private(set) var people: [FeedPerson] = []
  private(set) var funding: [FeedLink] = []
  private(set) var location: String?
  private var person = FeedPerson(name: "")
  private var fundingURL: URL?

  private static let limit = 100

  /// Reads the attributes of an element. Returns whether its text is needed, or `nil` if it is another kind of element.
  mutating func begin(_ start: StartedElement, addresses: FeedAddresses) -> Bool? {
    switch start.element {
    case .person:
      guard people.count < Self.limit else { return false }
      person = FeedPerson(
        name: "", role: start.value(.role)?.lowercased() ?? "host",
        pictureURL: start.address(.img).flatMap(addresses.picture),
        websiteURL: start.address(.href).flatMap(addresses.page))
      return true
    case .funding:
      fundingURL = start.address(.url).flatMap(addresses.page)
      return fundingURL != nil
    case .location: return location == nil
    default: return nil
    }
  }

  /// Sets the value of an element from its text. Returns `false` if it is another kind of element.
  mutating func end(_ element: FeedElement, _ text: [UInt8]) -> Bool {
    switch element {
    case .person:
      person.name = TitleText.text(text)
      if !person.name.isEmpty { people.append(person) }
    case .funding: addFunding(fundingURL, title: TitleText.text(text))
    case .location:
      if case let name = TitleText.text(text), !name.isEmpty { location = name }
    default: return false
    }
    return true
  }

  mutating func addFunding(_ url: URL?, title: String) {
    guard let url, funding.count < Self.limit else { return }
    funding.append(FeedLink(url: url, title: title))
  }
}

/// Names of people in texts that may also contain a mail address.
enum PersonName {
  /// Returns the name without the mail address: `Ann Lee` for `ann@radio.example (Ann Lee)` and `Ann Lee
  /// <ann@radio.example>`.
  static func name(_ text: [UInt8]) -> String {
    let name = TitleText.text(text)
    guard name.utf8.contains(UInt8(ascii: "@")) else { return name }
    if let start = name.firstIndex(of: "("), let end = name.lastIndex(of: ")"), start < end {
      let inside = name[name.index(after: start)..<end].trimmed
      if !inside.isEmpty { return inside }
    }
    if let start = name.firstIndex(of: "<"), case let front = name[..<start].trimmed, !front.isEmpty { return front }
    return name
  }
}

/// Parses the Boolean values of feeds.
enum Flag {
  static func bool(_ text: [UInt8]) -> Bool? {
    if text.isASCII("yes") || text.isASCII("true") || text.isASCII("1") { return true }
    return text.isASCII("no") || text.isASCII("false") || text.isASCII("0") ? false : nil
  }

  static func explicit(_ text: [UInt8]) -> Bool? {
    if text.isASCII("explicit") { return true }
    return text.isASCII("clean") ? false : bool(text)
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  /// The bytes as text, without white space at both ends.
  var string: String { String(decoding: trimmingXMLSpace, as: UTF8.self) }
}
