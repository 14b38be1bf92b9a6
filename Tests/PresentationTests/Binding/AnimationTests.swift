import Presentation
import Testing

@Suite struct AnimationTests {
  @Test func `an animation has its curve and duration, and a negative duration becomes zero`() {
    #expect(Animation.easeIn(duration: 2) == Animation(curve: .easeIn, duration: 2))
    #expect(Animation.linear == .linear(duration: Animation.standardDuration))
    #expect(Animation.linear(duration: -1).duration == 0)
    #expect(
      Animation.timingCurve(0.1, 0.2, 0.3, 0.4, duration: 1).curve == .bezier(x1: 0.1, y1: 0.2, x2: 0.3, y2: 0.4))
  }

  @Test func `delays add up, and a speed above 1 shortens the delay and the duration`() {
    // Given an animation of two seconds
    let animation = Animation.easeOut(duration: 2)

    // When it is delayed twice, and then made twice as fast
    let changed = animation.delay(1).delay(1).speed(2)

    // Then the delay, which is two seconds, and the duration are halved
    #expect(changed == Animation(curve: .easeOut, duration: 1, delay: 1))
    // And a speed of zero is ignored
    #expect(animation.speed(0) == animation)
  }

  @Test func `a stiffer spring is shorter, and an undamped spring still has a finite duration`() {
    // A spring with a smaller response is stiffer.
    #expect(Animation.spring(response: 0.2).duration < Animation.spring(response: 0.4).duration)
    #expect(Animation.spring(dampingFraction: 0).duration.isFinite)
    // And a speed of 2 halves the response, so the spring is stiffer and shorter
    let twiceAsFast = Animation.spring(response: 0.4, dampingFraction: 1).speed(2)
    #expect(twiceAsFast.curve == .spring(response: 0.2, dampingFraction: 1))
    #expect(abs(twiceAsFast.duration - Animation.spring(response: 0.2, dampingFraction: 1).duration) < 1e-9)
  }
}
