/// The course of an animation that changes several numbers: their values and speeds at any time.
///
/// The timeline has no clock. The caller passes the time.
package struct AnimationTimeline: Sendable {
  /// The numbers of an animated value, such as the components of a colour. There are at most eight. Unused numbers are
  /// zero.
  package typealias Numbers = SIMD8<Double>

  /// The numbers at the beginning.
  private let from: Numbers
  /// The numbers at the end.
  private let to: Numbers
  /// The speed at which the numbers changed when the timeline was created, in units per second. A spring begins at this
  /// speed.
  private let initialSpeed: Numbers
  private let animation: Animation

  /// Creates a timeline that begins at the current numbers and, for a spring, at their current speed.
  package init(_ animation: Animation, from: Numbers, to: Numbers, speed: Numbers = .zero) {
    self.animation = animation
    self.from = from
    self.to = to
    initialSpeed = speed
  }

  /// The time in seconds after which the numbers no longer change. If the animation repeats without end: infinite, or 0
  /// if a repetition and its delay take no time.
  package var duration: Double {
    guard let repetition = animation.repetition else { return animation.delay + animation.duration }
    guard let count = repetition.count else { return cycleDuration > 0 ? .infinity : 0 }
    return animation.delay + Double(count) * cycleDuration
  }

  /// Returns the numbers after a time in seconds.
  package func numbers(after time: Double) -> Numbers {
    if time >= duration { return to }
    return numbers(atRunTime: runPosition(after: time).time)
  }

  /// Returns the speed of the numbers after a time in seconds, in units per second. During the animation's delay, this
  /// is the speed at which the animation will begin, although the numbers do not change yet.
  package func speed(after time: Double) -> Numbers {
    let (runTime, isBackwards) = runPosition(after: time)
    guard time < duration, runTime >= 0 else { return time < animation.delay ? initialSpeed : .zero }
    let speed = speed(atRunTime: min(runTime, animation.duration))
    return isBackwards ? speed * -1 : speed
  }

  /// The duration of one run and of the repetition's delay, in seconds. The delay is before a forward run and after a
  /// backwards run.
  private var cycleDuration: Double { animation.duration + (animation.repetition?.delay ?? 0) }

  /// Returns the time within the current run, and whether the run goes backwards. The time is negative during a delay:
  /// the delay of the animation, or the delay of a run. In a backwards run, the time decreases.
  private func runPosition(after time: Double) -> (time: Double, isBackwards: Bool) {
    let time = time - animation.delay
    guard let repetition = animation.repetition, time >= 0, cycleDuration > 0 else { return (time, false) }
    let cycle = (time / cycleDuration).rounded(.down)
    let timeInCycle = time - cycle * cycleDuration
    let isBackwards = repetition.autoreverses && cycle.truncatingRemainder(dividingBy: 2) == 1
    return ((isBackwards ? cycleDuration - timeInCycle : timeInCycle) - repetition.delay, isBackwards)
  }

  /// Returns the numbers at a time within a run.
  private func numbers(atRunTime time: Double) -> Numbers {
    guard time > 0 else { return from }
    guard case .spring(let response, let dampingFraction) = animation.curve else {
      return from + (to - from) * animation.curve.progress(at: animation.duration > 0 ? time / animation.duration : 1)
    }
    // The distance from `to` is the sum of the initial distance and the initial speed, each multiplied by its factor.
    let contributions = Spring(response: response, dampingFraction: dampingFraction).contributions(after: time).distance
    return to + (from - to) * contributions.ofDistance + initialSpeed * contributions.ofSpeed
  }

  /// Returns the speed at a time within a forward run, in units per second.
  private func speed(atRunTime time: Double) -> Numbers {
    guard case .spring(let response, let dampingFraction) = animation.curve else {
      guard animation.duration > 0 else { return .zero }
      let timeFraction = time / animation.duration
      // The slope is computed as a difference quotient, because a Bézier curve has no simple derivative by time.
      let (before, after) = (max(timeFraction - 1e-4, 0), min(timeFraction + 1e-4, 1))
      let slope = (animation.curve.progress(at: after) - animation.curve.progress(at: before)) / (after - before)
      return (to - from) * (slope / animation.duration)
    }
    let contributions = Spring(response: response, dampingFraction: dampingFraction).contributions(after: time).speed
    return (from - to) * contributions.ofDistance + initialSpeed * contributions.ofSpeed
  }
}

extension Animation.Curve {
  /// Returns the fraction of the distance that is covered after a fraction of the time. Do not call this function for a
  /// spring, whose progress also depends on the initial speed.
  func progress(at timeFraction: Double) -> Double {
    let x = min(max(timeFraction, 0), 1)
    return switch self {
    case .linear, .spring: x
    case .easeIn: CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1).y(at: x)
    case .easeOut: CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1).y(at: x)
    case .easeInOut: CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1).y(at: x)
    case .bezier(let x1, let y1, let x2, let y2):
      CubicBezier(x1: min(max(x1, 0), 1), y1: y1, x2: min(max(x2, 0), 1), y2: y2).y(at: x)
    }
  }
}

/// A curve from (0, 0) to (1, 1) with two control points. The x of each control point is from 0 to 1.
private struct CubicBezier {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double

  /// Returns the y of the curve at an x. An x outside the range from 0 to 1 is returned unchanged. x increases along
  /// the curve, so bisection finds the parameter of the point with this x. 48 steps give a precision of 2^-48.
  func y(at x: Double) -> Double {
    if x <= 0 || x >= 1 { return x }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<48 {
      let middle = (low + high) / 2
      if coordinate(x1, x2, at: middle) < x { low = middle } else { high = middle }
    }
    return coordinate(y1, y2, at: (low + high) / 2)
  }

  /// Returns the x or the y of the curve at a parameter from 0 to 1, from the same coordinate of both control points.
  private func coordinate(_ first: Double, _ second: Double, at parameter: Double) -> Double {
    let opposite = 1 - parameter
    return 3 * opposite * opposite * parameter * first + 3 * opposite * parameter * parameter * second
      + parameter * parameter * parameter
  }
}
