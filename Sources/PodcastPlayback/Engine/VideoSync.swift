/// Decides which place of a video is decoded, so that the pictures follow the sound.
///
/// The pictures and the sound have a pipeline each. The place of the sound is the time: a picture is due when the sound has reached its place. So the
/// pictures follow each speed, each pause and shortened silence. A jump of the sound needs a seek of the pictures.
struct VideoSync: Sendable {
  /// The sound is allowed to go back by this much. Its place is a measurement.
  private static let imprecision = Duration.milliseconds(500)
  /// A jump ahead by less than this is faster without a seek. Pictures are decoded faster than they are shown.
  private static let reach = Duration.seconds(5)

  /// Whether the pipeline loads or seeks. Its pictures may be those of an earlier place.
  private(set) var isSettling = true
  /// The last known place of the sound.
  private var sound: Duration?
  /// Whether the sound has jumped since the place of the current seek.
  private var hasJumped = false
  /// The number of places of the sound since the last seek.
  private var placesSinceSeek = 0

  init() {}

  /// The pipeline has loaded, or has finished a seek. Its next picture is of its place.
  mutating func settled() { isSettling = false }

  /// The sound has come to a place.
  ///
  /// - Parameters:
  ///   - place: The place of the sound.
  ///   - picture: The place of the last shown picture, or `nil` if none was shown since the last seek.
  /// - Returns: The place to seek to, or `nil` if the next pictures are decoded anyway.
  mutating func soundMoved(to place: Duration, showing picture: Duration?) -> Duration? {
    let former = sound ?? .zero
    if place < former - Self.imprecision || place > former + Self.reach { hasJumped = true }
    if sound == nil, place > Self.imprecision { hasJumped = true }
    sound = place
    placesSinceSeek += 1
    guard !isSettling else { return nil }
    // A machine that decodes too slowly leaves out pictures, but not in each moment.
    if let picture, place > picture + Self.reach, placesSinceSeek > 500 { hasJumped = true }
    guard hasJumped else { return nil }
    hasJumped = false
    isSettling = true
    placesSinceSeek = 0
    return place
  }
}
