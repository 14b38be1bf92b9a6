import FeedParsing
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AudioChaptersTests {
  private func chapters(_ bytes: [UInt8]) async -> [ParsedChapter] { await AudioChapters.read(TestAudio.file(bytes)) }

  /// Returns an ID3 tag with three chapters. Its table of contents lists two of them. The second chapter has a link and
  /// a picture. The picture has bytes that look like the start of MP3 audio, which is 255 and a byte of at least 224.
  static func id3Tag(version: UInt8) -> [UInt8] {
    // The first byte of a frame's content is its encoding: 0 is Latin-1. In the frame of a picture, the MIME type, the
    // kind of picture (3 is a front cover) and an empty description follow.
    let link = TestAudio.frame(
      "WXXX", [0] + Array("page".utf8) + [0] + Array("https://example.org/2".utf8), version: version)
    let picture = TestAudio.frame(
      "APIC", [0] + Array("image/jpeg".utf8) + [0, 3, 0, 0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0xFF, 0x00], version: version)
    let frames =
      TestAudio.tableOfContents(["a", "b"], version: version)
      + TestAudio.chapter("a", from: 0, to: 61_500, TestAudio.title("Begin", version: version), version: version)
      + TestAudio.chapter(
        "b", from: 61_500, to: 3_600_000, TestAudio.title("둘째", version: version) + link + picture, version: version)
      + TestAudio.chapter(
        "hidden", from: 70_000, to: 80_000, TestAudio.title("Picture only", version: version), version: version)
    return TestAudio.tag(TestAudio.frame("TALB", [0] + Array("Show".utf8), version: version) + frames, version: version)
  }

  static let expectedID3Chapters = [
    ParsedChapter(start: .zero, end: .milliseconds(61_500), title: "Begin"),
    ParsedChapter(
      start: .milliseconds(61_500), end: .seconds(3600), title: "둘째", websiteURL: URL(string: "https://example.org/2"),
      picture: .bytes([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0xFF, 0x00])),
    ParsedChapter(start: .seconds(70), end: .seconds(80), title: "Picture only", isListed: false),
  ]

  @Test(arguments: [3, 4] as [UInt8])
  func `the chapters of an ID3 tag are read with titles, links and pictures`(version: UInt8) async {
    #expect(await chapters(Self.id3Tag(version: version)) == Self.expectedID3Chapters)
  }

  /// Unsynchronisation inserts a zero after each 255, so that no bytes of a tag look like the start of MP3 audio.
  @Test func `unsynchronisation of a tag or of a frame is reversed`() async {
    // Given a tag of version 2.3 that is unsynchronised as a whole (0x80), after its header of 10 bytes
    let plain = Self.id3Tag(version: 3).dropFirst(10)
    let unsynchronised = plain.flatMap { $0 == 0xFF ? [0xFF, 0x00] : [$0] }
    #expect(await chapters(TestAudio.tag(unsynchronised, version: 3, flags: 0x80)) == Self.expectedID3Chapters)
    // And a tag of version 2.4 in which the flags of one frame declare unsynchronisation
    // (0x02). The title is in UTF-16 with the byte order mark FF FE.
    let title = TestAudio.frame("TIT2", [1, 0xFF, 0x00, 0xFE, 0x41, 0x00], version: 4, flags: [0, 2])
    let tagWithFrame = TestAudio.tag(TestAudio.chapter("a", from: 0, to: 1000, title, version: 4), version: 4)
    #expect(await chapters(tagWithFrame).map(\.title) == ["A"])
  }

  @Test func `frame sizes of version 2.3 in a tag of version 2.4 are read`() async {
    // Given a tag of version 2.4 in which a program wrote frame sizes of version 2.3. The two versions encode sizes of
    // 128 bytes or more differently, because a byte of a size has 7 bits in version 2.4, and 8 bits in version 2.3.
    let longTitle = TestAudio.frame("TIT2", [3] + Array(repeating: 0x61, count: 300), version: 3)
    // The reader uses the size after which another frame begins, here the frame `TALB`.
    let tag = TestAudio.tag(
      TestAudio.chapter("a", from: 0, to: 1000, longTitle, version: 3)
        + TestAudio.frame("TALB", [0, 0x62], version: 3),
      version: 4)
    #expect(await chapters(tag).map(\.title.count) == [300])
  }

  /// Contents of a title frame, and the titles that are read from them. The first byte of a content is its declared
  /// encoding: Latin-1 (0), UTF-16 (1 and 2) or UTF-8 (3). The second content declares Latin-1, but is UTF-8. A title
  /// ends at a zero.
  static let titles: [(content: [UInt8], title: String)] = [
    ([0, 0x80, 0xE9], "€é"), ([0, 0xEB, 0xB0, 0xA9], "방"), ([1, 0xFE, 0xFF, 0xBC, 0x29], "방"),
    ([1, 0xFF, 0xFE, 0x29, 0xBC], "방"),
    ([2, 0xBC, 0x29, 0, 0, 0, 0x41], "방"), ([3, 0x61, 0, 0x62], "a"), ([3, 0x20, 0x61, 0x0A, 0x62, 0x20], "a b"),
    ([1, 0xFF], ""), ([], ""),
  ]

  @Test(arguments: titles)
  func `chapter titles are read in each encoding`(content: [UInt8], title: String) async {
    let tag = TestAudio.tag(TestAudio.chapter("a", from: 0, to: 1000, TestAudio.frame("TIT2", content)))
    #expect(await chapters(tag).map(\.title) == [title])
  }

  @Test func `a chapter has no link to an address outside the web`() async {
    let frames =
      TestAudio.frame("WXXX", [3, 0] + Array("file:///etc/passwd".utf8))
      + TestAudio.frame("WOAF", Array("javascript:alert(1)".utf8))
    #expect(await chapters(TestAudio.tag(TestAudio.chapter("a", from: 0, to: 1, frames))).map(\.websiteURL) == [nil])
  }

  /// An MP4 file with a Nero chapter list after the audio. The unit of its times is 100 nanoseconds.
  static var neroFile: [UInt8] {
    let firstChapter: [UInt8] = TestAudio.number(0, bytes: 8) + [5] + Array("Begin".utf8)
    let secondChapter: [UInt8] = TestAudio.number(615_000_000, bytes: 8) + [6] + Array("둘째".utf8)
    // The version 1, flags and reserved bytes, and the number of chapters.
    let list: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 2] + firstChapter + secondChapter
    return TestAudio.box("ftyp", Array("M4A ".utf8)) + TestAudio.box("mdat", Array(repeating: 9, count: 5000))
      + TestAudio.box("moov", TestAudio.box("udta", TestAudio.box("chpl", list)))
  }

  /// Returns the content of an MP4 box after the box's version and flags, which are zero.
  private static func versioned(_ content: [UInt8]) -> [UInt8] { [0, 0, 0, 0] + content }

  /// Returns an MP4 track with tables of its samples and references to other tracks. The track has 1000 time units per
  /// second.
  private static func track(_ id: Int, handler: String, tables: [UInt8], references: [UInt8] = []) -> [UInt8] {
    let header = TestAudio.box("tkhd", versioned(TestAudio.number(0, bytes: 8) + TestAudio.number(id, bytes: 4)))
    let media =
      TestAudio.box(
        "mdhd",
        versioned(
          TestAudio.number(0, bytes: 8) + TestAudio.number(1000, bytes: 4) + TestAudio.number(100_000, bytes: 4)))
      + TestAudio.box("hdlr", versioned(TestAudio.number(0, bytes: 4) + handler.utf8))
      + TestAudio.box("minf", TestAudio.box("stbl", tables))
    return TestAudio.box("trak", header + references + TestAudio.box("mdia", media))
  }

  /// An MP4 file with a chapter track of two texts. The second text has a link.
  static var quickTimeFile: [UInt8] { quickTimeFile(pictures: nil) }

  /// An MP4 file with a chapter track of two texts, and with a thumbnail track if there are pictures. The first picture
  /// is shown up to the second chapter.
  static func quickTimeFile(pictures: [[UInt8]]?) -> [UInt8] {
    let firstText = TestAudio.number(5, bytes: 2) + "Begin".utf8
    // The characters of the text to which the link applies (0 to 2), and the address of 21 bytes.
    let link = TestAudio.box(
      "href", TestAudio.number(0, bytes: 2) + TestAudio.number(2, bytes: 2) + [21] + "https://example.org/2".utf8 + [0])
    let secondText = TestAudio.number(6, bytes: 2) + "둘째".utf8 + link
    let start = TestAudio.box("ftyp", Array("M4A ".utf8))
    // The texts follow the box `ftyp` and the 8 bytes of the header of the box `mdat`. The pictures follow the texts.
    let textOffset = start.count + 8
    // Track 2 has the texts, and track 3 the thumbnails.
    let references = TestAudio.number(2, bytes: 4) + (pictures == nil ? [] : TestAudio.number(3, bytes: 4))
    var movie =
      track(1, handler: "soun", tables: [], references: TestAudio.box("tref", TestAudio.box("chap", references)))
      + track(2, handler: "text", tables: sampleTables(of: [firstText, secondText], offset: textOffset))
    if let pictures {
      let description = TestAudio.number(1, bytes: 4) + TestAudio.box("jpeg", Array(repeating: 0, count: 8))
      movie += track(
        3, handler: "vide",
        tables: TestAudio.box("stsd", versioned(description))
          + sampleTables(of: pictures, offset: textOffset + firstText.count + secondText.count))
    }
    return start + TestAudio.box("mdat", firstText + secondText + (pictures ?? []).flatMap(\.self))
      + TestAudio.box("moov", movie)
  }

  /// Returns the tables of a track whose samples are in one chunk of the file. A first sample lasts 61.5 seconds, and a
  /// second one 38.5 seconds.
  ///
  /// - Parameter offset: The offset of the chunk in the file, in bytes.
  private static func sampleTables(of samples: [[UInt8]], offset: Int) -> [UInt8] {
    // The durations: two entries, each with a number of samples and their duration.
    TestAudio.box("stts", versioned(TestAudio.numbers(2, 1, 61_500, 1, 38_500)))
      // The sizes: 0 if they differ, the number of samples, and each size.
      + TestAudio.box(
        "stsz",
        versioned(TestAudio.numbers(0, samples.count) + samples.flatMap { TestAudio.number($0.count, bytes: 4) }))
      // The chunks: one entry, which says that all chunks from chunk 1 have this number of samples, of description 1.
      + TestAudio.box("stsc", versioned(TestAudio.numbers(1, 1, samples.count, 1)))
      // The offsets of the chunks: one entry.
      + TestAudio.box("stco", versioned(TestAudio.numbers(1, offset)))
  }

  @Test func `the Nero chapters of an MP4 file are read`() async {
    let chapters = await chapters(Self.neroFile)
    #expect(
      chapters == [
        ParsedChapter(start: .zero, title: "Begin"), ParsedChapter(start: .milliseconds(61_500), title: "둘째"),
      ])
  }

  @Test func `the chapters of an MP4 text track are read with links`() async {
    #expect(
      await chapters(Self.quickTimeFile) == [
        ParsedChapter(start: .zero, end: .milliseconds(61_500), title: "Begin"),
        ParsedChapter(
          start: .milliseconds(61_500), end: .seconds(100), title: "둘째",
          websiteURL: URL(string: "https://example.org/2")),
      ])
  }

  @Test func `the chapter pictures of an MP4 thumbnail track are read`() async {
    // A JPEG picture begins with FF D8.
    let firstPicture: [UInt8] = [0xFF, 0xD8] + Array(repeating: 1, count: 70_000)
    let secondPicture: [UInt8] = [0xFF, 0xD8] + Array(repeating: 2, count: 300)
    let complete = await chapters(Self.quickTimeFile(pictures: [firstPicture, secondPicture]))
    #expect(complete.map(\.picture) == [.bytes(firstPicture), .bytes(secondPicture)])
    // A sample that is no picture is ignored, and its chapter stays.
    let withInvalidPicture = await chapters(Self.quickTimeFile(pictures: [Array("<html>".utf8), secondPicture]))
    #expect(withInvalidPicture.map(\.picture) == [nil, .bytes(secondPicture)])
    #expect(withInvalidPicture.map(\.title) == ["Begin", "둘째"])
  }

  @Test func `a chapter picture above the size limit is skipped`() async {
    let large: [UInt8] = [0xFF, 0xD8] + Array(repeating: 1, count: 2_000_000)
    // The limit is 1,000,000 bytes. The picture above the limit is left out, and the picture after it is read.
    #expect(
      await chapters(Self.quickTimeFile(pictures: [large, [0xFF, 0xD8, 3]])).map(\.picture) == [
        nil, .bytes([0xFF, 0xD8, 3]),
      ])
  }

  /// Vorbis comments with two valid chapters.
  static let vorbisComments = [
    "TITLE=An episode", "CHAPTER001=00:00:00.000", "CHAPTER001NAME=Begin", "chapter002=00:01:01.500",
    "Chapter002Name=둘째",
    "CHAPTER002URL=https://example.org/2", "CHAPTER003NAME=Without a time", "CHAPTERS=none",
  ]
  static let expectedCommentChapters = [
    ParsedChapter(start: .zero, title: "Begin"),
    ParsedChapter(start: .milliseconds(61_500), title: "둘째", websiteURL: URL(string: "https://example.org/2")),
  ]
  static var flacFile: [UInt8] {
    let header = TestAudio.commentHeader(vorbisComments)
    // Each block has a type: 0 for information, and 4 for comments. 0x80 marks the last block.
    let information: [UInt8] = [0] + TestAudio.number(34, bytes: 3) + Array(repeating: 0, count: 34)
    return Array("fLaC".utf8) + information + [0x84] + TestAudio.number(header.count, bytes: 3) + header
  }
  static var opusFile: [UInt8] {
    // This comment makes the packet span several pages.
    let longComment = "X=" + String(repeating: "x", count: 3000)
    return TestAudio.ogg(
      Array("OpusHead".utf8) + [1], Array("OpusTags".utf8) + TestAudio.commentHeader(vorbisComments + [longComment]))
  }
  static var vorbisFile: [UInt8] {
    // Each packet has a type: 1 for identification, and 3 for comments.
    let commentStart: [UInt8] = [3] + Array("vorbis".utf8)
    return TestAudio.ogg([1] + Array("vorbis".utf8), commentStart + TestAudio.commentHeader(vorbisComments))
  }

  @Test func `after the last chapter that is read, its title is still read`() async {
    // Given one chapter more than the limit of 2,000, and the titles of the last two chapters after all starts
    let starts = (0...2000).map { "CHAPTER\($0)=\($0)" }
    let header = TestAudio.commentHeader(starts + ["CHAPTER1999NAME=Last", "CHAPTER2000NAME=Ignored"])
    let vorbis = Array("vorbis".utf8)
    let chapters = await chapters(TestAudio.ogg([1] + vorbis, [3] + vorbis + header))
    #expect(chapters.count == 2000)
    #expect(chapters.last?.title == "Last")
  }

  @Test(arguments: [flacFile, opusFile, vorbisFile])
  func `the chapters in Vorbis comments are read`(file: [UInt8]) async {
    #expect(await chapters(file) == Self.expectedCommentChapters)
  }

  @Test(arguments: [
    id3Tag(version: 3), id3Tag(version: 4), neroFile, quickTimeFile,
    quickTimeFile(pictures: [[0xFF, 0xD8, 1], [0xFF, 0xD8, 2]]), flacFile, opusFile, vorbisFile,
  ])
  func `a file that is cut off anywhere has no additional chapters`(file: [UInt8]) async {
    let allChapters = await chapters(file)
    #expect(!allChapters.isEmpty)
    // To keep the test short, the larger files are not cut in their middle, which is audio or pictures.
    for length in 0..<file.count where length < 2000 || length > file.count - 1000 {
      let cut = await chapters(Array(file.prefix(length)))
      #expect(cut.count <= allChapters.count)
    }
  }

  @Test(arguments: [
    id3Tag(version: 3), id3Tag(version: 4), neroFile, quickTimeFile,
    quickTimeFile(pictures: [[0xFF, 0xD8, 1], [0xFF, 0xD8, 2]]), flacFile, opusFile, vorbisFile,
  ])
  func `a file with any damaged byte has a bounded number of chapters`(file: [UInt8]) async {
    // To keep the test short, the middle of the larger files, which is audio or pictures, is not damaged.
    for index in file.indices where index < 1000 || index > file.count - 1000 {
      for value in [0x00, 0x7F, 0xFF] as [UInt8] {
        var damaged = file
        damaged[index] = value
        let damagedChapters = await chapters(damaged)
        // Damage can make a count or a size larger. The limit is far above the two or three chapters of the files.
        #expect(damagedChapters.count <= 300)
      }
    }
  }

  @Test func `a file without chapters returns no chapters`() async {
    #expect(await chapters([]) == [])
    #expect(await chapters(Array("RIFF0000WAVE".utf8)) == [])
    #expect(await chapters(TestAudio.tag(TestAudio.title("Only a title"))) == [])
  }
}
