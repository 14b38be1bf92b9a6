import Foundation
import Podcasts

extension MediaState {
  /// The values of the properties of MPRIS's player interface, without the position. MPRIS is the desktop's interface
  /// for media controls.
  var playerProperties: [String: BusValue] {
    [
      "PlaybackStatus": .string(status.mprisName),
      "Rate": .double(rate),
      "Metadata": .dictionary(track?.metadata ?? [:]),
      "Volume": .double(volume),
      "MinimumRate": .double(0.5),
      "MaximumRate": .double(3),
      "CanGoNext": .bool(canGoNext),
      // “Previous” seeks to the start of the episode.
      "CanGoPrevious": .bool(canSeek),
      "CanPlay": .bool(canPlay),
      "CanPause": .bool(track != nil),
      "CanSeek": .bool(canSeek),
      "CanControl": .bool(true),
    ]
  }

  /// The values of the properties of MPRIS's track list.
  var trackListProperties: [String: BusValue] {
    ["Tracks": .paths(tracks.map { MediaNames.path(of: $0.id) }), "CanEditTracks": .bool(true)]
  }

  /// The values of the properties of the program (`org.mpris.MediaPlayer2`), which are constant.
  static let programProperties: [String: BusValue] = [
    "CanQuit": .bool(true),
    "CanRaise": .bool(true),
    "Fullscreen": .bool(false),
    "CanSetFullscreen": .bool(false),
    "HasTrackList": .bool(true),
    "Identity": .string("Podcaster"),
    "DesktopEntry": .string(MediaNames.programID),
    "SupportedUriSchemes": .strings(openableSchemes),
    "SupportedMimeTypes": .strings(["application/rss+xml", "application/atom+xml", "text/x-opml+xml"]),
  ]

  /// The schemes of the addresses that the program can open.
  static let openableSchemes = ["http", "https", "feed", "podcast", "pcast", "itpc", "file"]
}

extension MediaState.Status {
  /// The name of the status in MPRIS.
  fileprivate var mprisName: String {
    switch self {
    case .playing: "Playing"
    case .paused: "Paused"
    case .stopped: "Stopped"
    }
  }

  /// Creates the status with a name in MPRIS. Returns `nil` for an unknown name.
  init?(mprisName: String) { self.init(rawValue: mprisName.lowercased()) }
}

extension MediaState.Track {
  /// The metadata of MPRIS. Most of its names come from Xesam, an older standard for metadata.
  var metadata: [String: BusValue] {
    var values: [String: BusValue] = [
      "mpris:trackid": .path(MediaNames.path(of: id)),
      "xesam:title": .string(title),
      "xesam:album": .string(showTitle),
      "xesam:artist": .strings([showTitle]),
      "xesam:genre": .strings(["Podcast"]),
    ]
    if let length { values["mpris:length"] = .int64(length.microseconds) }
    if let artwork { values["mpris:artUrl"] = .string(artwork.absoluteString) }
    if let audio { values["xesam:url"] = .string(audio.absoluteString) }
    return values
  }

  /// Creates a track from metadata, without the addresses of its picture and its audio. Returns `nil` if the metadata
  /// is not about an episode of this program.
  init?(metadata: [String: BusValue]) {
    guard let id = metadata["mpris:trackid"]?.path.flatMap(MediaNames.episode) else { return nil }
    self.init(
      id: id, title: metadata["xesam:title"]?.string ?? "", showTitle: metadata["xesam:album"]?.string ?? "",
      length: metadata["mpris:length"]?.int64.map { .microseconds($0) })
  }
}
