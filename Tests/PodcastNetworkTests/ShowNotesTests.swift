import Foundation
import PodcastNetwork
import Podcasts
import Testing

/// The parser of show notes, which are HTML or plain text.
@Suite struct ShowNotesTests {
  private typealias Block = ShowNotes.Block
  private typealias Run = ShowNotes.Run

  private func blocks(_ notes: String) -> [ShowNotes.Block] { NotesClient.live.parse(notes).blocks }
  private func url(_ text: String) -> URL { URL(string: text)! }

  @Test func `paragraphs and headings are blocks of text`() {
    #expect(
      blocks("<h2>The  Ferry</h2>\n<p>One\n line &amp; more.</p><p></p><div>Two<br>lines<br/><br><br>end </div>tail")
        == [
          Block(.heading(level: 2), runs: [Run("The Ferry")]), Block(.paragraph, runs: [Run("One line & more.")]),
          Block(.paragraph, runs: [Run("Two\nlines\n\nend")]), Block(.paragraph, runs: [Run("tail")]),
        ])
  }

  @Test func `character references are decoded, also if their numbers are codes of Windows-1252`() {
    // `&#146;`, `&#x93;` and `&#148;` are quotation marks in Windows-1252, and control characters in Unicode.
    #expect(blocks("<p>M&uacute;sica &euro;5, it&#146;s &#x93;new&#148;</p>").map(\.text) == ["Música €5, it’s “new”"])
  }

  @Test func `emphasis creates styled runs, and the spaces between them are kept`() {
    #expect(
      blocks("<p>a <b>bold <i>both</i></b> <em>slanted</em> <code>1:23</code>.</p>")[0].runs == [
        Run("a "), Run("bold ", style: .bold), Run("both", style: [.bold, .italic]), Run(" "),
        Run("slanted", style: .italic), Run(" "),
        Run("1:23", style: .code), Run("."),
      ])
  }

  @Test func `lists keep their depth and numbers`() {
    // Only the first paragraph of a list item is a block of the list. The second one, “more”, is a normal paragraph.
    let notes = "<ul><li>one<ol><li>first</li><li><p>second</p><p>more</p></li></ol></li><li>two</ul>after"
    #expect(
      blocks(notes).map(\.kind) == [
        .listItem(depth: 1, number: nil), .listItem(depth: 2, number: 1), .listItem(depth: 2, number: 2), .paragraph,
        .listItem(depth: 1, number: nil),
        .paragraph,
      ])
    #expect(blocks(notes).map(\.text) == ["one", "first", "second", "more", "two", "after"])
  }

  @Test func `only web and mail addresses become links`() {
    let runs = blocks(
      "<p><a href=' https://a.example/?a=1&amp;b=2 '>web</a> <a href=\"mailto:a@a.example\">mail</a> <a href='javascript:alert(1)'>script</a> <a href='file:///etc/passwd'>file</a> <a name=x>none</a></p>"
    )[0].runs
    #expect(runs.compactMap(\.link) == [url("https://a.example/?a=1&b=2"), url("mailto:a@a.example")])
    #expect(runs.map(\.text).joined() == "web mail script file none")
  }

  @Test func `web addresses in the text become links`() {
    let notes = "See https://a.example/x_(y). And (http://b.example), not xhttps://c.example or https:// alone."
    let runs = blocks(notes)[0].runs
    #expect(runs.compactMap(\.link) == [url("https://a.example/x_(y)"), url("http://b.example")])
    #expect(runs.map(\.text).joined() == notes)
  }

  @Test(arguments: [
    ("12:34", 754), ("(1:02:03)", 3723), ("00:00 Intro", 0), ("[120:05]: Late", 7205), ("at 1:02:03.", 3723),
    ("<b>9:59</b>, then", 599),
    ("나루 5:00", 300), ("4:10 ambient", 250),
  ])
  func `timestamps in the text are recognized`(text: String, seconds: Int) {
    #expect(blocks(text)[0].runs.compactMap(\.timestamp) == [.seconds(seconds)])
  }

  @Test(arguments: [
    "12:3", "1:60", "2024-05-01T09:30:00Z", "10:30am", "10:30 pm", "10:30 AM", "1:2:3:4", "1:02:03:04", "v1:23x",
    "16:9000",
    "a12:34", "1:234",
    "<a href='https://a.example'>12:34</a>", "",
  ])
  func `other numbers, links and empty notes contain no timestamp`(text: String) {
    #expect(blocks(text).flatMap(\.runs).compactMap(\.timestamp) == [])
  }

  @Test func `the two times of a range are separate runs, and the text around them is kept`() {
    let runs = blocks("From 12:34-15:00 on")[0].runs
    #expect(runs.map(\.text) == ["From ", "12:34", "-", "15:00", " on"])
  }

  @Test func `scripts, styles, frames, forms and comments are removed`() {
    let notes =
      "<style>p{}</style><script>alert('<p>x</p>')</script><iframe src='https://x.example'>no</iframe><p onclick='x()'>Text</p><select><option>o</option></select><!-- c -->"
    #expect(blocks(notes) == [Block(.paragraph, runs: [Run("Text")])])
  }

  @Test func `pictures on the web become blocks, and tracking pixels and embedded pictures are removed`() {
    let notes =
      "<p>a<img src='https://a.example/1.png' alt='A  cat'>b<img src='https://a.example/c.gif' width=1 height=1><img src='data:image/png;base64,AA'></p>"
    #expect(
      blocks(notes) == [
        Block(.paragraph, runs: [Run("a")]), Block(.image(url("https://a.example/1.png")), runs: [Run("A cat")]),
        Block(.paragraph, runs: [Run("b")]),
      ])
  }

  @Test func `plain text keeps its lines and paragraphs`() {
    // These notes are plain text with a bold word: no element starts a block, so their line breaks are kept.
    #expect(
      blocks("Hosts: Ann & Bo\r\n00:00 Start\n\n\n  <b>Links</b>\nhttps://a.example/") == [
        Block(.paragraph, runs: [Run("Hosts: Ann & Bo\n"), Run("00:00", timestamp: .zero), Run(" Start")]),
        Block(
          .paragraph,
          runs: [Run("Links", style: .bold), Run("\n"), Run("https://a.example/", link: url("https://a.example/"))]),
      ])
    #expect(blocks("") == [])
    // `<Int>` looks like an element, so only the text before it is compared.
    #expect(blocks("a < b and Array<Int> & more").map(\.text).joined().hasPrefix("a < b and Array"))
  }

  @Test func `quotes and preformatted text have their own kinds of block`() {
    #expect(
      blocks("<blockquote>said<blockquote>before</blockquote></blockquote><pre>a\n  b</pre>") == [
        Block(.quote(depth: 1), runs: [Run("said")]), Block(.quote(depth: 2), runs: [Run("before")]),
        Block(.preformatted, runs: [Run("a\n  b")]),
      ])
  }

  @Test func `notes above the limits for length, blocks and nesting are cut`() {
    // Given notes that are too long, notes with too many blocks, and notes that are nested too deeply
    let long = NotesClient.live.parse(String(repeating: "word ", count: 500_000))
    let many = NotesClient.live.parse(String(repeating: "<p>x</p>", count: 50_000))
    let deep = NotesClient.live.parse("<p>start</p>" + String(repeating: "<span>", count: 50_000) + "deep")

    // Then only their beginnings are kept. The limits are 300,000 bytes of text, 5,000 blocks and 200 nested elements.
    // The exact number of bytes does not matter, so the test allows twice the limit
    #expect(long.isCut)
    #expect(long.text.utf8.count < 600_000)
    #expect(many.isCut)
    #expect(many.blocks.count == 5000)
    #expect(deep.isCut)
    #expect(deep.blocks.map(\.text) == ["start"])
    #expect(!NotesClient.live.parse("<p>short</p>").isCut)
  }

  @Test func `non-ASCII characters are kept despite a wrong charset declaration`() {
    #expect(blocks("<meta charset='euc-kr'><p>두물머리 &eacute;&#8217;&unknown;</p>").map(\.text) == ["두물머리 é’&unknown;"])
  }

  @Test func `broken markup never produces an empty paragraph`() {
    // A generator with a fixed seed, so that each execution of the test has the same notes
    var randomState: UInt64 = 42
    let parts = [
      "<p>", "</p>", "<b", ">", "<a href='", "'", "&", ";", "<!--", "-->", "text", "<li>", "</ul>", "<ol>", "\u{0}",
      "12:34", "<img src=", "</", "é",
    ]
    for _ in 0..<300 {
      var notes = ""
      for _ in 0..<40 {
        randomState = randomState &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        notes += parts[Int(randomState >> 33) % parts.count]
      }
      #expect(NotesClient.live.parse(notes).blocks.allSatisfy { !$0.runs.isEmpty || $0.kind != .paragraph })
    }
  }
}
