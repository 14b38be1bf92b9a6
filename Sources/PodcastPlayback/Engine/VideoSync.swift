/// Decides when and to which position the pictures of a video must seek to follow the sound.
///
/// The pictures and the sound have separate pipelines. The position of the sound is the clock: a picture is due when
/// the sound has reached its position. So the pictures follow each speed, pause and shortened silence. After a jump of
/// the sound, the pictures need a seek.
struct VideoSync: Sendable {
  /// How far the position of the sound may go back without counting as a jump, because the measured position is not
  /// exact.
  private static let imprecision = Duration.milliseconds(500)
  /// The largest distance ahead that needs no seek. Decoding all pictures up to there is faster than a seek.
  private static let longestDistanceWithoutSeek = Duration.seconds(5)

  /// Whether the pipeline of the pictures loads or seeks. Its pictures may be from an earlier position.
  private(set) var isSettling = true
  /// The last known position of the sound.
  private var soundPosition: Duration?
  /// Whether the sound has jumped since the current seek began.
  private var hasJumped = false
  /// How many positions of the sound were reported since the last seek.
  private var positionCountSinceSeek = 0

  init() {}

  /// The pipeline has loaded, or has finished a seek. Its next picture is from the new position.
  mutating func settled() { isSettling = false }

  /// The sound has reached a position.
  ///
  /// - Parameters:
  ///   - place: The position of the sound.
  ///   - picture: The position of the last shown picture, or `nil` if none was shown since the last seek.
  /// - Returns: The position to seek to, or `nil` if no seek is needed.
  mutating func soundMoved(to place: Duration, showing picture: Duration?) -> Duration? {
    let former = soundPosition ?? .zero
    if place < former - Self.imprecision || place > former + Self.longestDistanceWithoutSeek { hasJumped = true }
    if soundPosition == nil, place > Self.imprecision { hasJumped = true }
    soundPosition = place
    positionCountSinceSeek += 1
    guard !isSettling else { return nil }
    // A machine that decodes too slowly skips pictures with a seek, but at most every 500 reports. While the sound
    // plays, these are 10 seconds.
    if let picture, place > picture + Self.longestDistanceWithoutSeek, positionCountSinceSeek > 500 { hasJumped = true }
    guard hasJumped else { return nil }
    hasJumped = false
    isSettling = true
    positionCountSinceSeek = 0
    return place
  }
}
