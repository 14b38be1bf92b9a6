import Foundation
import Podcasts

// A draft collects the values of a show or an episode while the feed is being read.

/// A text that a feed may have in several elements, such as `title` and `media:title`. Each element has a rank, from 1
/// on. The first text of the highest rank is kept.
struct RankedText {
  private(set) var text = ""
  private var rank = 0

  /// Whether a rank is higher than the rank of the current text.
  func accepts(_ rank: Int) -> Bool { rank > self.rank }

  /// Sets the text, if it is not empty and its rank is higher than the rank of the current text.
  mutating func set(_ text: String, rank: Int) {
    guard accepts(rank), !text.isEmpty else { return }
    self.text = text
    self.rank = rank
  }
}

/// The description of a show or an episode. Elements whose descriptions are usually longer have a higher rank. The
/// first description of the highest rank is kept.
struct SummaryDraft {
  /// The text as bytes, so that only the final text is converted to a string.
  private var bytes: [UInt8] = []
  /// The rank of the current text's element.
  private var rank = 0

  var text: String { bytes.string }

  /// Whether an element has a higher rank than the element of the current text.
  func accepts(_ element: FeedElement) -> Bool { Self.rank(element) > rank }

  /// Sets the text, if it is not empty and the element has a higher rank than the element of the current text.
  mutating func set(_ element: FeedElement, _ text: [UInt8]) {
    guard accepts(element), !text.isEmpty else { return }
    bytes = text
    rank = Self.rank(element)
  }

  /// Returns the rank of an element, or 0 if the element contains no description.
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
  /// The ranks of the elements that contain an address, the lowest rank first. `none` is the rank before an address is
  /// set.
  enum Rank: Int {
    case none, icon, image, thumbnail, itunes
  }

  private(set) var address: String?
  private var rank = Rank.none

  /// Sets an address, which may be relative, if `rank` is higher than the rank of the current address. Returns `false`
  /// if the address is missing or empty.
  @discardableResult
  mutating func set(_ address: String?, rank: Rank) -> Bool {
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
  /// The person whose name is being read, without the name.
  private var person = FeedPerson(name: "")
  /// The address of the support page whose title is being read.
  private var fundingURL: URL?

  /// The maximum number of people, and also of support pages.
  private static let limit = 100

  /// Reads the attributes of a person, a support page or a location. Returns whether the element's text is needed, or
  /// `nil` for any other element.
  mutating func begin(_ start: StartedElement, addresses: FeedAddresses) -> Bool? {
    switch start.element {
    case .person:
      guard people.count < Self.limit else { return false }
      // A person without a role is a host, as the specification of `podcast:person` requires.
      person = FeedPerson(
        name: "", role: start.shortValue(.role)?.lowercased() ?? "host",
        pictureURL: start.address(.img).flatMap(addresses.picture),
        websiteURL: start.address(.href).flatMap(addresses.webAddress))
      return true
    case .funding:
      fundingURL = start.address(.url).flatMap(addresses.webAddress)
      return fundingURL != nil
    case .location: return location == nil
    default: return nil
    }
  }

  /// Sets the value of a person, a support page or a location from the element's text. Returns `false` for any other
  /// element.
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

/// Reads the name of a person from a text that may also contain a mail address.
enum PersonName {
  /// Returns the name without the mail address: `Ann Lee` for `ann@radio.example (Ann Lee)` and `Ann Lee
  /// <ann@radio.example>`. Returns the whole text if it has no mail address, or no name in one of these forms.
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

/// Parses the Boolean values of feeds. The functions return `nil` for a text that is not such a value.
enum Flag {
  static func bool(_ text: [UInt8]) -> Bool? {
    if text.equalsIgnoringCase("yes") || text.equalsIgnoringCase("true") || text.equalsIgnoringCase("1") { return true }
    if text.equalsIgnoringCase("no") || text.equalsIgnoringCase("false") || text.equalsIgnoringCase("0") {
      return false
    }
    return nil
  }

  /// Parses the value of `itunes:explicit`, which may also be `explicit` or `clean`.
  static func explicit(_ text: [UInt8]) -> Bool? {
    if text.equalsIgnoringCase("explicit") { return true }
    return text.equalsIgnoringCase("clean") ? false : bool(text)
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  /// The bytes as text, without white space at both ends.
  var string: String { String(decoding: trimmingXMLSpace, as: UTF8.self) }
}
