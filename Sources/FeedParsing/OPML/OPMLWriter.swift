package import Foundation

/// Writes a list of feeds in OPML 2.0, in UTF-8.
package enum OPMLWriter {
  /// Returns the document. In OPML, an `outline` element stands for a feed or for a section. The feeds are nested in
  /// their sections. The sections are in the order of their first feeds.
  ///
  /// - Parameters:
  ///   - outlines: The feeds.
  ///   - title: The title of the list.
  package static func data(_ outlines: [ParsedOPML.Outline], title: String) -> Data {
    var output: [UInt8] = []
    output.append(
      contentsOf: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head>\n    <title>".utf8)
    append(escaped: title, to: &output)
    output.append(contentsOf: "</title>\n  </head>\n  <body>\n".utf8)
    let root = Section()
    for outline in outlines { root.section(at: outline.sectionPath[...]).outlines.append(outline) }
    // The outermost `outline` elements are two levels deep: in `body`, which is in `opml`.
    write(root, depth: 2, into: &output)
    output.append(contentsOf: "  </body>\n</opml>\n".utf8)
    return Data(output)
  }

  /// The feeds of a section, and the sections inside of it.
  private final class Section {
    var outlines: [ParsedOPML.Outline] = []
    private(set) var sections: [(name: String, section: Section)] = []
    /// The indices in `sections`, by the names of the sections.
    private var indices: [String: Int] = [:]

    /// Returns the section inside of this one at a path of names. Missing sections are created. An empty path is this
    /// section.
    func section(at path: ArraySlice<String>) -> Section {
      guard let name = path.first else { return self }
      if let index = indices[name] { return sections[index].section.section(at: path.dropFirst()) }
      let section = Section()
      indices[name] = sections.count
      sections.append((name, section))
      return section.section(at: path.dropFirst())
    }
  }

  /// Writes the feeds of a section, and then the sections inside of it.
  private static func write(_ section: Section, depth: Int, into output: inout [UInt8]) {
    // The limit of the indentation keeps the document small if there are very many levels.
    let indent = String(repeating: "  ", count: min(depth, 20))
    for outline in section.outlines {
      output.append(contentsOf: "\(indent)<outline type=\"rss\"".utf8)
      append(attribute: "text", outline.title, to: &output)
      append(attribute: "title", outline.title, to: &output)
      append(attribute: "xmlUrl", outline.feedURL.absoluteString, to: &output)
      if let url = outline.websiteURL { append(attribute: "htmlUrl", url.absoluteString, to: &output) }
      output.append(contentsOf: "/>\n".utf8)
    }
    for (name, inner) in section.sections {
      output.append(contentsOf: "\(indent)<outline".utf8)
      append(attribute: "text", name, to: &output)
      append(attribute: "title", name, to: &output)
      output.append(contentsOf: ">\n".utf8)
      write(inner, depth: depth + 1, into: &output)
      output.append(contentsOf: "\(indent)</outline>\n".utf8)
    }
  }

  private static func append(attribute name: String, _ value: String, to output: inout [UInt8]) {
    output.append(contentsOf: " \(name)=\"".utf8)
    append(escaped: value, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Appends a text with escaped markup, tabs and line breaks, and without the characters that XML does not allow.
  private static func append(escaped text: String, to output: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output.append(contentsOf: "&amp;".utf8)
      case "<": output.append(contentsOf: "&lt;".utf8)
      case ">": output.append(contentsOf: "&gt;".utf8)
      case "\"": output.append(contentsOf: "&quot;".utf8)
      // Unless they are escaped, XML parsers replace these characters by spaces in an attribute.
      case "\t", "\n", "\r": output.append(contentsOf: "&#\(scalar.value);".utf8)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
      default: output.append(scalar)
      }
    }
  }
}
