import FeedParsing
import Foundation
import Testing

/// Reading of OPML, a list of feeds. Each feed and each section of the list is an element `outline`.
@Suite struct OPMLReaderTests {
  /// Reads a list. `body` is the XML of its outlines.
  private func read(_ body: String) throws -> ParsedOPML {
    try OPMLReader.list(
      from: Data(
        "<?xml version=\"1.0\"?><opml version=\"2.0\"><head><title>x</title></head><body>\(body)</body></opml>".utf8))
  }

  private func url(_ text: String) -> URL { URL(string: text)! }

  @Test func `outlines are read with their sections`() throws {
    // Given feeds outside a section, in a section, and in a nested section. Programs write different names for the
    // attribute with the feed's address
    let list = try read(
      """
      <outline text="Top" type="rss" xmlUrl="https://a.example/1.xml" htmlUrl="https://a.example/"/>
      <outline text="News"><outline title="Daily" text="All about it" xmlURL="https://a.example/2.xml"></outline>
        <outline title="Local"><outline text="Town &amp; Field" xmlurl="https://a.example/3.xml"/></outline></outline>
      <outline type="rss" url="https://a.example/4.xml"/>
      """)

    // Then each feed has its title and the path of its sections. An outline's `title` precedes its `text`
    #expect(
      list.outlines == [
        .init(title: "Top", feedURL: url("https://a.example/1.xml"), websiteURL: url("https://a.example/")),
        .init(title: "Daily", feedURL: url("https://a.example/2.xml"), sectionPath: ["News"]),
        .init(title: "Town & Field", feedURL: url("https://a.example/3.xml"), sectionPath: ["News", "Local"]),
        .init(title: "", feedURL: url("https://a.example/4.xml")),
      ])
    #expect(list.skipped == [])
    #expect(!list.isPartial)
  }

  @Test func `invalid outlines are skipped, and valid ones are read`() throws {
    // Given outlines without an address, with addresses of files, scripts and web pages, with an address that is too
    // long, with an address that occurs twice, and with broken markup
    let list = try read(
      """
      <outline text="Nothing" type="rss"/><outline text="File" xmlUrl="file:///etc/passwd"/><outline text="Script" xmlUrl="javascript:x"/>
      <outline text="Page" type="link" url="https://a.example/"/><outline text="Long" xmlUrl="https://a.example/\(String(repeating: "x", count: 9000))"/>
      <outline text="A & B < C" xmlUrl=https://a.example/1.xml?a=1&b=2 ><outline text="Twice" xmlUrl="https://a.example/1.xml?a=1&amp;b=2"/></outline>
      <outline text="Old" xmlUrl="feed://a.example/2.xml"/><outline text="Older" xmlUrl="feed:https://a.example/3.xml"/></outline></b>
      <outline text="Last" xmlUrl=" https://a.example/4.xml "/>
      """)

    // Then the valid outlines are read, and the titles of the skipped outlines are listed. A duplicate is not listed
    #expect(list.outlines.map(\.title) == ["A & B < C", "Old", "Older", "Last"])
    #expect(
      list.outlines.map(\.feedURL.absoluteString) == [
        "https://a.example/1.xml?a=1&b=2", "http://a.example/2.xml", "https://a.example/3.xml",
        "https://a.example/4.xml",
      ])
    #expect(list.skipped == ["Nothing", "File", "Script", "Page", "Long"])
  }

  @Test func `a truncated list is read up to its end and marked as partial`() throws {
    let text =
      "<opml><body><outline text='S'><outline text='1' xmlUrl='https://a.example/1'/><outline text='2' xmlUrl='https://a.exam"
    let list = try OPMLReader.list(from: Data(text.utf8))
    #expect(list.outlines.map(\.title) == ["1"])
    #expect(list.isPartial)
  }

  @Test func `a document that is not OPML is refused`() {
    for text in ["", "<rss/>", "<html><body>", "{}", "hello"] {
      #expect(throws: OPMLParsingError.self) { try OPMLReader.list(from: Data(text.utf8)) }
    }
  }

  @Test func `sections that are nested too deeply make a list partial`() throws {
    let text =
      "<opml><body>" + String(repeating: "<outline text='s'>", count: 50_000)
      + "<outline xmlUrl='https://a.example/1'/>" + String(repeating: "</outline>", count: 50_000) + "</body></opml>"
    #expect(try OPMLReader.list(from: Data(text.utf8)).isPartial)
  }

  @Test func `a list parsed byte by byte gives the same result as the whole list`() throws {
    let data = OPMLWriter.data(OPMLWriterTests.outlines, title: "List")
    let reader = OPMLReader()
    for byte in data { try reader.parse(Data([byte])) }
    #expect(try reader.finish() == OPMLReader.list(from: data))
  }
}

@Suite struct OPMLWriterTests {
  static let outlines: [ParsedOPML.Outline] = [
    .init(
      title: "A & B < \"C\" > 'D'", feedURL: URL(string: "https://a.example/1.xml?a=1&b=2")!,
      websiteURL: URL(string: "https://a.example/")!),
    .init(title: "라디오 📻", feedURL: URL(string: "https://a.example/2.xml")!, sectionPath: ["뉴스"]),
    .init(title: "Deep", feedURL: URL(string: "https://a.example/3.xml")!, sectionPath: ["뉴스", "\"Local\""]),
    .init(title: "", feedURL: URL(string: "https://a.example/5.xml")!, sectionPath: ["Music"]),
  ]

  @Test func `a written list is read back unchanged`() throws {
    let list = try OPMLReader.list(from: OPMLWriter.data(Self.outlines, title: "My <List>"))
    #expect(list == ParsedOPML(outlines: Self.outlines))
  }

  @Test func `titles with control characters are written as valid XML`() throws {
    // Given a title with each character below 0x20, and with some characters that XML does not allow
    let title = String(String.UnicodeScalarView((0..<0x20).compactMap(Unicode.Scalar.init))) + "\u{FFFE}\u{FFFF}]]>"
    let data = OPMLWriter.data(
      [.init(title: title, feedURL: URL(string: "https://a.example/1")!, sectionPath: [title])], title: title)

    // Then no reader has to repair the document
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
    #expect(text.contains("text=\"&#9;&#10;&#13;]]&gt;\""))
    #expect(try OPMLReader.list(from: data).outlines.count == 1)
  }

  @Test func `feeds of one section are grouped`() {
    let outlines = ["A", "B", "A"].enumerated().map { index, section in
      ParsedOPML.Outline(title: "\(index)", feedURL: URL(string: "https://a.example/\(index)")!, sectionPath: [section])
    }
    let text = String(decoding: OPMLWriter.data(outlines, title: ""), as: UTF8.self)
    // The label of the section occurs once, so it divides the text into two parts.
    #expect(text.components(separatedBy: "text=\"A\"").count == 2)
  }
}
