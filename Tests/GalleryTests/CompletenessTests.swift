import Foundation
import GalleryViews
import Testing

/// The gallery covers all documented names of GtkViews and all lines of the presentation contract, the table in
/// docs/library/presentation.md. Each page shows lines of its own source.
@Suite struct CompletenessTests {
  /// The documented names that no page shows, each with the reason.
  private let reasonsForNoPage = [
    "TupleView": "a view builder creates it from several views; no code names it",
    "ViewWindow": "the gallery uses it for its own window",
    "UTType": "another name of ContentType",
    "App": "the program of the gallery is one, in Sources/podcaster-gallery; the page about scenes opens its windows",
    "ViewNode": "the object that keeps the widget of a view, for authors of views on GTK",
    "DynamicProperty": "property wrappers of GtkViews conform to it; other types cannot",
    "AnimationClock": "for tests, which advance its time",
    "SteppedFrames": "for tests, which advance the frames",
  ]

  private let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Returns the text of a file of the repository.
  private func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appending(path: path), encoding: .utf8)
  }

  /// The names under the topics of GtkViews' documentation.
  private func documentedNames() throws -> Set<String> {
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
    let folder = repository.appending(path: "Sources/Gallery")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
    let file = try #require(files.first { $0.lastPathComponent == name }, "there is no \(name)")
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func `each documented view and modifier has a gallery page or a listed reason`() throws {
    let documented = try documentedNames()
    // A change of the documentation's format must not leave this test without names.
    try #require(documented.count > 100)
    let shown = Set(GalleryPage.all.flatMap(\.names))
    for name in documented.subtracting(shown).subtracting(reasonsForNoPage.keys).sorted() {
      Issue.record(
        "No page of the gallery shows “\(name)”. Name it where it is shown, or give it a page: Sources/Gallery/GalleryPage.swift."
      )
    }
    for name in shown.subtracting(documented).sorted() {
      Issue.record("A page shows “\(name)”, which GtkViews' documentation does not have.")
    }
    for name in reasonsForNoPage.keys where shown.contains(name) || !documented.contains(name) {
      Issue.record("“\(name)” needs no reason any more.")
    }
  }

  @Test(arguments: GalleryPage.all.map(\.id))
  func `a page uses the names that it lists, and shows lines of its own code`(id: String) throws {
    // Given the page's file, without the list of names and other lines of strings. A name in a string is not a use
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
    // And each line that the page shows occurs twice in the source: in the shown text, and in the code. In the shown
    // text's string literal, each backslash is doubled
    let sourceLines = source.split(separator: "\n").map { $0.replacing("\\\\", with: "\\") }
    for line in page.code.split(separator: "\n") {
      let line = line.trimmingCharacters(in: .whitespaces)
      #expect(sourceLines.count { $0.contains(line) } >= 2, "“\(id)” shows “\(line)”, which is no line of its own")
    }
  }

  @Test func `each line of the presentation contract has a page and the text of the document`() throws {
    let tableRow = try Regex("^\\| (\\d+) \\| ([^|]*) \\|", as: (Substring, Substring, Substring).self)
      .anchorsMatchLineEndings()
    let contractLines = try text("docs/library/presentation.md").matches(of: tableRow).map {
      (number: Int($0.output.1) ?? 0, text: $0.output.2.replacing("`", with: ""))
    }
    #expect(contractLines.map(\.number) == Array(1...25))
    #expect(ContractLine.all.map(\.id) == contractLines.map(\.number))
    #expect(ContractLine.all.map(\.text) == contractLines.map { String($0.text) })
    #expect(GalleryPage.all.flatMap(\.contractLines).sorted() == contractLines.map(\.number))
    for page in GalleryPage.all {
      let source = try source(of: page)
      for line in page.contractLines {
        #expect(source.contains("ContractLineView(\(line))"), "“\(page.id)” does not show line \(line)")
      }
    }
  }

  @Test func `each page has a unique id, a unique title and a summary, and each section has a page`() {
    #expect(Set(GalleryPage.all.map(\.id)).count == GalleryPage.all.count)
    #expect(Set(GalleryPage.all.map(\.title)).count == GalleryPage.all.count)
    #expect(Set(GalleryPage.all.map(\.section)) == Set(GallerySection.allCases))
    for page in GalleryPage.all { #expect(page.summary.hasSuffix("."), "“\(page.id)” says “\(page.summary)”") }
  }
}
