import CGStreamer
import CGStreamerShims

/// A format for which GStreamer has no decoder or no demuxer, and the Debian package that has one. A demuxer separates
/// the sound and the pictures of a file.
struct MissingFormat: Equatable, Sendable {
  /// Whether the sound, the pictures or the whole container of a file cannot be decoded.
  enum Kind: Equatable, Sendable {
    case sound
    /// A video or a picture.
    case pictures
    /// A file format that contains sound and pictures, or a playlist that lists the files of a stream.
    case container
  }

  /// The name of the format in GStreamer, such as `MPEG-4 AAC`.
  var name: String
  /// The name of the Debian package with the decoder or the demuxer.
  var package: String
  var kind: Kind

  /// Reads the format from a "missing-plugin" message. The message is borrowed. Returns `nil` for other messages, and
  /// for formats that are neither sound, pictures nor containers.
  init?(_ message: UnsafeMutablePointer<GstMessage>) {
    guard let name = playback_missing_format(message) else { return nil }
    defer { g_free(name) }
    guard let detail = gst_missing_plugin_message_get_installer_detail(message) else { return nil }
    defer { g_free(detail) }
    self.init(name: String(cString: name), detail: String(cString: detail))
  }

  /// Finds the kind and the package of a format. Returns `nil` for formats that are neither sound, pictures nor
  /// containers, and if `detail` does not have the form below.
  ///
  /// - Parameters:
  ///   - name: The name of the format in GStreamer.
  ///   - detail: The text that GStreamer passes to programs that install codecs: `gstreamer|1.0|Podcaster|MPEG-4 AAC
  ///     decoder|decoder-audio/mpeg, mpegversion=(int)4`. The last part has the type of the format and its fields. It
  ///     begins with `decoder-` for demuxers too.
  init?(name: String, detail: String) {
    guard let part = detail.split(separator: "|").last, part.hasPrefix("decoder-") else { return nil }
    let fields = part.dropFirst("decoder-".count).split(separator: ",").map { $0.drop { $0 == " " } }
    guard let type = fields.first.map(String.init) else { return nil }
    self.name = name
    if let package = Self.containers[type] {
      (kind, self.package) = (.container, package.rawValue)
    } else if type.hasPrefix("audio/") {
      // MP3 and AAC have the same type, and their decoders are in different packages.
      let isMP3 = type == "audio/mpeg" && fields.contains("mpegversion=(int)1")
      (kind, self.package) = (.sound, (isMP3 ? .good : Self.codecs[type] ?? .libav).rawValue)
    } else if type.hasPrefix("video/") {
      (kind, self.package) = (.pictures, (Self.codecs[type] ?? .libav).rawValue)
    } else {
      return nil
    }
  }

  /// The Debian packages with GStreamer's plugins.
  private enum Package: String {
    case base = "gstreamer1.0-plugins-base"
    case good = "gstreamer1.0-plugins-good"
    case bad = "gstreamer1.0-plugins-bad"
    case ugly = "gstreamer1.0-plugins-ugly"
    /// Contains decoders for most of the formats that the other packages cannot decode.
    case libav = "gstreamer1.0-libav"
  }

  // The two tables map the type of a format to its package. They follow the field `Gstreamer-Decoders` of the packages
  // in Debian 12 and 13. Sound and pictures that are not listed belong to `libav`, except MP3.

  private static let containers: [String: Package] = [
    "application/ogg": .base, "audio/ogg": .base, "video/ogg": .base,
    "application/x-3gp": .good, "application/x-id3": .good, "application/x-apetag": .good, "audio/webm": .good,
    "audio/x-au": .good,
    "audio/x-m4a": .good,
    "audio/x-matroska": .good, "audio/x-wav": .good, "video/quicktime": .good, "video/webm": .good,
    "video/x-flv": .good, "video/x-matroska": .good,
    "video/x-msvideo": .good,
    "application/dash+xml": .bad, "application/mxf": .bad, "application/vnd.ms-sstr+xml": .bad,
    "application/x-hls": .bad, "audio/x-aiff": .bad,
    "audio/x-w64": .bad, "video/mpegts": .bad, "video/x-cdxa": .bad,
    "application/vnd.rn-realmedia": .ugly, "application/x-pn-realaudio": .ugly, "video/x-ms-asf": .ugly,
    "application/x-ape": .libav, "audio/x-ttafile": .libav,
  ]

  private static let codecs: [String: Package] = [
    "audio/x-opus": .base, "audio/x-vorbis": .base, "video/x-theora": .base,
    "audio/x-alaw": .good, "audio/x-flac": .good, "audio/x-mulaw": .good, "audio/x-sbc": .good, "audio/x-speex": .good,
    "audio/x-wavpack": .good,
    "video/x-vp8": .good, "video/x-vp9": .good,
    "audio/midi": .bad, "audio/riff-midi": .bad, "audio/x-midi-event": .bad, "audio/x-mod": .bad, "audio/x-siren": .bad,
    "video/x-av1": .bad,
    "audio/x-lpcm": .ugly, "audio/x-sid": .ugly,
  ]
}
