import Foundation

/// Reads the chapters of an MP4 file: from QuickTime's chapter track, or else from the list in the format of Nero (the
/// box `chpl`).
///
/// An MP4 file consists of nested boxes, each with a name. The box `moov` (the movie) describes the tracks. The content
/// of a track is a sequence of samples. In a chapter track, each sample is the title or the picture of a chapter.
struct MP4Chapters {
  /// The maximum number of bytes that are read from the `moov` box. This box contains the tables of all tracks.
  private static let maxMovieSize = 32_000_000
  /// Several texts are read together if each of them starts at most this many bytes after the start of the first one.
  private static let joinedReadDistance = 65_536
  /// The largest total size of the pictures that are read, in bytes.
  private static let maxPicturesSize = 4_000_000

  private typealias Bytes = ArraySlice<UInt8>

  /// Returns the chapters of a file.
  static func read(_ audio: AudioBytes) async -> [ParsedChapter] {
    guard let movie = await movie(of: audio) else { return [] }
    let tracks = children(movie[...], named: "trak").map { Track($0) }
    let chapterTrackIDs = Set(tracks.flatMap(\.chapterTrackIDs))
    var chapters: [ParsedChapter] = []
    // The first track of texts that has chapters is used.
    for track in tracks where chapters.isEmpty && chapterTrackIDs.contains(track.id) && track.kind == .text {
      chapters = await textChapters(of: track, audio)
    }
    if chapters.isEmpty { chapters = content(of: movie[...], at: ["udta", "chpl"]).map(neroChapters) ?? [] }
    let pictureTrack = tracks.first { chapterTrackIDs.contains($0.id) && $0.kind == .pictures }
    if let pictureTrack { await add(picturesOf: pictureTrack, to: &chapters, audio) }
    return chapters
  }

  /// Sets the picture of each chapter to the picture that a track of pictures has at the start of the chapter. A
  /// picture of several chapters is read once. Stops at a picture with which the total size would exceed
  /// ``maxPicturesSize``.
  private static func add(picturesOf track: Track, to chapters: inout [ParsedChapter], _ audio: AudioBytes) async {
    let samples = track.samples
    var remainingBytes = maxPicturesSize
    // The pictures that were read, by the index of their sample.
    var knownPictures: [Int: [UInt8]] = [:]
    for index in chapters.indices {
      // Half a second is added, because the times of the two tracks may be rounded differently.
      let start = chapters[index].start + .milliseconds(500)
      guard let sampleIndex = samples.firstIndex(where: { $0.start <= start && start < $0.end }) else { continue }
      let sample = samples[sampleIndex]
      if knownPictures[sampleIndex] == nil {
        guard sample.size > 0 else { continue }
        guard sample.size <= remainingBytes else { return }
        remainingBytes -= sample.size
        knownPictures[sampleIndex] = await audio.read(sample.offset, sample.size)
      }
      guard let bytes = knownPictures[sampleIndex], bytes.count == sample.size, isPicture(bytes) else { continue }
      chapters[index].picture = .bytes(bytes)
    }
  }

  /// Whether the bytes are a picture in JPEG or PNG.
  private static func isPicture(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xD8]) || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
  }

  /// Reads the content of the `moov` box, which is at the beginning of the file or after the audio.
  private static func movie(of audio: AudioBytes) async -> [UInt8]? {
    var offset = 0
    // The search ends after 100 boxes, because a damaged file may appear to have very many.
    for _ in 0..<100 {
      let head = await audio.read(offset, 16)
      guard let box = BoxHead(head[...]) else { return nil }
      if box.name == "moov" {
        let size = box.size == 0 ? maxMovieSize : min(box.size - box.headSize, maxMovieSize)
        return await audio.read(offset + box.headSize, size)
      }
      let (next, isOverflow) = offset.addingReportingOverflow(box.size)
      // A box without a size extends to the end of the file.
      guard box.size > 0, !isOverflow else { return nil }
      offset = next
    }
    return nil
  }

  /// Parses Nero's list. The list begins with the version and flags, four reserved bytes if the version is not 0, and
  /// the number of chapters. Each chapter has its start in units of 100 ns, the length of its title, and the title.
  private static func neroChapters(_ content: Bytes) -> [ParsedChapter] {
    guard let version = content.first else { return [] }
    var rest = content.dropFirst(version == 0 ? 4 : 8)
    guard let count = rest.popFirst() else { return [] }
    var chapters: [ParsedChapter] = []
    for _ in 0..<count {
      guard let time = rest.bigEndian(at: 0, 8), let length = rest.bigEndian(at: 8, 1),
        let title = rest.bytes(at: 9, length)
      else { break }
      chapters.append(
        ParsedChapter(
          start: .microseconds(time / 10), title: AudioChapters.title(String(decoding: title, as: UTF8.self))))
      rest = rest.dropFirst(9 + length)
    }
    return chapters
  }

  /// Reads the chapters of a track of texts. Each sample has the length of the text, the text, and optionally the box
  /// `href` with a link. Samples that are close to each other are read together.
  private static func textChapters(of track: Track, _ audio: AudioBytes) async -> [ParsedChapter] {
    let samples = track.samples
    var chapters: [ParsedChapter] = []
    var index = 0
    while index < samples.count {
      let start = samples[index].offset
      var last = index
      while last + 1 < samples.count, case let next = samples[last + 1].offset, next >= start,
        next - start <= joinedReadDistance
      {
        last += 1
      }
      let block = await audio.read(start, samples[index...last].map { $0.offset + $0.size - start }.max() ?? 0)
      for sample in samples[index...last] {
        guard let content = block[...].bytes(at: sample.offset - start, sample.size),
          let chapter = chapter(content, sample)
        else { continue }
        chapters.append(chapter)
      }
      index = last + 1
    }
    return chapters
  }

  /// Returns the chapter of a sample with this content, or `nil` if the content is damaged.
  private static func chapter(_ content: Bytes, _ sample: Track.Sample) -> ParsedChapter? {
    guard let length = content.bigEndian(at: 0, 2), let text = content.bytes(at: 2, length) else { return nil }
    // Text without a byte order mark is usually UTF-8. `latin1` reads valid UTF-8 as UTF-8.
    let isUTF16 = text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE])
    let title = isUTF16 ? ID3Text.utf16(text) : ID3Text.latin1(text)
    var chapter = ParsedChapter(start: sample.start, end: sample.end, title: AudioChapters.title(title))
    // The box `href` has two numbers of two bytes for the linked part of the text, the length of the address in one
    // byte, and the address.
    let link = children(content.dropFirst(2 + length), named: "href").first ?? []
    if let size = link.bigEndian(at: 4, 1), let address = link.bytes(at: 5, size) {
      chapter.websiteURL = AudioChapters.address(String(decoding: address, as: UTF8.self))
    }
    return chapter
  }

  /// Returns the contents of the boxes with a name.
  static func children(_ bytes: ArraySlice<UInt8>, named name: String) -> [ArraySlice<UInt8>] {
    var rest = bytes
    var found: [ArraySlice<UInt8>] = []
    while let box = BoxHead(rest) {
      let size = box.size == 0 ? rest.count : min(box.size, rest.count)
      if box.name == name { found.append(rest.prefix(size).dropFirst(box.headSize)) }
      rest = rest.dropFirst(size)
    }
    return found
  }

  /// Returns the content of the box at a path of nested boxes, or `nil`. If several boxes have a name, the first one is
  /// used.
  static func content(of bytes: ArraySlice<UInt8>, at path: [String]) -> ArraySlice<UInt8>? {
    path.reduce(bytes) { content, name in content.flatMap { children($0, named: name).first } }
  }
}

/// The head of a box: its name and its size.
private struct BoxHead {
  let name: String
  /// The size of the box with its head, in bytes. 0 means that the box extends to the end of the file.
  let size: Int
  /// The size of the head, in bytes.
  let headSize: Int

  init?(_ bytes: ArraySlice<UInt8>) {
    guard let size = bytes.bigEndian(at: 0, 4), let name = bytes.bytes(at: 4, 4) else { return nil }
    self.name = ID3Text.latin1(name)
    if size == 1 {
      guard let large = bytes.bigEndian(at: 8, 8), large >= 16 else { return nil }
      (self.size, headSize) = (large, 16)
    } else {
      guard size == 0 || size >= 8 else { return nil }
      (self.size, headSize) = (size, 8)
    }
  }
}

/// A track of an MP4 file.
private struct Track {
  /// The kind of samples in a chapter track.
  enum Kind {
    case text
    case pictures

    /// The maximum number of bytes that are read from a sample.
    var maxSampleSize: Int {
      switch self {
      case .text: 65_536
      case .pictures: 1_000_000
      }
    }
  }

  /// A text or a picture in a chapter track.
  struct Sample {
    /// The offset in the file, in bytes.
    var offset: Int
    /// The number of bytes to read. 0 if the sample is not read.
    var size: Int
    var start: Duration
    var end: Duration
  }

  /// The number of the track, or 0 if its header is damaged.
  let id: Int
  /// The numbers of the tracks that contain the chapters of this track.
  let chapterTrackIDs: [Int]
  /// `nil` if the track cannot be a chapter track.
  let kind: Kind?
  /// The number of the track's time units in a second.
  private let timescale: Int
  /// The content of the box `stbl`, which contains the tables of the samples' times, sizes and offsets.
  private let tables: ArraySlice<UInt8>

  init(_ content: ArraySlice<UInt8>) {
    // In version 1 of the boxes `tkhd` and `mdhd`, the two dates before the track's number or the timescale have eight
    // bytes each, not four.
    let header = MP4Chapters.content(of: content, at: ["tkhd"]) ?? []
    id = header.bigEndian(at: header.first == 1 ? 20 : 12, 4) ?? 0
    let references = MP4Chapters.content(of: content, at: ["tref", "chap"]) ?? []
    // Each number has 4 bytes. At most 16 numbers are read.
    chapterTrackIDs = stride(from: 0, to: min(references.count, 64), by: 4).compactMap {
      references.bigEndian(at: $0, 4)
    }
    let media = MP4Chapters.content(of: content, at: ["mdia", "mdhd"]) ?? []
    timescale = media.bigEndian(at: media.first == 1 ? 20 : 12, 4) ?? 0
    let handler = MP4Chapters.content(of: content, at: ["mdia", "hdlr"])?.bytes(at: 8, 4) ?? []
    tables = MP4Chapters.content(of: content, at: ["mdia", "minf", "stbl"]) ?? []
    if handler.elementsEqual("text".utf8) || handler.elementsEqual("sbtl".utf8) {
      kind = .text
    } else {
      // The first format that the table of formats names.
      let format = MP4Chapters.content(of: tables, at: ["stsd"])?.bytes(at: 12, 4) ?? []
      kind =
        handler.elementsEqual("vide".utf8) && (format.elementsEqual("jpeg".utf8) || format.elementsEqual("png ".utf8))
        ? .pictures : nil
    }
  }

  /// The samples, with their offsets in the file and their times.
  var samples: [Sample] {
    guard timescale > 0 else { return [] }
    let (offsets, sizes) = (offsets, sizes)
    var samples: [Sample] = []
    var time = 0
    for (index, sampleDuration) in durations(sampleCount: sizes.count).enumerated() where index < offsets.count {
      let (start, end) = (time, time + sampleDuration)
      samples.append(
        Sample(offset: offsets[index], size: readSize(sizes[index]), start: duration(start), end: duration(end)))
      time = end
    }
    return samples
  }

  /// Returns how many bytes of a sample are read. A text that is too long is cut, and a picture that is too large is
  /// not read.
  private func readSize(_ size: Int) -> Int {
    let limit = kind?.maxSampleSize ?? 0
    return kind == .pictures && size > limit ? 0 : min(size, limit)
  }

  /// Converts a time of the track to a duration.
  private func duration(_ time: Int) -> Duration { .milliseconds(Int64(Double(time) / Double(timescale) * 1000)) }

  /// Returns the number of entries of a table. The table stores the number at `offset`. Entries beyond the end of the
  /// table and beyond ``AudioChapters/maxChapters`` are not counted.
  private func entryCount(_ table: ArraySlice<UInt8>, at offset: Int, entrySize: Int) -> Int {
    min(table.bigEndian(at: offset, 4) ?? 0, max(0, (table.count - offset - 4) / entrySize), AudioChapters.maxChapters)
  }

  /// Returns the durations of the samples, in the track's time units.
  private func durations(sampleCount: Int) -> [Int] {
    let times = MP4Chapters.content(of: tables, at: ["stts"]) ?? []
    var durations: [Int] = []
    // Each entry has a number of successive samples, and the duration of each of these samples.
    for index in 0..<entryCount(times, at: 4, entrySize: 8) {
      let repeats = min(times.bigEndian(at: 8 + index * 8, 4) ?? 0, sampleCount - durations.count)
      durations += Array(repeating: times.bigEndian(at: 12 + index * 8, 4) ?? 0, count: max(0, repeats))
    }
    return durations
  }

  /// The sizes of the samples, in bytes.
  private var sizes: [Int] {
    let sizes = MP4Chapters.content(of: tables, at: ["stsz"]) ?? []
    if let commonSize = sizes.bigEndian(at: 4, 4), commonSize > 0 {
      return Array(repeating: commonSize, count: min(sizes.bigEndian(at: 8, 4) ?? 0, AudioChapters.maxChapters))
    }
    return (0..<entryCount(sizes, at: 8, entrySize: 4)).map { sizes.bigEndian(at: 12 + $0 * 4, 4) ?? 0 }
  }

  /// The offsets of the samples. Samples are stored in chunks. The first sample of a chunk is at the chunk's offset,
  /// and the others follow it.
  private var offsets: [Int] {
    let (large, sizes) = (MP4Chapters.content(of: tables, at: ["co64"]), sizes)
    let chunks = large ?? MP4Chapters.content(of: tables, at: ["stco"]) ?? []
    let width = large == nil ? 4 : 8
    // Each entry of this table has the number of its first chunk, counted from 1, and the number of samples in each
    // chunk. An entry applies to the chunks before the first chunk of the next entry.
    let chunkMap = MP4Chapters.content(of: tables, at: ["stsc"]) ?? []
    let mapCount = entryCount(chunkMap, at: 4, entrySize: 12)
    var offsets: [Int] = []
    var entry = 0
    for chunk in 0..<entryCount(chunks, at: 4, entrySize: width) {
      while entry + 1 < mapCount, (chunkMap.bigEndian(at: 8 + (entry + 1) * 12, 4) ?? .max) <= chunk + 1 { entry += 1 }
      // An offset of 2⁴⁸ or more is damaged, and could cause an overflow below.
      guard var offset = chunks.bigEndian(at: 8 + chunk * width, width), offset < 1 << 48 else { break }
      let sampleCount = chunkMap.bigEndian(at: 12 + entry * 12, 4) ?? 1
      for _ in 0..<sampleCount {
        guard offsets.count < sizes.count else { return offsets }
        offsets.append(offset)
        offset += sizes[offsets.count - 1]
      }
    }
    return offsets
  }
}
