/// Decides which position of a video is decoded, so that the pictures follow the sound.
///
/// The pictures and the sound have separate pipelines. The position of the sound is the clock: a picture is due when
/// the sound has reached its position. So the pictures follow each speed, each pause and shortened silence. After a
/// jump of the sound, the pictures need a seek.
struct VideoSync: Sendable {
  /// How far the position of the sound may go back without a jump, because the position is only measured.
  private static let imprecision = Duration.milliseconds(500)
  /// A jump ahead by less than this is faster without a seek, because pictures are decoded faster than they are shown.
  private static let reach = Duration.seconds(5)

  /// Whether the pipeline loads or seeks. Its pictures may be from an earlier position.
  private(set) var isSettling = true
  /// The last known position of the sound.
  private var sound: Duration?
  /// Whether the sound has jumped since the current seek began.
  private var hasJumped = false
  /// How many positions of the sound were reported since the last seek.
  private var placesSinceSeek = 0

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
    let former = sound ?? .zero
    if place < former - Self.imprecision || place > former + Self.reach { hasJumped = true }
    if sound == nil, place > Self.imprecision { hasJumped = true }
    sound = place
    placesSinceSeek += 1
    guard !isSettling else { return nil }
    // A machine that decodes too slowly skips pictures, but not at each report.
    if let picture, place > picture + Self.reach, placesSinceSeek > 500 { hasJumped = true }
    guard hasJumped else { return nil }
    hasJumped = false
    isSettling = true
    placesSinceSeek = 0
    return place
  }
}
