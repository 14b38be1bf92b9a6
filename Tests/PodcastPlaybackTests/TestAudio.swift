import CGStreamer
import Foundation
import Testing

/// Audio and video files. GStreamer creates most of them. Each file is created when a test first uses it, so that the
/// repository contains no binaries.
///
/// The length of a tone in seconds is `num-buffers` × `samplesperbuffer` / `rate`. The element with the name `all`
/// joins the parts that end with `all.`.
enum TestAudio {
  /// Almost exactly two seconds of a tone as Ogg Vorbis.
  static let twoSecondOgg = makeFile(
    "audiotestsrc num-buffers=88 samplesperbuffer=1000 ! audio/x-raw,rate=44100,channels=1 ! vorbisenc ! oggmux",
    named: "two seconds.ogg")
  /// Twenty seconds of a tone as WAV. A seek reaches the requested position exactly.
  static let twentySecondWAV = makeFile(
    "audiotestsrc num-buffers=160 samplesperbuffer=1000 ! audio/x-raw,format=S16LE,rate=8000,channels=1 ! wavenc",
    named: "이십 초.wav")
  /// One second of a tone as WAV.
  static let oneSecondWAV = makeFile(
    "audiotestsrc num-buffers=8 samplesperbuffer=1000 ! audio/x-raw,format=S16LE,rate=8000,channels=1 ! wavenc",
    named: "one.wav")
  /// Twenty seconds of a tone as FLAC. The header contains the length.
  static let twentySecondFLAC = makeFile(
    "audiotestsrc num-buffers=160 samplesperbuffer=1000 ! audio/x-raw,format=S16LE,rate=8000,channels=1 ! flacenc",
    named: "long.flac")
  /// Twenty seconds of a tone as Ogg Vorbis.
  static let twentySecondOgg = makeFile(
    "audiotestsrc num-buffers=160 samplesperbuffer=1000 ! audio/x-raw,rate=8000,channels=1 ! vorbisenc ! oggmux",
    named: "long.ogg")

  /// Ten seconds of noise and ten of silence as MP3 with a variable rate. No header contains the length, so GStreamer
  /// estimates it from the first frames.
  static let variableRateMP3 = makeFile(
    [("white-noise", 441), ("silence", 441)].map { wave, count in
      "audiotestsrc wave=\(wave) num-buffers=\(count) samplesperbuffer=1000 ! audio/x-raw,rate=44100,channels=1 ! all. "
    }.joined() + "concat name=all ! audioconvert ! lamemp3enc target=quality quality=6", named: "variable.mp3")

  /// Three seconds of a tone, six of silence, and three of a tone, as WAV.
  static let toneSilenceTone = makeFile(
    [("sine", 24), ("silence", 48), ("sine", 24)].map { wave, count in
      "audiotestsrc wave=\(wave) num-buffers=\(count) samplesperbuffer=1000 ! audio/x-raw,format=S16LE,rate=8000,channels=1 ! all. "
    }.joined() + "concat name=all ! audioconvert ! wavenc", named: "silence.wav")

  /// Six seconds of a quiet tone, and six of a loud one, as WAV.
  static let quietThenLoud = makeFile(
    [0.02, 0.5].map { volume in
      "audiotestsrc volume=\(volume) num-buffers=48 samplesperbuffer=1000 ! audio/x-raw,format=S16LE,rate=8000,channels=1 ! all. "
    }.joined() + "concat name=all ! audioconvert ! wavenc", named: "unequal.wav")

  /// Twenty seconds of a tone and of colour bars, 64 × 48 pixels, as Matroska with VP8. The plugin sets “base” and
  /// “good” of GStreamer can encode and decode this format.
  static let vp8Video = makeVideo(
    muxer: "matroskamux", encoder: "vp8enc deadline=1 keyframe-max-dist=25", named: "bars.mkv")
  /// The same sound and pictures as Ogg with Theora.
  static let theoraVideo = makeVideo(muxer: "oggmux", encoder: "theoraenc", named: "bars.ogv")

  /// Creates a video with the tone and the colour bars of ``vp8Video``, by a muxer and a video encoder of GStreamer.
  private static func makeVideo(muxer: String, encoder: String, named name: String) -> URL {
    makeFile(
      "audiotestsrc num-buffers=200 samplesperbuffer=800 ! audio/x-raw,rate=8000,channels=1 ! vorbisenc ! queue ! all. "
        + "videotestsrc num-buffers=500 ! video/x-raw,format=I420,width=64,height=48,framerate=25/1 ! \(encoder) ! queue ! all. "
        + "\(muxer) name=all", named: name)
  }

  /// A folder for this run. It is removed when the process ends.
  static let folder: URL = {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(
      path: "playback-\(ProcessInfo.processInfo.globallyUniqueString)")
    try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { try! FileManager.default.removeItem(at: TestAudio.folder) }
    return folder
  }()

  /// An hour of silence as MP3, with a constant bit rate and without an index.
  static let hourLongMP3 = makeFile(
    "audiotestsrc num-buffers=28125 samplesperbuffer=1024 wave=silence ! audio/x-raw,rate=8000,channels=1 ! lamemp3enc target=bitrate cbr=true bitrate=8",
    named: "long.mp3")

  /// Creates a file with these bytes in ``folder``, and returns its address.
  static func writeFile(_ name: String, _ data: Data) throws -> URL {
    let file = folder.appending(path: name)
    try data.write(to: file)
    return file
  }

  /// Creates a video with twenty seconds of a tone. No decoder accepts the header of the pictures.
  static func undecodableVideo() throws -> URL {
    let video = makeVideo(muxer: "matroskamux", encoder: "theoraenc", named: "bars theora.mkv")
    var data = try Data(contentsOf: video)
    // Theora's setup header begins with 0x82. The decoder needs the tables that follow.
    let tablesStart = try #require(data.range(of: Data([0x82] + "theora".utf8))).upperBound
    data.replaceSubrange(tablesStart..<tablesStart + 64, with: repeatElement(0xFF, count: 64))
    return try writeFile("undecodable.mkv", data)
  }

  /// Creates a WAV file in the Voxware format, which GStreamer recognizes but cannot decode.
  static func undecodableAudio() throws -> URL {
    // The size in a RIFF header covers “WAVE”, the header and the content of the chunk “fmt ”, and those of “data”.
    var header = Data("RIFF".utf8) + littleEndian(4 + 8 + 16 + 8 + 4096) + Data("WAVEfmt ".utf8) + littleEndian(16)
    // The format number 0x75 stands for Voxware. The other numbers are one channel, 8,000 samples and bytes
    // per second, one byte per sample, and 8 bits.
    header += Data([0x75, 0x00, 1, 0]) + littleEndian(8000) + littleEndian(8000) + Data([1, 0, 8, 0])
    let dataChunk = Data("data".utf8) + littleEndian(4096) + Data(repeating: 7, count: 4096)
    return try writeFile("voxware.wav", header + dataChunk)
  }

  /// Returns the header of a WAV file, without the samples. Each second has 8,000 samples of 8 bits.
  static func wavHeader(seconds: UInt32) -> Data {
    let size = seconds * 8_000
    // The header has 36 bytes after its size field. The format is PCM (1) with one channel and one byte per sample.
    var header = Data("RIFF".utf8) + littleEndian(36 + size) + Data("WAVEfmt ".utf8) + littleEndian(16)
    header += Data([1, 0, 1, 0]) + littleEndian(8_000) + littleEndian(8_000) + Data([1, 0, 8, 0])
    return header + Data("data".utf8) + littleEndian(size)
  }

  /// Returns an ID3v2.3 tag with these frames. The name of a frame has four letters.
  static func id3Tag(_ frames: [(name: String, content: Data)]) -> Data {
    let body = frames.reduce(into: Data()) { body, frame in
      let noFlags = Data([0, 0])
      body += Data(frame.name.utf8) + bigEndian(UInt32(frame.content.count)) + noFlags + frame.content
    }
    // The size of a tag has seven bits in each byte.
    let size = (0..<4).map { UInt8(body.count >> (21 - 7 * $0) & 0x7f) }
    let versionAndFlags = Data([3, 0, 0])
    return Data("ID3".utf8) + versionAndFlags + Data(size) + body
  }

  private static func bigEndian(_ number: UInt32) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }

  private static func littleEndian(_ number: UInt32) -> Data { withUnsafeBytes(of: number.littleEndian) { Data($0) } }

  /// Runs a pipeline of GStreamer, writes its output to a file, and returns the file.
  private static func makeFile(_ pipeline: String, named name: String) -> URL {
    gst_init(nil, nil)
    let file = folder.appending(path: name)
    let element = gst_parse_launch("\(pipeline) ! filesink location=\"\(file.path)\"", nil)
    gst_element_set_state(element, GST_STATE_PLAYING)
    let bus = gst_element_get_bus(element)
    let endTypes = GstMessageType(rawValue: GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue)
    // The time limit is thirty seconds, in nanoseconds.
    let message = gst_bus_timed_pop_filtered(bus, 30_000_000_000, endTypes)
    precondition(message?.pointee.type == GST_MESSAGE_EOS, "\(name) could not be made")
    gst_mini_object_unref(UnsafeMutableRawPointer(message!).assumingMemoryBound(to: GstMiniObject.self))
    gst_element_set_state(element, GST_STATE_NULL)
    gst_object_unref(bus)
    gst_object_unref(element)
    return file
  }
}
