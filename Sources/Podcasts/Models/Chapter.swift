package import Foundation

/// A chapter of an episode. Its source is the feed, a file of chapters or the audio.
package struct Chapter: Hashable, Sendable, Codable {
  /// The start, from the beginning of the audio.
  package var start: Duration
  /// The end. `nil` if the source has none, no chapter follows, and the length of the episode is unknown.
  package var end: Duration?
  /// Plain text. Empty if no source has a title.
  package var title: String
  /// A page of the web about the chapter.
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
  /// The chapters. Each begins within the episode, and ends where the next one begins.
  package private(set) var chapters: [Chapter] = []

  /// The largest difference between the starts of the same chapter in two sources.
  private static let tolerance = Duration.seconds(1)

  /// Merges the chapters of several sources.
  ///
  /// The result has the chapters of the first source that is not empty. The other sources add missing titles, links and
  /// pictures. Chapters are sorted by their start. Chapters that begin after the end of the episode, and further
  /// chapters with the same start, are omitted.
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

  /// Returns the chapters that begin within the length of the audio, or all chapters if the length is unknown.
  package func limited(to duration: Duration?) -> EpisodeChapters {
    duration == nil ? self : EpisodeChapters(merging: [chapters], duration: duration)
  }

  /// Returns the index of the chapter at a place, or `nil` before the first one.
  package func index(at place: Duration) -> Int? {
    var (low, high) = (0, chapters.count)
    while low < high {
      let middle = (low + high) / 2
      if chapters[middle].start <= place { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Returns the start of the chapter after a place, or `nil` if the place is in the last chapter.
  package func nextStart(after place: Duration) -> Duration? {
    let nextIndex = index(at: place).map { $0 + 1 } ?? 0
    return nextIndex < chapters.count ? chapters[nextIndex].start : nil
  }

  /// Returns the start of the chapter at a place. If the chapter began less than three seconds before the place,
  /// returns the start of the previous chapter. Returns `nil` before the first chapter.
  package func previousStart(before place: Duration) -> Duration? {
    guard let current = index(at: place) else { return nil }
    let isAtStart = place - chapters[current].start < .seconds(3)
    return chapters[isAtStart ? max(0, current - 1) : current].start
  }

  /// Returns the chapters that begin within the episode, sorted, with one chapter for each start.
  private static func normalized(_ chapters: [Chapter], _ duration: Duration?) -> [Chapter] {
    let inEpisode = chapters.filter { chapter in chapter.start >= .zero && duration.map { chapter.start < $0 } ?? true }
    let sorted = inEpisode.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(
      \.element)
    var result: [Chapter] = []
    for chapter in sorted where result.last?.start != chapter.start { result.append(chapter) }
    return result
  }

  /// Adds missing titles, links and pictures from the chapters of another source that start at the same time.
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
