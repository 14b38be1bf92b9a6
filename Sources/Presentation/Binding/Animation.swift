/// How a value on screen gets from one state to the next: a curve, how long it takes, and when it begins.
///
/// It is a description and nothing else: it holds no clock and draws nothing.
public struct Animation: Hashable, Sendable {
  /// The course of the change over time.
  public enum Curve: Hashable, Sendable {
    /// At the same speed from the beginning to the end.
    case linear
    /// Slow at the beginning.
    case easeIn
    /// Slow at the end.
    case easeOut
    /// Slow at the beginning and at the end.
    case easeInOut
    /// Along the cubic Bézier curve from (0, 0) to (1, 1) with these two control points, as in style sheets.
    case bezier(x1: Double, y1: Double, x2: Double, y2: Double)
    /// As a weight on a spring. `response` is the period in seconds; `dampingFraction` is 0 for a spring that never rests, 1 for one
    /// that does not swing.
    case spring(response: Double, dampingFraction: Double)
  }

  /// The course of the change over time.
  public var curve: Curve
  /// How long the change takes, in seconds. For a spring it is the time after which it is as good as at rest.
  public var duration: Double
  /// How long to wait before the change begins, in seconds.
  public var delay: Double
  /// How often the change is gone through, or `nil` for once: see ``repeatCount(_:autoreverses:)``.
  public var repetition: Repetition?

  /// How often a change is gone through.
  public struct Repetition: Hashable, Sendable {
    /// How many times; `nil` for ever.
    public var count: Int?
    /// Whether each second time goes back.
    public var autoreverses: Bool
    /// How long to wait before each time, in seconds.
    public var delay: Double

    /// Makes a repetition out of its parts. Less than once counts as once.
    public init(count: Int?, autoreverses: Bool = true, delay: Double = 0) {
      self.count = count.map { max($0, 1) }
      self.autoreverses = autoreverses
      self.delay = max(0, delay)
    }
  }

  /// Makes an animation out of its parts. Times are in seconds; what is below zero counts as zero.
  public init(curve: Curve, duration: Double, delay: Double = 0, repetition: Repetition? = nil) {
    self.curve = curve
    self.repetition = repetition
    self.duration = max(0, duration)
    self.delay = max(0, delay)
  }

  /// What is used where an animation is asked for and none is named: slow at both ends, 0.35 seconds.
  public static var `default`: Animation { .easeInOut }
  /// At the same speed throughout, 0.35 seconds.
  public static var linear: Animation { .linear(duration: standardDuration) }
  /// Slow at the beginning, 0.35 seconds.
  public static var easeIn: Animation { .easeIn(duration: standardDuration) }
  /// Slow at the end, 0.35 seconds.
  public static var easeOut: Animation { .easeOut(duration: standardDuration) }
  /// Slow at both ends, 0.35 seconds.
  public static var easeInOut: Animation { .easeInOut(duration: standardDuration) }

  /// At the same speed throughout, for a time in seconds.
  public static func linear(duration: Double) -> Animation { Animation(curve: .linear, duration: duration) }
  /// Slow at the beginning, for a time in seconds.
  public static func easeIn(duration: Double) -> Animation { Animation(curve: .easeIn, duration: duration) }
  /// Slow at the end, for a time in seconds.
  public static func easeOut(duration: Double) -> Animation { Animation(curve: .easeOut, duration: duration) }
  /// Slow at both ends, for a time in seconds.
  public static func easeInOut(duration: Double) -> Animation { Animation(curve: .easeInOut, duration: duration) }

  /// Along a cubic Bézier curve with these two control points, for a time in seconds.
  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = standardDuration
  ) -> Animation {
    Animation(curve: .bezier(x1: x1, y1: y1, x2: x2, y2: y2), duration: duration)
  }

  /// The same animation, begun later by a time in seconds.
  public func delay(_ delay: Double) -> Animation {
    var animation = self
    animation.delay = max(0, self.delay + delay)
    return animation
  }

  /// The same animation, so many times as fast. A speed of zero or less leaves it as it is.
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

  /// The same animation, several times, with its delay before each.
  ///
  /// What ends on the way back, after an even number of times, is at its new value all the same, at once.
  ///
  /// - Parameters:
  ///   - count: How many times. It takes the place of an earlier repetition.
  ///   - autoreverses: Whether each second time goes back.
  public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Animation {
    repeated(Repetition(count: count, autoreverses: autoreverses, delay: delay))
  }

  /// The same animation, again and again, with its delay before each time, until the value is changed otherwise or the view goes.
  ///
  /// - Parameter autoreverses: Whether each second time goes back.
  public func repeatForever(autoreverses: Bool = true) -> Animation {
    repeated(Repetition(count: nil, autoreverses: autoreverses, delay: delay))
  }

  private func repeated(_ repetition: Repetition) -> Animation {
    var animation = self
    animation.repetition = repetition
    animation.delay = 0
    return animation
  }

  /// How long an animation takes that does not say, in seconds.
  public static let standardDuration = 0.35
}
