import CFeedXML
import Podcasts

/// A part of show notes: the start or the end of an element, a text or a picture.
package enum NotesEvent: Hashable, Sendable {
  /// The start of an element. The `end` of the element follows later, but may be missing if the notes are cut.
  case start(NotesElement)
  case end(NotesElement)
  case text(String)
  /// A picture, with its address, which may be relative, and its alternative text.
  case image(address: String, description: String)
}

/// An element of HTML that show notes support. Other elements have no effect, and their text is part of the element
/// around them.
package enum NotesElement: Hashable, Sendable {
  case paragraph
  case lineBreak
  /// A heading of a level from 1 to 6.
  case heading(Int)
  case list(isOrdered: Bool)
  case listItem
  case quote
  case preformatted
  case bold
  case italic
  case code
  /// A link, with its address, which may be relative.
  case link(address: String)
}

/// The parts of show notes, in their order.
package struct NotesEvents: Hashable, Sendable {
  package var events: [NotesEvent] = []
  /// Whether the notes are longer or nest deeper than the limits, so that their end is missing.
  package var isCut = false

  /// Whether the notes have an element that begins a new line (a block). Without a block, the notes are shown with the
  /// line breaks of their text.
  package var hasBlocks: Bool {
    events.contains { event in
      switch event {
      case .start(.bold), .start(.italic), .start(.code), .start(.link), .end, .text, .image: false
      case .start: true
      }
    }
  }
}

/// Reads show notes in HTML, or in plain text, through libxml2's HTML parser.
///
/// Some elements are left out with their texts, for example scripts, styles, frames, form controls and players.
/// Pictures that are at most one pixel wide or high, which websites use to track readers, are also left out. Nothing is
/// fetched.
package enum NotesReader {
  /// The maximum number of bytes of notes that are read. The rest of longer notes is missing.
  package static let maxLength = 500_000
  /// The maximum depth of nested elements. Reading stops at a deeper element.
  package static let maxDepth = 200

  /// Returns the parts of notes, up to the limits.
  package static func events(in notes: String) -> NotesEvents {
    // libxml2 puts text that is directly in the body into a paragraph. The element `notes` around the text prevents
    // that.
    let bytes = Array("<notes>".utf8) + Array(notes.utf8).prefixOfCharacters(maxLength)
    let collector = NotesCollector()
    var callbacks = feedhtml_callbacks(
      start_element: { data, name, attributes in
        guard let name else { return }
        NotesCollector.borrowed(data).elementStarted(String(cString: name), HTMLAttributes(base: attributes))
      },
      end_element: { data, name in
        guard let name else { return }
        NotesCollector.borrowed(data).elementEnded(String(cString: name))
      },
      text: { data, bytes, count in
        NotesCollector.borrowed(data).textFound(
          String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self))
      })
    let isComplete = bytes.withUnsafeBytes { bytes in
      // Safe because the collector outlives the call, and nothing keeps the pointer.
      feedhtml_parse(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, Int32(maxDepth), &callbacks,
        Unmanaged.passUnretained(collector).toOpaque())
    }
    return NotesEvents(events: collector.events, isCut: !isComplete || notes.utf8.count > maxLength)
  }
}

/// The attributes of an element of HTML, valid only during libxml2's callback.
private struct HTMLAttributes {
  /// Names and values in turn. A null pointer follows the last value.
  let base: UnsafePointer<UnsafePointer<CChar>?>?

  subscript(name: String) -> String? {
    guard let base else { return nil }
    var index = 0
    while let key = base[index] {
      if String(cString: key) == name { return base[index + 1].map { String(cString: $0) } }
      index += 2
    }
    return nil
  }
}

/// Collects the events while libxml2 parses the notes.
private final class NotesCollector {
  private(set) var events: [NotesEvent] = []
  /// The open elements, with their names in HTML. `element` is `nil` if the element is not supported, is
  /// hidden or is inside of a hidden element.
  private var openElements: [(name: String, element: NotesElement?)] = []
  /// How many of the open elements have one of the hidden names. Elements and texts are left out while it is not 0.
  private var hiddenCount = 0

  /// Returns the collector to which a callback's pointer refers.
  static func borrowed(_ data: UnsafeMutableRawPointer?) -> NotesCollector {
    // Safe because NotesReader passes its collector, and keeps it alive until the parser has returned.
    Unmanaged<NotesCollector>.fromOpaque(data!).takeUnretainedValue()
  }

  func elementStarted(_ name: String, _ attributes: HTMLAttributes) {
    if Self.hiddenNames.contains(name) { hiddenCount += 1 }
    let element = hiddenCount == 0 ? Self.element(name, attributes) : nil
    openElements.append((name, element))
    if let element { events.append(.start(element)) }
    if name == "img", hiddenCount == 0 { addImage(attributes) }
  }

  func elementEnded(_ name: String) {
    // libxml2 ends the innermost element first, with the exception of elements that cannot have content, such as `br`.
    // If elements inside of the ended one are still open, they end with it.
    guard let index = openElements.lastIndex(where: { $0.name == name }) else { return }
    for ended in openElements[index...].reversed() {
      if let element = ended.element { events.append(.end(element)) }
      if Self.hiddenNames.contains(ended.name) { hiddenCount -= 1 }
    }
    openElements.removeSubrange(index...)
  }

  func textFound(_ text: String) {
    guard hiddenCount == 0 else { return }
    // Authors write `&#146;` for the apostrophe, which has this number in Windows-1252. libxml2 reads a control
    // character instead.
    let text = Windows1252.replacingControls(in: text)
    if case .text(let before) = events.last {
      events[events.count - 1] = .text(before + text)
    } else {
      events.append(.text(text))
    }
  }

  private func addImage(_ attributes: HTMLAttributes) {
    guard let address = attributes["src"], !address.isEmpty else { return }
    let isTrackingPixel = ["width", "height"].contains { ["0", "1", "0px", "1px"].contains(attributes[$0] ?? "") }
    if !isTrackingPixel { events.append(.image(address: address, description: attributes["alt"] ?? "")) }
  }

  /// Returns the element for a name in HTML, or `nil` if the element is not supported or is a link without an address.
  private static func element(_ name: String, _ attributes: HTMLAttributes) -> NotesElement? {
    switch name {
    case "p", "div", "section", "article", "header", "footer", "aside", "main", "figure", "figcaption", "table", "tr",
      "dl", "dt", "dd", "address",
      "details", "summary", "center", "hr":
      .paragraph
    case "br": .lineBreak
    case "h1", "h2", "h3", "h4", "h5", "h6": .heading(Int(name.dropFirst()) ?? 1)
    case "ul", "menu", "dir": .list(isOrdered: false)
    case "ol": .list(isOrdered: true)
    case "li": .listItem
    case "blockquote": .quote
    case "pre": .preformatted
    case "b", "strong": .bold
    case "i", "em", "cite", "dfn", "var": .italic
    case "code", "kbd", "samp", "tt": .code
    case "a": attributes["href"].map { .link(address: $0) }
    default: nil
    }
  }

  /// The names of hidden elements, whose text is left out.
  private static let hiddenNames: Set = [
    "script", "style", "title", "iframe", "frame", "object", "embed", "applet", "noscript", "noframes", "template",
    "svg", "math", "select",
    "option", "textarea", "button", "audio", "video", "canvas", "map",
  ]
}
