/// The way of several numbers from one value to another: where they are, and how fast they move, at any time.
///
/// It holds no clock: it is asked.
package struct AnimationCourse: Sendable {
  /// As many numbers as the largest animated value has. The rest are zero.
  package typealias Numbers = SIMD8<Double>

  private let from: Numbers
  private let to: Numbers
  /// How fast the numbers move at the beginning, in units a second. A spring takes it over.
  private let speedBefore: Numbers
  private let animation: Animation

  /// A course that begins where the numbers are and, for a spring, as fast as they are.
  package init(_ animation: Animation, from: Numbers, to: Numbers, speed: Numbers = .zero) {
    self.animation = animation
    self.from = from
    self.to = to
    speedBefore = speed
  }

  /// The time in seconds after which nothing moves any more; infinite if it is repeated for ever.
  package var duration: Double {
    guard let repetition = animation.repetition else { return animation.delay + animation.duration }
    guard let count = repetition.count else { return lengthOfOne > 0 ? .infinity : 0 }
    return animation.delay + Double(count) * lengthOfOne
  }

  /// Where the numbers are after a time in seconds.
  package func numbers(after time: Double) -> Numbers {
    if time >= duration { return to }
    return place(at: phase(after: time).time)
  }

  /// How fast the numbers move after a time, in units a second.
  package func speed(after time: Double) -> Numbers {
    let (phase, isBackwards) = phase(after: time)
    guard time < duration, phase >= 0 else { return time < animation.delay ? speedBefore : .zero }
    let speed = speed(at: min(phase, animation.duration))
    return isBackwards ? speed * -1 : speed
  }

  /// How long one time of several takes.
  private var lengthOfOne: Double { animation.duration + (animation.repetition?.delay ?? 0) }

  /// The time within the movement, below zero before it begins, and whether it runs backwards.
  private func phase(after time: Double) -> (time: Double, isBackwards: Bool) {
    let time = time - animation.delay
    guard let repetition = animation.repetition, time >= 0, lengthOfOne > 0 else { return (time, false) }
    let number = (time / lengthOfOne).rounded(.down)
    let within = time - number * lengthOfOne
    let isBackwards = repetition.autoreverses && number.truncatingRemainder(dividingBy: 2) == 1
    return ((isBackwards ? lengthOfOne - within : within) - repetition.delay, isBackwards)
  }

  private func place(at time: Double) -> Numbers {
    guard time > 0 else { return from }
    guard case .spring(let response, let dampingFraction) = animation.curve else {
      return from + (to - from) * animation.curve.share(at: animation.duration > 0 ? time / animation.duration : 1)
    }
    let shares = Spring(response: response, dampingFraction: dampingFraction).shares(after: time).distance
    return to + (from - to) * shares.ofDistance + speedBefore * shares.ofSpeed
  }

  private func speed(at time: Double) -> Numbers {
    guard case .spring(let response, let dampingFraction) = animation.curve else {
      guard animation.duration > 0 else { return .zero }
      let share = time / animation.duration
      let (before, after) = (max(share - 1e-4, 0), min(share + 1e-4, 1))
      let slope = (animation.curve.share(at: after) - animation.curve.share(at: before)) / (after - before)
      return (to - from) * (slope / animation.duration)
    }
    let shares = Spring(response: response, dampingFraction: dampingFraction).shares(after: time).speed
    return (from - to) * shares.ofDistance + speedBefore * shares.ofSpeed
  }
}

extension Animation.Curve {
  /// The share of the way that lies behind after a share of the time. A spring has none: it asks for the speed at the beginning as well.
  func share(at time: Double) -> Double {
    let time = min(max(time, 0), 1)
    return switch self {
    case .linear, .spring: time
    case .easeIn: CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1).y(at: time)
    case .easeOut: CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1).y(at: time)
    case .easeInOut: CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1).y(at: time)
    case .bezier(let x1, let y1, let x2, let y2): CubicBezier(x1: min(max(x1, 0), 1), y1: y1, x2: min(max(x2, 0), 1), y2: y2).y(at: time)
    }
  }
}

/// A curve from (0, 0) to (1, 1) with two control points.
private struct CubicBezier {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double

  /// How high the curve is at an x from 0 to 1. x grows along the curve, so that halving finds the place.
  func y(at x: Double) -> Double {
    if x <= 0 || x >= 1 { return x }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<48 {
      let middle = (low + high) / 2
      if coordinate(x1, x2, at: middle) < x { low = middle } else { high = middle }
    }
    return coordinate(y1, y2, at: (low + high) / 2)
  }

  private func coordinate(_ first: Double, _ second: Double, at place: Double) -> Double {
    let rest = 1 - place
    return 3 * rest * rest * place * first + 3 * rest * place * place * second + place * place * place
  }
}
