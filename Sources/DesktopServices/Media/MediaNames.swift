import Foundation
import Podcasts

/// The names and object paths of the player on the bus.
enum MediaNames {
  static let application = "io.github.podcaster.Podcaster"
  /// The name by which media controls find the player. In a Flatpak it must end with the program's id.
  static let bus = "org.mpris.MediaPlayer2.\(application)"
  static let path = "/org/mpris/MediaPlayer2"
  static let root = "org.mpris.MediaPlayer2"
  static let player = "org.mpris.MediaPlayer2.Player"
  static let trackList = "org.mpris.MediaPlayer2.TrackList"
  /// The interface for the program's own requests, which MPRIS does not have.
  static let library = "\(application).Player"
  static let properties = "org.freedesktop.DBus.Properties"
  /// The object path that means that there is no track.
  static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
  /// The beginning of the object paths of episodes.
  private static let episodes = "/io/github/podcaster/Podcaster/Episode/"

  /// Returns the object path of an episode.
  static func path(of episode: Episode.ID) -> String { "\(episodes)\(episode.rawValue)" }

  /// Returns the episode of an object path, or `nil` if the path belongs to no episode.
  static func episode(of path: String) -> Episode.ID? {
    guard path.hasPrefix(episodes) else { return nil }
    return Int64(path.dropFirst(episodes.count)).map { Episode.ID(rawValue: $0) }
  }
}

extension Duration {
  /// The duration in whole microseconds, limited to the range of the type.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
    return isTooLong
      ? (seconds < 0 ? .min : .max) : product.addingReportingOverflow(attoseconds / 1_000_000_000_000).partialValue
  }
}
