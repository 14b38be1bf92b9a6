/// The description of how a value on screen changes over time: the curve, the duration, the delay and the repetition of
/// the change.
///
/// An animation has no clock and draws nothing.
public struct Animation: Hashable, Sendable {
  /// The course of the change over time.
  public enum Curve: Hashable, Sendable {
    /// Constant speed from the beginning to the end.
    case linear
    /// Slow at the beginning.
    case easeIn
    /// Slow at the end.
    case easeOut
    /// Slow at the beginning and at the end.
    case easeInOut
    /// The cubic Bézier curve from (0, 0) to (1, 1) with these two control points, as in CSS.
    case bezier(x1: Double, y1: Double, x2: Double, y2: Double)
    /// The movement of a mass on a spring. `response` is the period in seconds. `dampingFraction` is 0 for a spring
    /// that never rests, and 1 for a spring that does not oscillate.
    case spring(response: Double, dampingFraction: Double)
  }

  /// The course of the change over time.
  public var curve: Curve
  /// The duration of the change, in seconds. For a spring, it is the time after which the spring is practically at
  /// rest.
  public var duration: Double
  /// The delay before the change begins, in seconds.
  public var delay: Double
  /// The repetition of the change, or `nil` for a single run: see ``repeatCount(_:autoreverses:)``.
  public var repetition: Repetition?

  /// The repetition of a change.
  public struct Repetition: Hashable, Sendable {
    /// The number of runs, or `nil` to repeat without end.
    public var count: Int?
    /// Whether every second run goes backwards.
    public var autoreverses: Bool
    /// The delay before each forward run and after each backwards run, in seconds.
    public var delay: Double

    /// Creates a repetition from its parts. A count below one becomes one, and a delay below zero becomes zero.
    public init(count: Int?, autoreverses: Bool = true, delay: Double = 0) {
      self.count = count.map { max($0, 1) }
      self.autoreverses = autoreverses
      self.delay = max(0, delay)
    }
  }

  /// Creates an animation from its parts. Times are in seconds. A duration or delay below zero becomes zero.
  public init(curve: Curve, duration: Double, delay: Double = 0, repetition: Repetition? = nil) {
    self.curve = curve
    self.repetition = repetition
    self.duration = max(0, duration)
    self.delay = max(0, delay)
  }

  /// The animation for calls that specify none: slow at both ends, 0.35 seconds.
  public static var `default`: Animation { .easeInOut }
  /// Constant speed, 0.35 seconds.
  public static var linear: Animation { .linear(duration: standardDuration) }
  /// Slow at the beginning, 0.35 seconds.
  public static var easeIn: Animation { .easeIn(duration: standardDuration) }
  /// Slow at the end, 0.35 seconds.
  public static var easeOut: Animation { .easeOut(duration: standardDuration) }
  /// Slow at both ends, 0.35 seconds.
  public static var easeInOut: Animation { .easeInOut(duration: standardDuration) }

  /// Constant speed, for a time in seconds.
  public static func linear(duration: Double) -> Animation { Animation(curve: .linear, duration: duration) }
  /// Slow at the beginning, for a time in seconds.
  public static func easeIn(duration: Double) -> Animation { Animation(curve: .easeIn, duration: duration) }
  /// Slow at the end, for a time in seconds.
  public static func easeOut(duration: Double) -> Animation { Animation(curve: .easeOut, duration: duration) }
  /// Slow at both ends, for a time in seconds.
  public static func easeInOut(duration: Double) -> Animation { Animation(curve: .easeInOut, duration: duration) }

  /// A cubic Bézier curve with these two control points, for a time in seconds.
  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = standardDuration
  ) -> Animation {
    Animation(curve: .bezier(x1: x1, y1: y1, x2: x2, y2: y2), duration: duration)
  }

  /// Returns the same animation with its beginning postponed by a time in seconds.
  public func delay(_ delay: Double) -> Animation {
    var animation = self
    animation.delay = max(0, self.delay + delay)
    return animation
  }

  /// Returns the same animation at a multiple of its speed. A speed of zero or less leaves it unchanged.
  public func speed(_ speed: Double) -> Animation {
    guard speed > 0 else { return self }
    var animation = self
    animation.duration /= speed
    animation.delay /= speed
    animation.repetition?.delay /= speed
    if case .spring(let response, let dampingFraction) = curve {
      animation.curve = .spring(response: response / speed, dampingFraction: dampingFraction)
    }
    return animation
  }

  /// Returns an animation that runs this animation several times. The delay of this animation precedes each forward run
  /// and follows each backwards run.
  ///
  /// An animation with an even number of runs and `autoreverses` ends at the old value. The value then changes to the
  /// new one immediately.
  ///
  /// - Parameters:
  ///   - count: The number of runs. An earlier repetition is replaced.
  ///   - autoreverses: Whether every second run goes backwards.
  public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Animation {
    repeated(Repetition(count: count, autoreverses: autoreverses, delay: delay))
  }

  /// Returns an animation that repeats this animation without end. The delay of this animation precedes each forward
  /// run and follows each backwards run. The repetition stops when the value changes again or the view is removed.
  ///
  /// - Parameter autoreverses: Whether every second run goes backwards.
  public func repeatForever(autoreverses: Bool = true) -> Animation {
    repeated(Repetition(count: nil, autoreverses: autoreverses, delay: delay))
  }

  private func repeated(_ repetition: Repetition) -> Animation {
    var animation = self
    animation.repetition = repetition
    animation.delay = 0
    return animation
  }

  /// The duration of an animation without an explicit duration, in seconds.
  public static let standardDuration = 0.35
}
