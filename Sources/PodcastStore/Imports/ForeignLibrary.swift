import Foundation
import Podcasts

/// The content of a foreign library, which is the database of another podcast player, in this program's types.
struct ForeignLibrary: Sendable {
  struct ForeignShow: Sendable {
    var podcast: Podcast
    /// The feed's address as the other player stores it. It may be invalid.
    var address: String
    /// The section to which the listener has assigned the show, or `nil`.
    var section: String?
    /// The user name and the password of a private feed, or `nil`.
    var credentials: Credentials?
    var episodes: [ForeignEpisode]
  }

  struct ForeignEpisode: Sendable {
    var item: Podcast.Item
    /// The place up to which the listener has heard the episode.
    var position: Duration = .zero
    var isPlayed = false
    var isFavorite = false
    var lastPlayedAt: Date?
  }

  var shows: [ForeignShow]
}

extension ForeignLibrary.ForeignEpisode {
  /// Creates an episode without a place and without marks. Returns `nil` if the address of its audio is not an HTTP or
  /// HTTPS address.
  ///
  /// - Parameters:
  ///   - guid: The identifier. If it is `nil` or empty, the address of the audio is the identifier.
  ///   - title: The title.
  ///   - notes: The show notes.
  ///   - audio: The address of the audio.
  ///   - type: The MIME type of the audio.
  ///   - size: The size of the audio, in bytes.
  ///   - date: The date of publication.
  ///   - seconds: The length of the episode, in seconds.
  ///   - picture: The address of the artwork.
  init?(
    guid: String?, title: String?, notes: String?, audio: String?, type: String?, size: Int64?, date: Date?,
    seconds: Int64?, picture: String?
  ) {
    guard let audio, let url = ForeignLibrary.webAddress(audio) else { return nil }
    let identifier = guid.flatMap { $0.isEmpty ? nil : $0 } ?? url.absoluteString
    item = Podcast.Item(
      guid: identifier, title: title ?? "", summary: notes ?? "",
      enclosure: Enclosure(
        url: url, mimeType: type.flatMap { $0.isEmpty ? nil : $0 }, byteCount: size.flatMap { $0 > 0 ? $0 : nil }),
      publishedAt: date, duration: seconds.flatMap { $0 > 0 ? .seconds($0) : nil },
      artworkURL: picture.flatMap(ForeignLibrary.webAddress))
  }
}

extension ForeignLibrary {
  /// Returns the address if the text is an HTTP or HTTPS address with a host, and otherwise `nil`. White space around
  /// the address is ignored.
  static func webAddress(_ text: String) -> URL? {
    guard let url = URL(string: text.trimmingCharacters(in: .whitespacesAndNewlines)),
      let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https", url.host()?.isEmpty == false
    else { return nil }
    return url
  }

  /// Returns the date for seconds since 1970. Returns `nil` for `nil`, and also for zero and less, because the other
  /// players store zero for a missing date.
  static func date(_ seconds: Int64?) -> Date? {
    seconds.flatMap { $0 > 0 ? Date(timeIntervalSince1970: Double($0)) : nil }
  }
}
