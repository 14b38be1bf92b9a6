import FeedParsing
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ChapterFilesTests {
  let fileURL = URL(string: "https://example.org/show/chapters.json")!

  @Test func `a chapter file is read with titles, links, pictures and unlisted chapters`() throws {
    // Given a file with a relative address of a picture, a time as text, an unlisted chapter (`toc` is false) with an
    // invalid picture, and four entries that are no chapters: without a time, with a negative time, with a time that is
    // too large, and a number
    let json = """
      {"version": "1.2.0", "chapters": [
        {"startTime": 0, "title": "Begin", "img": "1.jpg", "url": "https://example.org/1"},
        {"startTime": "61.5", "endTime": 70, "title": " Two\\nlines "}, {"startTime": 65, "toc": false, "img": "javascript:1"},
        {"title": "Without a time"}, {"startTime": -4}, {"startTime": 1e300}, 7]}
      """
    let chapters = try #require(ChaptersJSON.chapters(in: Array(json.utf8), base: fileURL))
    #expect(
      chapters == [
        ParsedChapter(
          start: .zero, title: "Begin", websiteURL: URL(string: "https://example.org/1"),
          picture: .address(URL(string: "https://example.org/show/1.jpg")!)),
        ParsedChapter(start: .milliseconds(61_500), end: .seconds(70), title: "Two lines"),
        ParsedChapter(start: .seconds(65), title: "", isListed: false),
      ])
  }

  @Test(arguments: ["", "{", "[]", "{}", "{\"chapters\": 4}", "<html>"])
  func `a file with other content is not a chapter file`(text: String) {
    #expect(ChaptersJSON.chapters(in: Array(text.utf8), base: fileURL) == nil)
  }
}
