import Foundation

/// Reads a JSON Feed, version 1.0 or 1.1, after all of it has arrived.
///
/// Specification: https://www.jsonfeed.org/version/1.1/
struct JSONFeedReader {
  private let reader: FeedReader
  private typealias Object = [String: Any]

  /// Creates a reader that passes the show's values and the items to `reader`, which builds the podcast.
  init(reader: FeedReader) { self.reader = reader }

  /// Reads a document. Of a document that was cut off, the complete parts are read.
  func read(_ document: JSONDocument) throws(FeedParsingError) {
    guard let bytes = document.isCut ? document.completeParts : document.bytes else { throw .truncated }
    let value: Any
    do {
      value = try JSONSerialization.jsonObject(with: Data(bytes))
    } catch {
      // If the document ends with a `}`, it is probably complete, but not valid JSON.
      throw document.bytes.last { !$0.isXMLSpace } == UInt8(ascii: "}")
        ? .notAFeed(reason: "It is JSON with an error.") : .truncated
    }
    guard let object = value as? Object, isFeed(object, isCut: document.isCut) else {
      throw .notAFeed(reason: "It is JSON.")
    }
    readChannel(object)
    let items = (object["items"] as? [Any] ?? []).compactMap { $0 as? Object }
    guard items.count <= reader.limits.itemCount else {
      throw .hostile(reason: "It has more than \(reader.limits.itemCount) items.")
    }
    for item in items { reader.add(itemDraft(item)) }
  }

  /// Whether an object names a version of JSON Feed. In a document that was cut off, the version may be in the missing
  /// part.
  private func isFeed(_ object: Object, isCut: Bool) -> Bool {
    guard let version = object["version"] else { return isCut }
    return (version as? String)?.contains("jsonfeed.org/version/") == true
  }

  /// Passes the show's values to `reader.channel`, which collects them. Each value is read as the element of RSS or
  /// Atom with the same meaning.
  private func readChannel(_ object: Object) {
    let addresses = reader.addresses
    reader.channel.setAddresses(
      website: text(object["home_page_url"]).flatMap(addresses.webAddress),
      feed: text(object["feed_url"]).flatMap(addresses.webAddress),
      nextPage: text(object["next_url"]).flatMap(addresses.webAddress))
    let values: [(FeedElement, String?)] = [
      (.title, text(object["title"])), (.description, text(object["description"])), (.author, author(of: object)),
      (.language, text(object["language"])), (.logo, text(object["icon"])), (.icon, text(object["favicon"])),
    ]
    var isLong = false
    for (element, value) in values {
      guard let bytes = limitedBytes(value, TextKind(element), isLong: &isLong) else { continue }
      reader.channel.end(CollectedElement(element: element, parent: .channel, depth: 0), bytes)
    }
    if isLong { reader.recordLongValue() }
  }

  /// Returns an item with the values of an object. Each value is read as the element of RSS or Atom with the same
  /// meaning.
  private func itemDraft(_ object: Object) -> ItemDraft {
    var draft = ItemDraft()
    let values: [(FeedElement, String?)] = [
      (.guid, text(object["id"])), (.title, text(object["title"])),
      (.link, text(object["url"]) ?? text(object["external_url"])),
      (.contentEncoded, text(object["content_html"])), (.description, text(object["content_text"])),
      (.itunesSummary, text(object["summary"])),
      (.publicationDate, text(object["date_published"])), (.updated, text(object["date_modified"])),
      (.author, author(of: object)),
      (.itunesImage, text(object["image"])), (.itunesImage, text(object["banner_image"])),
    ]
    for (element, value) in values {
      guard let bytes = limitedBytes(value, TextKind(element), isLong: &draft.hasLongValue) else {
        // A guid that is too long cannot identify the episode.
        if element == .guid, value != nil { draft.isSkipped = true }
        continue
      }
      draft.end(CollectedElement(element: element, parent: .item, depth: 0), bytes, addresses: reader.addresses)
    }
    for case let attachment as Object in object["attachments"] as? [Any] ?? [] {
      guard let address = text(attachment["url"]) else { continue }
      guard address.utf8.count <= reader.limits.addressLength else {
        draft.isSkipped = true
        draft.hasLongValue = true
        continue
      }
      let type = limitedBytes(text(attachment["mime_type"]), .value, isLong: &draft.hasLongValue)?.string
      draft.addMedia(
        MediaCandidate(address: address, type: type, length: text(attachment["size_in_bytes"]), element: .enclosure))
      // 64 bytes are enough for any number of seconds.
      guard let seconds = text(attachment["duration_in_seconds"]) else { continue }
      draft.end(
        CollectedElement(element: .itunesDuration, parent: .item, depth: 0), Array(seconds.utf8.prefix(64)),
        addresses: reader.addresses)
    }
    return draft
  }

  /// Returns the name of the first author. Version 1.1 has `authors`, and version 1.0 has one `author`.
  private func author(of object: Object) -> String? {
    let firstAuthor = (object["authors"] as? [Any])?.first as? Object ?? object["author"] as? Object
    return text(firstAuthor?["name"])
  }

  /// Returns a string, or a number as a string, because some programs write identifiers as numbers. Returns `nil` for
  /// an empty string and for other values.
  private func text(_ value: Any?) -> String? {
    switch value {
    case let text as String: text.isEmpty ? nil : text
    case let number as NSNumber: number.stringValue
    default: nil
    }
  }

  /// Returns the bytes of a text, up to the limit of its kind. Returns `nil` if there is no text, or if the beginning
  /// of a text that is too long is not kept. Sets `isLong` for a text that is too long.
  private func limitedBytes(_ text: String?, _ kind: TextKind, isLong: inout Bool) -> [UInt8]? {
    guard let text else { return nil }
    let bytes = Array(text.utf8)
    guard bytes.count > kind.limit(reader.limits) else { return bytes }
    isLong = true
    return kind.keepsBeginning ? Array(bytes.prefixOfCharacters(kind.limit(reader.limits))) : nil
  }
}
