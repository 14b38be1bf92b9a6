#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Animation {
  /// A spring that swings a little.
  public static var spring: Animation { .spring() }
  /// A spring that does not swing.
  public static var smooth: Animation { .smooth() }
  /// A spring that hardly swings.
  public static var snappy: Animation { .snappy() }
  /// A spring that swings.
  public static var bouncy: Animation { .bouncy() }
  /// A stiff spring, for what follows a hand.
  public static var interactiveSpring: Animation { .interactiveSpring() }

  /// As a weight on a spring. A spring takes over how fast things move that it interrupts.
  ///
  /// - Parameters:
  ///   - response: The period in seconds: smaller is stiffer.
  ///   - dampingFraction: 0 for a spring that never rests, 1 for one that does not swing.
  ///   - blendDuration: Taken for a source's sake. A spring goes on from another at once, at its speed, so that there is nothing to blend.
  public static func spring(response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0) -> Animation {
    Animation(
      curve: .spring(response: response, dampingFraction: dampingFraction),
      duration: settlingTime(response: response, dampingFraction: dampingFraction))
  }

  /// As a weight on a spring, said by how long it seems to take and how much it swings.
  ///
  /// - Parameters:
  ///   - duration: The period in seconds.
  ///   - bounce: 0 for a spring that does not swing, 1 for one that never rests; below 0 it creeps.
  public static func spring(duration: Double, bounce: Double = 0) -> Animation {
    .spring(response: duration, dampingFraction: bounce < 0 ? 1 / max(1 + bounce, 0.01) : 1 - bounce)
  }

  /// A spring that does not swing, or swings by `extraBounce`.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    .spring(duration: duration, bounce: extraBounce)
  }

  /// A spring that hardly swings, or more by `extraBounce`.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    .spring(duration: duration, bounce: 0.15 + extraBounce)
  }

  /// A spring that swings, or more by `extraBounce`.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    .spring(duration: duration, bounce: 0.3 + extraBounce)
  }

  /// A stiff spring, for what follows a hand. `blendDuration` is taken for a source's sake.
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0
  ) -> Animation {
    .spring(response: response, dampingFraction: dampingFraction)
  }

  /// As a weight on a spring, in the terms of physics.
  ///
  /// - Parameters:
  ///   - mass: The weight. More of it is slower.
  ///   - stiffness: How hard the spring pulls.
  ///   - damping: How much of the movement is lost on the way.
  public static func interpolatingSpring(mass: Double = 1, stiffness: Double, damping: Double) -> Animation {
    let (mass, stiffness) = (max(mass, 1e-6), max(stiffness, 1e-6))
    return .spring(
      response: 2 * .pi * (mass / stiffness).squareRoot(), dampingFraction: damping / (2 * (mass * stiffness).squareRoot()))
  }

  /// The time after which what is left of the way is about a ten-thousandth, capped where a spring would hardly ever rest.
  ///
  /// What is left decays as e^(-decay · t), and e^-9.2 is a ten-thousandth; without a swing it lingers a little.
  private static func settlingTime(response: Double, dampingFraction: Double) -> Double {
    let damping = max(dampingFraction, 0.05)
    let share = damping <= 1 ? damping : damping - (damping * damping - 1).squareRoot()
    let decay = max(share, 0.05) * 2 * .pi / max(response, 0.001)
    return (damping > 0.95 ? 11.5 : 9.2) / decay
  }
}

/// A weight on a spring, by its distance from where it will rest and its speed.
struct Spring {
  /// Swings in a second, as an angle, if nothing were lost.
  let frequency: Double
  let damping: Double

  init(response: Double, dampingFraction: Double) {
    frequency = 2 * .pi / max(response, 0.001)
    damping = max(dampingFraction, 0)
  }

  /// How much of the distance and of the speed at the beginning is in the distance, and in the speed, after a time.
  ///
  /// The distance is `distance.ofDistance · x₀ + distance.ofSpeed · v₀`, the speed likewise: the two solutions of x″ + 2ζωx′ + ω²x = 0.
  func shares(after time: Double) -> (distance: (ofDistance: Double, ofSpeed: Double), speed: (ofDistance: Double, ofSpeed: Double)) {
    let loss = damping * frequency
    let square = frequency * frequency
    let difference = 1 - damping * damping
    // c and s are the cosine and the sine over its frequency, hyperbolic ones if it creeps, and 1 and t between the two.
    let (c, s): (Double, Double)
    if difference > 1e-9 {
      let swing = frequency * difference.squareRoot()
      (c, s) = (exp(-loss * time) * cos(swing * time), exp(-loss * time) * sin(swing * time) / swing)
    } else if difference < -1e-9 {
      let creep = frequency * (-difference).squareRoot()
      let (slow, fast) = (exp((creep - loss) * time), exp((-creep - loss) * time))
      (c, s) = ((slow + fast) / 2, (slow - fast) / (2 * creep))
    } else {
      (c, s) = (exp(-loss * time), exp(-loss * time) * time)
    }
    return ((c + loss * s, s), (-square * s, c - loss * s))
  }
}
