import Foundation
import GalleryViews
import Testing

/// The gallery covers all topics of GtkViews and all lines of the contract, and each page shows lines of its own
/// source.
@Suite struct CompletenessTests {
  /// The names that no page shows, with the reasons.
  private let leftOut = [
    "TupleView": "what a view builder makes of several views; nobody writes it",
    "ViewWindow": "the gallery's own window is one, which its program makes",
    "UTType": "another name of ContentType",
    "App":
      "what has the windows that the page about scenes opens: the gallery's program is one, in Sources/podcaster-gallery",
    "ViewNode": "what is behind a view, for those who write views of their own on GTK",
    "DynamicProperty": "what property wrappers of GtkViews are; others cannot be written",
    "AnimationClock": "for tests, which step it",
    "SteppedFrames": "for tests, which step it",
  ]

  private let tree = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: tree.appending(path: path), encoding: .utf8)
  }

  /// The names under the topics of GtkViews' documentation.
  private func topics() throws -> Set<String> {
    var names: Set<String> = []
    for page in ["GtkViews", "View"] {
      for line in try text("Sources/GtkViews/GtkViews.docc/\(page).md").split(separator: "\n")
      where line.hasPrefix("- ``") {
        names.insert(line.dropFirst(4).prefix { $0 != "`" }.description)
      }
    }
    return names
  }

  /// The Swift source of a page.
  private func source(of page: GalleryPage) throws -> String {
    let name = page.source.split(separator: "/").last.map(String.init) ?? ""
    let folder = tree.appending(path: "Sources/Gallery")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
    let file = try #require(files.first { $0.lastPathComponent == name }, "there is no \(name)")
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func `each documented view and modifier has a gallery page or a listed reason`() throws {
    let topics = try topics()
    try #require(topics.count > 100)
    let shown = Set(GalleryPage.all.flatMap(\.names))
    for name in topics.subtracting(shown).subtracting(leftOut.keys).sorted() {
      Issue.record(
        "No page of the gallery shows “\(name)”. Name it where it is shown, or give it a page: Sources/Gallery/GalleryPage.swift."
      )
    }
    for name in shown.subtracting(topics).sorted() {
      Issue.record("A page shows “\(name)”, which GtkViews' documentation does not have.")
    }
    for name in leftOut.keys where shown.contains(name) || !topics.contains(name) {
      Issue.record("“\(name)” needs no reason any more.")
    }
  }

  @Test(arguments: GalleryPage.all.map(\.id))
  func `a page uses the names that it lists, and shows lines of its own code`(id: String) throws {
    // Given the page's file, without its texts
    let page = try #require(GalleryPage.all.first { $0.id == id })
    let source = try source(of: page)
    let code = source.split(separator: "\n").filter { !$0.contains("names: [") && !$0.hasPrefix("      \"") }.joined(
      separator: "\n")

    // Then the code contains each modifier. A type may occur by its members only, as in `.checkbox`.
    for name in page.names {
      guard let first = name.first, first.isLowercase else { continue }
      let word = name.prefix { $0 != "(" }
      #expect(code.contains(try Regex("\\b\(word)\\b")), "“\(id)” names “\(name)”, and does not use it")
    }
    // And each shown line occurs twice in the source: as text, and as code
    let lines = source.split(separator: "\n").map { $0.replacing("\\\\", with: "\\") }
    for line in page.code.split(separator: "\n") {
      let line = line.trimmingCharacters(in: .whitespaces)
      #expect(lines.count { $0.contains(line) } >= 2, "“\(id)” shows “\(line)”, which is no line of its own")
    }
  }

  @Test func `each line of the presentation contract has a page and the text of the document`() throws {
    let row = try Regex("^\\| (\\d+) \\| ([^|]*) \\|", as: (Substring, Substring, Substring).self)
      .anchorsMatchLineEndings()
    let lines = try text("docs/library/presentation.md").matches(of: row).map {
      (Int($0.output.1) ?? 0, $0.output.2.replacing("`", with: ""))
    }
    #expect(lines.map(\.0) == Array(1...25))
    #expect(ContractLine.all.map(\.id) == lines.map(\.0))
    #expect(ContractLine.all.map(\.text) == lines.map { String($0.1) })
    #expect(GalleryPage.all.flatMap(\.lines).sorted() == lines.map(\.0))
    for page in GalleryPage.all {
      let source = try source(of: page)
      for line in page.lines {
        #expect(source.contains("ContractLineView(\(line))"), "“\(page.id)” does not show line \(line)")
      }
    }
  }

  @Test func `each page has a unique id, a unique title and a summary`() {
    #expect(Set(GalleryPage.all.map(\.id)).count == GalleryPage.all.count)
    #expect(Set(GalleryPage.all.map(\.title)).count == GalleryPage.all.count)
    #expect(Set(GalleryPage.all.map(\.section)) == Set(GallerySection.allCases))
    for page in GalleryPage.all { #expect(page.summary.hasSuffix("."), "“\(page.id)” says “\(page.summary)”") }
  }
}
