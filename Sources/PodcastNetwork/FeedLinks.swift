import Foundation
import Podcasts

/// Finds the feeds that a web page links to with `<link rel="alternate">`.
struct FeedLinks {
  /// The media types of feeds.
  private static let types: Set = ["application/rss+xml", "application/atom+xml", "application/feed+json"]
  /// Elements whose content is not searched for links.
  private static let rawElements: Set = ["script", "style", "textarea", "title", "noscript", "template"]
  /// The largest number of feeds that are returned.
  private static let feedLimit = 50
  /// The largest number of characters of a feed's title.
  private static let titleLimit = 500

  /// The part of the page that has not been read.
  private var rest: Substring.UTF8View
  /// The address against which links are resolved: the address of the page, or the address in a `base` element.
  private var base: URL
  private var feeds: [DiscoveredFeed] = []

  /// Returns at most ``feedLimit`` feeds to which a page links, in the order of the page, each once. `address` is the
  /// address of the page.
  static func find(in page: String, at address: URL) -> [DiscoveredFeed] {
    var links = FeedLinks(rest: page[...].utf8, base: address)
    links.read()
    return links.feeds
  }

  private mutating func read() {
    while feeds.count < Self.feedLimit, let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...].dropFirst()
      if rest.starts(with: "!--".utf8) {
        skip(past: "-->")
      } else if let tag = HTMLTag(&rest) {
        read(tag)
      }
    }
  }

  private mutating func read(_ tag: HTMLTag) {
    switch tag.name {
    case "base": if let url = tag.attributes["href"].flatMap({ WebAddress.url($0, relativeTo: base) }) { base = url }
    case "link": readLink(tag.attributes)
    case let name where Self.rawElements.contains(name): skip(past: "</" + name)
    default: break
    }
  }

  private mutating func readLink(_ attributes: [String: String]) {
    let relations = (attributes["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    let type = (attributes["type"] ?? "").lowercased().prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    guard relations.contains("alternate"), Self.types.contains(type), let target = attributes["href"],
      let url = WebAddress.url(target.trimmingCharacters(in: .whitespacesAndNewlines), relativeTo: base)
    else { return }
    let (bareURL, _) = url.splittingCredentials()
    guard !feeds.contains(where: { $0.url == bareURL }) else { return }
    feeds.append(DiscoveredFeed(url: bareURL, title: String((attributes["title"] ?? "").prefix(Self.titleLimit))))
  }

  /// Skips the page up to and including the next `mark`, or the whole rest if `mark` does not follow. `mark` is in
  /// lower case, and also matches upper case.
  private mutating func skip(past mark: String) {
    let mark = Array(mark.utf8)
    while !rest.isEmpty {
      guard let start = rest.firstIndex(of: mark[0]) else { break }
      rest = rest[start...]
      // `| 0x20` makes an ASCII letter lower case.
      let isFound = rest.prefix(mark.count).elementsEqual(mark) { $0 == $1 || $0 | 0x20 == $1 }
      if isFound {
        rest = rest.dropFirst(mark.count)
        return
      }
      rest = rest.dropFirst()
    }
    rest = rest.suffix(0)
  }
}

/// The start tag of an element, with its attributes.
private struct HTMLTag {
  /// The largest number of attributes that are kept of one tag.
  private static let attributeLimit = 30

  /// The name in lower case.
  let name: String
  /// The values of the attributes, by name in lower case.
  private(set) var attributes: [String: String] = [:]

  /// Reads a tag from a text that begins after the tag's `<`, and removes the tag from the text. Returns `nil` if the
  /// text does not begin with a letter.
  init?(_ text: inout Substring.UTF8View) {
    guard let first = text.first, first | 0x20 >= UInt8(ascii: "a"), first | 0x20 <= UInt8(ascii: "z") else {
      return nil
    }
    name = Self.word(&text, until: " \t\r\n\u{0c}/>").lowercased()
    while true {
      text = text.drop { " \t\r\n\u{0c}/".utf8.contains($0) }
      guard let next = text.first else { return }
      if next == UInt8(ascii: ">") {
        text = text.dropFirst()
        return
      }
      readAttribute(&text)
    }
  }

  private mutating func readAttribute(_ text: inout Substring.UTF8View) {
    let attribute = Self.word(&text, until: " \t\r\n\u{0c}/>=").lowercased()
    text = text.drop { " \t\r\n\u{0c}".utf8.contains($0) }
    guard text.first == UInt8(ascii: "=") else {
      // Skip a character that cannot begin a name, so that each iteration consumes input.
      if attribute.isEmpty { text = text.dropFirst() }
      return
    }
    text = text.dropFirst().drop { " \t\r\n\u{0c}".utf8.contains($0) }
    let value = Self.value(&text)
    if attributes.count < Self.attributeLimit, attributes[attribute] == nil {
      attributes[attribute] = Self.decoded(value)
    }
  }

  /// Reads the value of an attribute, with or without quotes, and removes it from the text.
  private static func value(_ text: inout Substring.UTF8View) -> String {
    guard let quote = text.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return word(&text, until: " \t\r\n\u{0c}>")
    }
    text = text.dropFirst()
    let value = text.prefix { $0 != quote }
    text = text[value.endIndex...].dropFirst()
    return String(decoding: value, as: UTF8.self)
  }

  /// Reads the bytes before the first byte that `ends` contains, and removes them from the text.
  private static func word(_ text: inout Substring.UTF8View, until ends: String) -> String {
    let word = text.prefix { !ends.utf8.contains($0) }
    text = text[word.endIndex...]
    return String(decoding: word, as: UTF8.self)
  }

  /// Returns a value with its character references replaced.
  private static func decoded(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "&")) else { return value }
    // `PlainText` removes tags, but a tag in a value is a part of the value.
    return PlainText(markup: value.replacing("<", with: "&lt;"), limit: value.utf8.count).text
  }
}
