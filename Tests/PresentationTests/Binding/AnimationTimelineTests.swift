import Presentation
import Testing

/// The values and the speed of an animation at given times, its duration and its completion.
@Suite struct AnimationTimelineTests {
  private typealias Numbers = AnimationTimeline.Numbers

  /// A timeline animates eight numbers at once. The tests use one or two of them.
  private func numbers(_ first: Double, _ second: Double = 0) -> Numbers { Numbers(first, second, 0, 0, 0, 0, 0, 0) }

  /// Returns the values of a scale from 1 to 1.5 at the given times, with four decimal places.
  private func scale(_ animation: Animation, at times: [Double]) -> [Double] {
    let timeline = AnimationTimeline(animation, from: numbers(1), to: numbers(1.5))
    return times.map { (timeline.numbers(after: $0)[0] * 10_000).rounded() / 10_000 }
  }

  @Test func `a timeline follows the curve of its animation`() {
    // `easeIn`, `easeOut` and `easeInOut` are the curves that CSS calls “ease-in”, “ease-out” and “ease-in-out”.
    let times = [0, 0.25, 0.5, 0.75, 1, 2]
    #expect(scale(.linear(duration: 1), at: times) == [1, 1.125, 1.25, 1.375, 1.5, 1.5])
    #expect(scale(.easeIn(duration: 1), at: times) == [1, 1.0467, 1.1577, 1.3109, 1.5, 1.5])
    #expect(scale(.easeOut(duration: 1), at: times) == [1, 1.1891, 1.3423, 1.4533, 1.5, 1.5])
    #expect(scale(.easeInOut(duration: 1), at: times) == [1, 1.0646, 1.25, 1.4354, 1.5, 1.5])
    // The curve that CSS calls “ease”.
    #expect(scale(.timingCurve(0.25, 0.1, 0.25, 1, duration: 1), at: times) == [1, 1.2043, 1.4012, 1.4802, 1.5, 1.5])
  }

  @Test func `several numbers progress equally, and a curve may leave the range of its ends`() {
    // Given a colour from red to green, and a curve that moves backwards first
    let colour = AnimationTimeline(.easeInOut(duration: 1), from: numbers(1, 0), to: numbers(0, 1))
    let backwardsFirst = AnimationTimeline(
      .timingCurve(0.6, -0.28, 0.735, 0.045, duration: 1), from: numbers(0), to: numbers(1))

    // Then both parts of the colour have progressed equally, and the second curve is below its first value
    #expect(abs(colour.numbers(after: 0.5)[0] - 0.5) < 1e-12)
    #expect(abs(colour.numbers(after: 0.25)[0] + colour.numbers(after: 0.25)[1] - 1) < 1e-12)
    #expect(backwardsFirst.numbers(after: 0.25)[0] < 0)
  }

  @Test func `a timeline applies a delay, a speed and a zero duration`() {
    #expect(scale(.linear(duration: 1).delay(1), at: [0, 1, 1.5, 2]) == [1, 1, 1.25, 1.5])
    #expect(scale(.linear(duration: 2).delay(1).speed(2), at: [0.5, 1, 1.5]) == [1, 1.25, 1.5])
    #expect(scale(.linear(duration: 0), at: [0, 1]) == [1.5, 1.5])
    #expect(AnimationTimeline(.linear(duration: 1).delay(2), from: .zero, to: .zero).duration == 3)
  }

  @Test func `a repeated animation reverses by default and ends at its new value`() {
    let twice = Animation.linear(duration: 1).repeatCount(2)
    #expect(scale(twice, at: [0.5, 1, 1.5, 1.75, 2]) == [1.25, 1.5, 1.25, 1.125, 1.5])
    let restarting = Animation.linear(duration: 1).repeatCount(2, autoreverses: false)
    #expect(scale(restarting, at: [0.5, 1, 1.5, 2]) == [1.25, 1, 1.25, 1.5])
    // A delay before `repeatCount` applies to each repetition. A delay after it applies once.
    #expect(
      scale(.linear(duration: 1).delay(1).repeatCount(2, autoreverses: false), at: [1, 1.5, 2.5, 3.5, 4]) == [
        1, 1.25, 1, 1.25, 1.5,
      ])
    #expect(scale(.linear(duration: 1).repeatCount(1).delay(1), at: [1, 1.5, 2]) == [1, 1.25, 1.5])
    let endless = Animation.linear(duration: 1).repeatForever()
    #expect(scale(endless, at: [1000.5, 1001, 1001.25]) == [1.25, 1.5, 1.375])
    #expect(AnimationTimeline(endless, from: .zero, to: .zero).duration == .infinity)
    #expect(AnimationTimeline(.linear(duration: 0).repeatForever(), from: .zero, to: .zero).duration == 0)
  }

  @Test(arguments: [0.0, 0.3, 0.825, 1, 1.00001, 1.5])
  func `a spring follows the equation of a damped oscillator`(dampingFraction: Double) {
    // Given a spring from 0 to 1 with the initial speed 3, and its equation: x″ = -ω²(x - 1) - 2ζωx′. ω is `frequency`,
    // and ζ is `dampingFraction`.
    let response = 0.5
    let frequency = 2 * Double.pi / response
    let timeline = AnimationTimeline(
      .spring(response: response, dampingFraction: dampingFraction), from: numbers(0), to: numbers(1),
      speed: numbers(3))

    // When the equation is integrated in small steps
    var (position, speed) = (0.0, 3.0)
    let step = 1e-5
    for number in 1...30_000 {
      speed += (-frequency * frequency * (position - 1) - 2 * dampingFraction * frequency * speed) * step
      position += speed * step
      guard number.isMultiple(of: 10_000) else { continue }

      // Then the timeline has the same position and the same speed
      let time = Double(number) * step
      #expect(abs(timeline.numbers(after: time)[0] - position) < 2e-3)
      #expect(abs(timeline.speed(after: time)[0] - speed) < 2e-2)
    }
  }

  @Test func `a spring is at rest at the end of its duration, and has the same curve with each kind of parameter`() {
    for dampingFraction in [0.3, 0.825, 0.97, 1, 1.3] {
      let animation = Animation.spring(response: 0.5, dampingFraction: dampingFraction)
      let timeline = AnimationTimeline(animation, from: numbers(0), to: numbers(1))
      #expect(abs(timeline.numbers(after: animation.duration * 0.999)[0] - 1) < 1e-3)
    }
    // The damping fraction is 1 - bounce.
    #expect(Animation.spring(duration: 0.4, bounce: 0.2).curve == .spring(response: 0.4, dampingFraction: 0.8))
    // With the mass 1, the frequency is √stiffness = 10, and the damping fraction is damping / (2 × frequency) = 1.
    #expect(
      Animation.interpolatingSpring(stiffness: 100, damping: 20).curve
        == .spring(response: 2 * .pi / 10, dampingFraction: 1))
  }

  @Test func `a timeline returns the speed of its curve at any time`() {
    let timeline = AnimationTimeline(.linear(duration: 2), from: numbers(0), to: numbers(10))
    #expect(abs(timeline.speed(after: 1)[0] - 5) < 1e-6)
    #expect(timeline.speed(after: 3) == .zero)
    // The second run of a repeated animation goes backwards, so its speed is -5.
    let repeated = AnimationTimeline(.linear(duration: 2).repeatForever(), from: numbers(0), to: numbers(10))
    #expect(abs(repeated.speed(after: 3)[0] + 5) < 1e-6)
  }

  @MainActor @Test func `a completion runs after the animation has released its transaction`() async {
    // Given a transaction with a completion. `held` retains the transaction, like a running animation
    var isComplete = false
    var held: Transaction?
    await withCheckedContinuation { continuation in
      withAnimation(.linear) {
        held = Transaction.current
      } completion: {
        isComplete = true
        continuation.resume()
      }
      #expect(!isComplete)
      #expect(held?.animation == .linear)

      // When the animation releases the transaction, then the completion runs after this code, not during the
      // release
      held = nil
      #expect(!isComplete)
    }
    #expect(isComplete)
  }
}
