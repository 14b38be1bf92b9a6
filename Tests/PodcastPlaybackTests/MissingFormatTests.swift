import CGStreamer
import Foundation
import Podcasts
import Testing

@testable import PodcastPlayback

/// Reports of decoders and demuxers that are not installed, with the Debian packages that contain them. GStreamer
/// describes a missing format with *caps*, a media type and its properties.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct MissingFormatTests {
  /// Returns the format that is read from GStreamer's message about a missing decoder for these caps. To GStreamer, a
  /// demuxer is also a decoder.
  private func format(_ caps: String) throws -> MissingFormat? {
    try GStreamer.start()
    let pipeline = try #require(gst_pipeline_new(nil))
    gst_object_ref_sink(pipeline)
    defer { gst_object_unref(pipeline) }
    let parsedCaps = try #require(gst_caps_from_string(caps))
    defer { gst_mini_object_unref(UnsafeMutableRawPointer(parsedCaps).assumingMemoryBound(to: GstMiniObject.self)) }
    let message = try #require(gst_missing_decoder_message_new(pipeline, parsedCaps))
    defer { gst_mini_object_unref(UnsafeMutableRawPointer(message).assumingMemoryBound(to: GstMiniObject.self)) }
    return MissingFormat(message)
  }

  @Test(arguments: [
    ("audio/mpeg, mpegversion=(int)4, stream-format=(string)raw", "gstreamer1.0-libav"),
    ("audio/mpeg, mpegversion=(int)1, layer=(int)3", "gstreamer1.0-plugins-good"),
    ("audio/x-vorbis", "gstreamer1.0-plugins-base"),
    ("audio/x-opus, channel-mapping-family=(int)0", "gstreamer1.0-plugins-base"),
    ("audio/x-flac", "gstreamer1.0-plugins-good"),
    ("audio/x-wma, wmaversion=(int)2", "gstreamer1.0-libav"),
    ("audio/x-alac", "gstreamer1.0-libav"),
    ("audio/x-siren", "gstreamer1.0-plugins-bad"),
  ])
  func `a missing audio decoder is reported with its package`(caps: String, package: String) throws {
    let format = try #require(try format(caps))
    #expect(format.package == package)
    #expect(format.kind == .sound)
    #expect(!format.name.isEmpty)
  }

  @Test(arguments: [
    ("video/x-ms-asf", "gstreamer1.0-plugins-ugly"), ("application/x-hls", "gstreamer1.0-plugins-bad"),
    ("application/dash+xml", "gstreamer1.0-plugins-bad"),
    ("video/mpegts, systemstream=(boolean)true", "gstreamer1.0-plugins-bad"),
    ("application/ogg", "gstreamer1.0-plugins-base"), ("video/quicktime", "gstreamer1.0-plugins-good"),
  ])
  func `a missing demuxer is reported with its package`(caps: String, package: String) throws {
    let format = try #require(try format(caps))
    #expect(format.package == package)
    #expect(format.kind == .container)
  }

  @Test(arguments: [
    ("video/x-h264", "gstreamer1.0-libav"), ("video/x-av1", "gstreamer1.0-plugins-bad"),
    ("video/x-vp8", "gstreamer1.0-plugins-good"),
    ("video/x-theora", "gstreamer1.0-plugins-base"),
  ])
  func `a missing video decoder is reported with its package`(caps: String, package: String) throws {
    let format = try #require(try format(caps))
    #expect(format.package == package)
    #expect(format.kind == .pictures)
  }

  @Test(arguments: ["text/html", "text/plain", "image/png", "application/pdf", "application/zip"])
  func `a format without sound or video is not reported as missing`(caps: String) throws {
    #expect(try format(caps) == nil)
  }
}
