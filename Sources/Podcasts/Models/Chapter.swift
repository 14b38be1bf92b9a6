package import Foundation

/// A chapter of an episode. Its source is the feed, a file of chapters or the audio.
package struct Chapter: Hashable, Sendable, Codable {
  /// The start, from the beginning of the audio.
  package var start: Duration
  /// The end, if it is known. In ``EpisodeChapters``, only the end of the last chapter can be `nil`: if the length of
  /// the episode is unknown, and the source has no end.
  package var end: Duration?
  /// Plain text. Empty if no source has a title.
  package var title: String
  /// The address of a web page about the chapter.
  package var websiteURL: URL?
  /// The address of a picture on the web, or a `data:` address with a picture from the audio.
  package var pictureURL: URL?

  package init(start: Duration, end: Duration? = nil, title: String, websiteURL: URL? = nil, pictureURL: URL? = nil) {
    self.start = start
    self.end = end
    self.title = title
    self.websiteURL = websiteURL
    self.pictureURL = pictureURL
  }

  package init(_ chapter: FeedChapter) {
    self.init(
      start: chapter.start, title: chapter.title, websiteURL: chapter.websiteURL, pictureURL: chapter.pictureURL)
  }
}

/// The chapters of an episode, in order of time, without gaps.
package struct EpisodeChapters: Hashable, Sendable {
  /// The chapters. Each chapter ends where the next one begins, and the last chapter ends with the episode.
  package private(set) var chapters: [Chapter] = []

  /// The largest difference between the starts of the same chapter in two sources.
  private static let tolerance = Duration.seconds(1)

  /// Merges the chapters of several sources.
  ///
  /// The result has the chapters of the first source that is not empty. The other sources add missing titles, links and
  /// pictures. Chapters are sorted by their start. Chapters that do not begin within the episode are omitted. Of
  /// several chapters of a source with the same start, only the first is kept.
  ///
  /// - Parameters:
  ///   - sources: The chapters of each source, the best source first.
  ///   - duration: The length of the episode, if it is known.
  package init(merging sources: [[Chapter]] = [], duration: Duration? = nil) {
    let sources = sources.map { Self.normalized($0, duration) }.filter { !$0.isEmpty }
    guard var chapters = sources.first else { return }
    for source in sources.dropFirst() { Self.addMissingValues(to: &chapters, from: source) }
    for index in chapters.indices {
      let next = index + 1 < chapters.count ? chapters[index + 1].start : duration
      chapters[index].end = next ?? chapters[index].end
    }
    self.chapters = chapters
  }

  /// Returns the chapters that begin within a length of the audio. The last one ends with the audio. If the length is
  /// `nil`, because it is unknown, returns all chapters.
  package func limited(to duration: Duration?) -> EpisodeChapters {
    duration == nil ? self : EpisodeChapters(merging: [chapters], duration: duration)
  }

  /// Returns the index of the chapter that contains a place, or `nil` if no chapter begins at or before the place.
  package func index(at place: Duration) -> Int? {
    var (low, high) = (0, chapters.count)
    while low < high {
      let middle = (low + high) / 2
      if chapters[middle].start <= place { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Returns the start of the first chapter that begins after a place, or `nil` if there is none.
  package func nextStart(after place: Duration) -> Duration? {
    let nextIndex = index(at: place).map { $0 + 1 } ?? 0
    return nextIndex < chapters.count ? chapters[nextIndex].start : nil
  }

  /// Returns the start of the chapter that contains a place. If this chapter is not the first and begins less than
  /// three seconds before the place, returns the start of the previous chapter. Returns `nil` before the first chapter.
  package func previousStart(before place: Duration) -> Duration? {
    guard let current = index(at: place) else { return nil }
    let isAtStart = place - chapters[current].start < .seconds(3)
    return chapters[isAtStart ? max(0, current - 1) : current].start
  }

  /// Returns the chapters that begin within the episode, sorted by start, with the first chapter of each start.
  private static func normalized(_ chapters: [Chapter], _ duration: Duration?) -> [Chapter] {
    let inEpisode = chapters.filter { chapter in chapter.start >= .zero && duration.map { chapter.start < $0 } ?? true }
    let sorted = inEpisode.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(
      \.element)
    var result: [Chapter] = []
    for chapter in sorted where result.last?.start != chapter.start { result.append(chapter) }
    return result
  }

  /// Adds missing titles, links and pictures from another source. Chapters whose starts differ by at most ``tolerance``
  /// are the same chapter.
  private static func addMissingValues(to chapters: inout [Chapter], from source: [Chapter]) {
    var sourceIndex = 0
    for index in chapters.indices {
      let start = chapters[index].start
      while sourceIndex < source.count, source[sourceIndex].start < start - tolerance { sourceIndex += 1 }
      guard sourceIndex < source.count, source[sourceIndex].start <= start + tolerance else { continue }
      let sameChapter = source[sourceIndex]
      if chapters[index].title.isEmpty { chapters[index].title = sameChapter.title }
      chapters[index].websiteURL = chapters[index].websiteURL ?? sameChapter.websiteURL
      chapters[index].pictureURL = chapters[index].pictureURL ?? sameChapter.pictureURL
    }
  }
}
