package import Foundation

/// Reads files of chapters in the JSON format of the podcast namespace.
///
/// Specification: https://github.com/Podcastindex-org/podcast-namespace/blob/main/chapters/jsonChapters.md
package enum ChaptersJSON {
  /// Returns the chapters in the order of the file, or `nil` if the file has another format. A chapter without a valid
  /// start time is left out. Chapters beyond ``AudioChapters/maxChapters`` are ignored.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - base: The address of the file, against which relative addresses are resolved.
  package static func chapters(in bytes: [UInt8], base: URL?) -> [ParsedChapter]? {
    guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
      let list = object["chapters"] as? [Any]
    else {
      return nil
    }
    return list.prefix(AudioChapters.maxChapters).compactMap {
      ($0 as? [String: Any]).flatMap { chapter($0, base: base) }
    }
  }

  private static func chapter(_ object: [String: Any], base: URL?) -> ParsedChapter? {
    guard let start = time(object["startTime"]) else { return nil }
    func address(_ key: String) -> URL? {
      (object[key] as? String).flatMap { AudioChapters.address($0, relativeTo: base) }
    }
    return ParsedChapter(
      start: start, end: time(object["endTime"]), title: AudioChapters.title(object["title"] as? String ?? ""),
      websiteURL: address("url"),
      picture: address("img").map { .address($0) }, isListed: object["toc"] as? Bool ?? true)
  }

  /// Returns a time from a number of seconds, or from a text such as `1:02:03`. Returns `nil` for any other value, for
  /// a negative time, and for a time of 1,000 hours (3,600,000 seconds) or more.
  static func time(_ value: Any?) -> Duration? {
    switch value {
    case let number as NSNumber where (0..<3_600_000).contains(number.doubleValue):
      .milliseconds(Int64((number.doubleValue * 1000).rounded()))
    case let text as String: FeedDuration.position(text)
    default: nil
    }
  }
}
