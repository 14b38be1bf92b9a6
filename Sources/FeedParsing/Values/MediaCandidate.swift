import Foundation
import Podcasts

/// A file to which an item refers, and which may be the episode's audio or video.
struct MediaCandidate {
  /// The element that contains the address.
  enum Element {
    /// RSS's `enclosure`.
    case enclosure
    /// `media:content`.
    case mediaContent
    /// `podcast:alternateEnclosure`, which has another format of the enclosure's media.
    case alternate
    /// The item's `link`, which usually is a page.
    case link
  }

  /// The address as the feed writes it, which may be relative.
  var address: String
  /// The MIME type, or `media:content`'s `medium`, such as `audio`.
  var type: String?
  /// The size in bytes, as the feed writes it.
  var length: String?
  var element: Element
  /// Whether the file is in a `media:group`, which contains several formats of the same media.
  var isInMediaGroup = false

  /// Returns the best of an item's candidates as an enclosure, or `nil` if none can be played.
  ///
  /// The order of priority is: enclosure, `media:content`, alternate enclosure, link. Of candidates from the same kind
  /// of element, audio has priority over video, and video over files that may be audio or video. Of equal candidates,
  /// the first has priority. A candidate that cannot be played, such as a picture, is never returned.
  static func best(of candidates: [MediaCandidate], addresses: FeedAddresses) -> Enclosure? {
    for element in [Element.enclosure, .mediaContent, .alternate, .link]
    where candidates.contains(where: { $0.element == element }) {
      var best: (url: URL, candidate: MediaCandidate, rank: Int)?
      for candidate in candidates where candidate.element == element {
        guard let url = addresses.media(candidate.address) else { continue }
        let rank = candidate.rank(fileExtension: url.pathExtension.lowercased())
        if rank > best?.rank ?? 0 { best = (url, candidate, rank) }
      }
      if let best { return best.candidate.enclosure(url: best.url) }
    }
    return nil
  }

  /// Returns at most 16 other formats of an item's media: the files of `media:group` and `podcast:alternateEnclosure`,
  /// without `enclosure`.
  static func alternates(
    in candidates: [MediaCandidate], of enclosure: Enclosure, addresses: FeedAddresses
  ) -> [Enclosure] {
    var alternates: [Enclosure] = []
    for candidate in candidates where candidate.isInMediaGroup || candidate.element == .alternate {
      guard alternates.count < 16, let url = addresses.media(candidate.address), url != enclosure.url,
        candidate.rank(fileExtension: url.pathExtension.lowercased()) > 0,
        !alternates.contains(where: { $0.url == url })
      else { continue }
      alternates.append(candidate.enclosure(url: url))
    }
    return alternates
  }

  /// Returns the enclosure of the file at a resolved address.
  private func enclosure(url: URL) -> Enclosure {
    let mimeType = type.flatMap { $0.contains("/") ? $0.lowercased() : nil }
    return Enclosure(
      url: url, mimeType: mimeType, byteCount: length.flatMap { Int64($0.trimmed) }.flatMap { $0 > 0 ? $0 : nil })
  }

  /// Returns 3 for audio, 2 for video, 1 for a file that may be audio or video, and 0 for a file that cannot be played.
  /// An extension of audio has priority over the type, because types are wrong more often than extensions.
  private func rank(fileExtension: String) -> Int {
    if Self.audioExtensions.contains(fileExtension) { return 3 }
    // A link without an extension of audio or video usually is a page.
    if element == .link { return Self.videoExtensions.contains(fileExtension) ? 2 : 0 }
    let type = type?.lowercased() ?? ""
    if type.hasPrefix("audio") || type == "mp3" || type == "application/ogg" { return 3 }
    if type.hasPrefix("video") || Self.videoExtensions.contains(fileExtension) { return 2 }
    if type.hasPrefix("image") || type.hasPrefix("text/") || type == "document" || type == "executable" { return 0 }
    if ["application/pdf", "application/epub+zip", "application/zip", "application/x-bittorrent", "application/json"]
      .contains(type)
    {
      return 0
    }
    if Self.otherExtensions.contains(fileExtension) { return 0 }
    // `media:content` without a type usually is a picture.
    return element == .mediaContent ? 0 : 1
  }

  private static let audioExtensions: Set = [
    "mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "flac", "wav", "wma", "mka", "aif", "aiff", "mp2",
  ]
  private static let videoExtensions: Set = ["mp4", "m4v", "mov", "webm", "mkv", "ogv", "avi", "wmv", "mpg", "mpeg"]
  /// The extensions of files that are neither audio nor video.
  private static let otherExtensions: Set = [
    "jpg", "jpeg", "png", "gif", "webp", "svg", "pdf", "epub", "doc", "docx", "txt", "zip", "srt", "vtt", "json",
    "torrent",
  ]
}
