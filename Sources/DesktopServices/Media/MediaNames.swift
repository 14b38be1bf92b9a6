import Foundation
import Podcasts

/// The names, interfaces and object paths of the player on D-Bus. MPRIS, whose names begin with `org.mpris`, is the
/// standard by which media controls find and control players.
enum MediaNames {
  /// The program's id.
  static let programID = "io.github.podcaster.Podcaster"
  /// The name by which media controls find the player. In a Flatpak it must end with the program's id.
  static let busName = "org.mpris.MediaPlayer2.\(programID)"
  /// The object path of the player.
  static let playerPath = "/org/mpris/MediaPlayer2"
  /// MPRIS's interface for the program as a whole, for example for its name.
  static let programInterface = "org.mpris.MediaPlayer2"
  /// MPRIS's interface for playback.
  static let playerInterface = "org.mpris.MediaPlayer2.Player"
  /// MPRIS's interface for the track list: the episode in the player, followed by the first episodes of the queue.
  static let trackListInterface = "org.mpris.MediaPlayer2.TrackList"
  /// This program's interface for requests that MPRIS does not have.
  static let podcasterInterface = "\(programID).Player"
  /// D-Bus's interface for reading and writing properties.
  static let propertiesInterface = "org.freedesktop.DBus.Properties"
  /// The object path that means that there is no track.
  static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
  /// The beginning of the object paths of episodes.
  private static let episodePrefix = "/io/github/podcaster/Podcaster/Episode/"

  /// Returns the object path of an episode.
  static func path(of episode: Episode.ID) -> String { "\(episodePrefix)\(episode.rawValue)" }

  /// Returns the episode of an object path, or `nil` if the path belongs to no episode.
  static func episode(of path: String) -> Episode.ID? {
    guard path.hasPrefix(episodePrefix) else { return nil }
    return Int64(path.dropFirst(episodePrefix.count)).map { Episode.ID(rawValue: $0) }
  }
}

extension Duration {
  /// The duration in whole microseconds, limited to the range of `Int64`.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, sumOverflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return overflows || sumOverflows ? (seconds < 0 ? .min : .max) : sum
  }
}
