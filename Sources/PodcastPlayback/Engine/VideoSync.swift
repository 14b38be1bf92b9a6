/// Decides when and to which position the pictures of a video must seek to follow the sound.
///
/// The pictures and the sound have separate pipelines. The position of the sound is the clock: a picture is due when
/// the sound has reached the picture's position. So the pictures also follow when the player changes the speed, pauses
/// or shortens a silence. After a jump of the sound, the pictures need a seek.
struct VideoSync: Sendable {
  /// The largest step back of the sound's position that is not a jump, because the measured position is not exact.
  private static let imprecision = Duration.milliseconds(500)
  /// The largest step forward that needs no seek. Decoding all pictures of such a distance is faster than a seek.
  private static let longestDistanceWithoutSeek = Duration.seconds(5)

  /// Whether the pipeline of the pictures is loading or seeking. Until it has finished, its pictures may be from an
  /// earlier position.
  private(set) var isSettling = true
  /// The last known position of the sound.
  private var soundPosition: Duration?
  /// Whether the pictures need a seek, because the sound has jumped or the pictures are too late.
  private var needsSeek = false
  /// The number of calls of ``soundMoved(to:showing:)`` since the last seek began. Before the first seek, of all calls.
  private var callCountSinceSeek = 0

  init() {}

  /// The pipeline has loaded, or has finished a seek. Its next picture is from the new position.
  mutating func settled() { isSettling = false }

  /// The sound has reached a position.
  ///
  /// - Parameters:
  ///   - position: The position of the sound.
  ///   - picture: The position of the last shown picture, or `nil` if none was shown since the last seek.
  /// - Returns: The position to seek to, or `nil` if no seek is needed.
  mutating func soundMoved(to position: Duration, showing picture: Duration?) -> Duration? {
    let former = soundPosition ?? .zero
    if position < former - Self.imprecision || position > former + Self.longestDistanceWithoutSeek { needsSeek = true }
    // The pictures begin at the start of the video, and the sound may begin at a later position.
    if soundPosition == nil, position > Self.imprecision { needsSeek = true }
    soundPosition = position
    callCountSinceSeek += 1
    guard !isSettling else { return nil }
    // If the machine decodes too slowly, a seek skips pictures, but not within 500 calls after the last seek.
    // `VideoPipeline` calls this function every 20 milliseconds, so 500 calls are 10 seconds.
    if let picture, position > picture + Self.longestDistanceWithoutSeek, callCountSinceSeek > 500 { needsSeek = true }
    guard needsSeek else { return nil }
    needsSeek = false
    isSettling = true
    callCountSinceSeek = 0
    return position
  }
}
