package import Foundation

/// Reads a list of feeds in OPML 1 or 2, piece by piece.
///
/// An *outline* is OPML's element for a feed, or for a section with outlines inside of it. The reader repairs the
/// markup as ``FeedParser`` does, opens no file, and limits the cost of a document. A damaged outline does not affect
/// the others. If a document was cut off, the outlines before the cut are read.
///
/// A reader is for one document and for one task at a time. To cancel, discard it.
package final class OPMLReader {
  private let receiver = OutlineReceiver()
  private let document: DocumentParser

  package init() {
    document = DocumentParser(receiver: receiver, kind: .opml, limits: FeedLimits(), encoding: nil)
  }

  /// Reads the next piece, of any size. Throws as soon as the bytes so far cannot be OPML.
  package func parse(_ piece: Data) throws(OPMLParsingError) {
    do throws(FeedParsingError) {
      try document.parse(piece)
    } catch {
      throw OPMLParsingError(error)
    }
  }

  /// Returns the list. Call this function once, after all bytes were passed to ``parse(_:)``.
  package func finish() throws(OPMLParsingError) -> ParsedOPML {
    do throws(FeedParsingError) {
      try document.finish()
      if document.json != nil { throw .notAFeed(reason: "It is JSON.") }
    } catch {
      throw OPMLParsingError(error)
    }
    var list = receiver.list
    list.isPartial = document.isCut || receiver.hasSkippedDeepOutlines
    return list
  }

  /// Reads a list that is completely in memory.
  package static func list(from data: Data) throws(OPMLParsingError) -> ParsedOPML {
    let reader = OPMLReader()
    try reader.parse(data)
    return try reader.finish()
  }
}

extension OPMLParsingError {
  fileprivate init(_ error: FeedParsingError) {
    switch error {
    case .webPage: self = .notOPML(reason: "It is a web page.")
    case .notAFeed(let reason), .hostile(let reason): self = .notOPML(reason: reason)
    // `noEpisodes` does not occur: only a parser of feeds throws it.
    case .truncated, .noEpisodes: self = .notOPML(reason: "It ends before its first element.")
    }
  }
}

/// Builds a list from the elements of an OPML document.
private final class OutlineReceiver: ElementReceiver {
  private(set) var list = ParsedOPML()
  /// Whether outlines were left out because they were nested too deeply.
  private(set) var hasSkippedDeepOutlines = false
  /// The addresses of the feeds in the list.
  private var knownAddresses: Set<String> = []
  /// The names of the open elements that are sections, and `nil` for each other open element.
  private var openSections: [String?] = []
  private let addresses = FeedAddresses(source: nil)
  private let limits = FeedLimits()

  /// The largest number of feeds. The largest number of skipped outlines is the same.
  private static let maxCount = 100_000

  override func elementStarted(_ element: FeedElement, attributes: AttributeList) {
    var section: String?
    if element == .tooDeep { hasSkippedDeepOutlines = true }
    if element == .outline {
      section = readOutline(StartedElement(element: element, parent: .other, attributes: attributes, limits: limits))
    }
    openSections.append(section)
  }

  override func elementEnded() { openSections.removeLast() }

  /// Reads an outline. Returns the name of a section, and `nil` for other outlines. Adds a feed to the list, unless the
  /// list has a feed with this address. Other outlines, and feeds beyond the maximum, are listed as skipped.
  private func readOutline(_ start: StartedElement) -> String? {
    // `title` has priority, because some programs write the description into `text`.
    let title = start.plainText(.title).isEmpty ? start.plainText(.text) : start.plainText(.title)
    let type = start.shortValue(.type)?.lowercased()
    var address = start.address(.xmlUrl)
    // Some programs write the address of a feed into `url`, which is otherwise the address of a link.
    if address == nil, type != "link", type != "include" { address = start.address(.url) }
    // Without an address, the outline is a section. Exceptions are an outline with a value that was too long, because
    // this value may be the address, and an outline with the type of a feed or a link.
    guard address != nil || start.hasLongValue || type == "rss" || type == "link" else { return title }
    guard let url = address.flatMap(feedURL), list.outlines.count < Self.maxCount else {
      if list.skipped.count < Self.maxCount {
        list.skipped.append(title.isEmpty ? String(address?.prefix(200) ?? "") : title)
      }
      return nil
    }
    if knownAddresses.insert(url.absoluteString).inserted {
      let sectionPath = openSections.compactMap(\.self).filter { !$0.isEmpty }
      list.outlines.append(
        .init(
          title: title, feedURL: url, websiteURL: start.address(.htmlUrl).flatMap(addresses.webAddress),
          sectionPath: sectionPath)
      )
    }
    return nil
  }

  /// Returns the HTTP or HTTPS address of a feed, or `nil`. Some programs write a scheme such as `feed:` before the
  /// address, or instead of `http:`.
  private func feedURL(_ address: String) -> URL? {
    var address = address.trimmed
    for scheme in ["feed:", "pcast:", "itpc:", "podcast:"] where address.lowercased().hasPrefix(scheme) {
      address = String(address.dropFirst(scheme.count))
      if address.hasPrefix("//") { address = "http:" + address }
      break
    }
    return addresses.webAddress(address)
  }
}
