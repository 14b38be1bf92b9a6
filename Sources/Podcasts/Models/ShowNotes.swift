package import Foundation

/// The notes of a show or an episode, ready for display: pictures, and blocks of text with styles, links and
/// timestamps.
///
/// ``NotesClient`` creates them from HTML or plain text. They contain no scripts and no style sheets. All links lead to
/// the web or to mail addresses.
package struct ShowNotes: Hashable, Sendable {
  /// The blocks from top to bottom. Each block has text or a picture.
  package var blocks: [Block]
  /// Whether the notes were too long, so that their end is missing.
  package var isCut: Bool

  package init(blocks: [Block] = [], isCut: Bool = false) {
    self.blocks = blocks
    self.isCut = isCut
  }

  /// The text of all blocks, joined by line breaks.
  package var text: String { blocks.map(\.text).joined(separator: "\n") }

  /// A paragraph, a heading, a list item, a quotation, preformatted text or a picture.
  package struct Block: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case paragraph
      /// A heading of a level from 1 to 6.
      case heading(level: Int)
      /// An item of a list. The outermost list has depth 1. The number is `nil` in a list without numbers.
      case listItem(depth: Int, number: Int?)
      /// A quotation. A quotation inside another one has depth 2.
      case quote(depth: Int)
      /// Text whose spaces and line breaks are kept.
      case preformatted
      /// A picture. The runs of the block are its alternative text.
      case image(URL)
    }

    package var kind: Kind
    /// The text in parts, each with one style, link and timestamp. A line break is `\n`.
    package var runs: [Run]

    package init(_ kind: Kind, runs: [Run] = []) {
      self.kind = kind
      self.runs = runs
    }

    package var text: String { runs.map(\.text).joined() }
  }

  /// A part of a block's text with one style, link and timestamp.
  package struct Run: Hashable, Sendable {
    package var text: String
    package var style: Style
    /// The address that the text links to: `http`, `https` or `mailto`.
    package var link: URL?
    /// The position in the episode that the text names, such as `1:02:03`. `nil` for text without a position, and for a
    /// link.
    package var timestamp: Duration?

    package init(_ text: String, style: Style = [], link: URL? = nil, timestamp: Duration? = nil) {
      self.text = text
      self.style = style
      self.link = link
      self.timestamp = timestamp
    }
  }

  /// The emphasis of a run.
  package struct Style: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Style(rawValue: 1)
    package static let italic = Style(rawValue: 2)
    package static let code = Style(rawValue: 4)
  }
}
