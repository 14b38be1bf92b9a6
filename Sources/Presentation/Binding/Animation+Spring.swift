#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Animation {
  /// A spring that oscillates a little.
  public static var spring: Animation { .spring() }
  /// A spring that does not oscillate.
  public static var smooth: Animation { .smooth() }
  /// A spring that hardly oscillates.
  public static var snappy: Animation { .snappy() }
  /// A spring that oscillates.
  public static var bouncy: Animation { .bouncy() }
  /// A stiff spring, for movements that follow a hand.
  public static var interactiveSpring: Animation { .interactiveSpring() }

  /// The movement of a mass on a spring. A spring that interrupts a movement begins at the speed of that movement.
  ///
  /// - Parameters:
  ///   - response: The period without damping, in seconds. A shorter period makes the spring stiffer.
  ///   - dampingFraction: 0 for a spring that never rests, 1 for a spring that just does not oscillate. Above 1, the
  ///     spring is overdamped and slower.
  ///   - blendDuration: Accepted for source compatibility, and ignored. A spring that interrupts another one begins
  ///     immediately at the current speed, so no blending is needed.
  public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
  ) -> Animation {
    Animation(
      curve: .spring(response: response, dampingFraction: dampingFraction),
      duration: settlingTime(response: response, dampingFraction: dampingFraction))
  }

  /// The movement of a mass on a spring, given by its perceived duration and its bounce.
  ///
  /// - Parameters:
  ///   - duration: The perceived duration in seconds, which is the period of the spring without damping.
  ///   - bounce: 0 for a spring that just does not oscillate, 1 for a spring that never rests. Below 0, the spring is
  ///     overdamped and slower.
  public static func spring(duration: Double, bounce: Double = 0) -> Animation {
    .spring(response: duration, dampingFraction: bounce < 0 ? 1 / max(1 + bounce, 0.01) : 1 - bounce)
  }

  /// A spring that does not oscillate. `extraBounce` adds an oscillation.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    .spring(duration: duration, bounce: extraBounce)
  }

  /// A spring that hardly oscillates. `extraBounce` increases the oscillation.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    .spring(duration: duration, bounce: 0.15 + extraBounce)
  }

  /// A spring that oscillates. `extraBounce` increases the oscillation.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    .spring(duration: duration, bounce: 0.3 + extraBounce)
  }

  /// A stiff spring, for movements that follow a hand. `blendDuration` is accepted for source compatibility, and
  /// ignored.
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0
  ) -> Animation {
    .spring(response: response, dampingFraction: dampingFraction)
  }

  /// The movement of a mass on a spring, given in physical terms.
  ///
  /// - Parameters:
  ///   - mass: The mass. A larger mass moves more slowly.
  ///   - stiffness: The stiffness of the spring.
  ///   - damping: The damping of the movement.
  public static func interpolatingSpring(mass: Double = 1, stiffness: Double, damping: Double) -> Animation {
    let (mass, stiffness) = (max(mass, 1e-6), max(stiffness, 1e-6))
    return .spring(
      response: 2 * .pi * (mass / stiffness).squareRoot(),
      dampingFraction: damping / (2 * (mass * stiffness).squareRoot()))
  }

  /// Returns the time in seconds after which about a ten-thousandth of the distance remains. For springs that need very
  /// long to rest, the time is shorter, because the damping and the decay are at least 0.05.
  ///
  /// The remaining distance decays as e^(-decay · t), and e^-9.2 is a ten-thousandth. Near critical damping, which is
  /// 1, the distance decays more slowly than this. With a damping above 0.95, the exponent is therefore -11.5.
  private static func settlingTime(response: Double, dampingFraction: Double) -> Double {
    let damping = max(dampingFraction, 0.05)
    let decayFactor = damping <= 1 ? damping : damping - (damping * damping - 1).squareRoot()
    let decay = max(decayFactor, 0.05) * 2 * .pi / max(response, 0.001)
    return (damping > 0.95 ? 11.5 : 9.2) / decay
  }
}

/// A mass on a spring, described by its distance from its resting point and its speed.
struct Spring {
  /// The angular frequency without damping, in radians per second.
  let frequency: Double
  /// The damping fraction: 0 for a spring that never rests, 1 for critical damping, and more for an overdamped spring.
  let damping: Double

  /// Creates a spring with a period without damping, in seconds, and a damping fraction.
  init(response: Double, dampingFraction: Double) {
    frequency = 2 * .pi / max(response, 0.001)
    damping = max(dampingFraction, 0)
  }

  /// Returns the contributions of the initial distance x₀ and the initial speed v₀ to the distance and to the speed
  /// after a time.
  ///
  /// The distance is `distance.ofDistance · x₀ + distance.ofSpeed · v₀`. The speed is
  /// `speed.ofDistance · x₀ + speed.ofSpeed · v₀`. Both follow from the equation x″ + 2ζωx′ + ω²x = 0, in which ζ is
  /// `damping` and ω is `frequency`.
  func contributions(
    after time: Double
  ) -> (distance: (ofDistance: Double, ofSpeed: Double), speed: (ofDistance: Double, ofSpeed: Double)) {
    let decay = damping * frequency
    let squaredFrequency = frequency * frequency
    // Positive for a spring that oscillates, zero for critical damping, and negative for an overdamped spring. Values
    // within 1e-9 of zero count as zero, because the other formulas divide by about zero there.
    let oscillation = 1 - damping * damping
    // The first term is the cosine, and the second is the sine divided by its frequency. For an overdamped spring, the
    // terms are the hyperbolic functions. For critical damping, they are 1 and t. All are multiplied by e^(-decay · t).
    let (cosineTerm, sineTerm): (Double, Double)
    if oscillation > 1e-9 {
      let dampedFrequency = frequency * oscillation.squareRoot()
      (cosineTerm, sineTerm) = (
        exp(-decay * time) * cos(dampedFrequency * time),
        exp(-decay * time) * sin(dampedFrequency * time) / dampedFrequency
      )
    } else if oscillation < -1e-9 {
      let overdampedRate = frequency * (-oscillation).squareRoot()
      let (slow, fast) = (exp((overdampedRate - decay) * time), exp((-overdampedRate - decay) * time))
      (cosineTerm, sineTerm) = ((slow + fast) / 2, (slow - fast) / (2 * overdampedRate))
    } else {
      (cosineTerm, sineTerm) = (exp(-decay * time), exp(-decay * time) * time)
    }
    return (
      (cosineTerm + decay * sineTerm, sineTerm), (-squaredFrequency * sineTerm, cosineTerm - decay * sineTerm)
    )
  }
}
