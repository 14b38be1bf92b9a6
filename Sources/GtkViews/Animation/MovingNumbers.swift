internal import CGtk

/// The displayed numbers of a property, which follow the model's numbers at once or with an animation.
///
/// A node has such an object for each property that can be animated, for example one for its opacity. The model's
/// numbers are the target. The intermediate numbers exist only in this object.
@MainActor
final class MovingNumbers {
  /// At most eight numbers. Unused numbers are zero.
  typealias Numbers = AnimationTimeline.Numbers

  /// The displayed numbers.
  private(set) var displayed: Numbers
  /// The model's numbers.
  private(set) var target: Numbers
  /// The position of this object in the order of creation.
  let creationNumber: Int
  /// The timeline of the running animation, or `nil` if the numbers do not move.
  private var timeline: AnimationTimeline?
  /// The time of the clock at which the timeline started.
  private var startTime = 0.0
  /// The completion of the animation. Retained until the movement ends.
  private var completion: AnimationCompletion?
  /// The clock that advances the numbers. `nil` if the numbers do not move.
  private var clock: AnimationClock?
  /// Displays numbers.
  private let applyNumbers: @MainActor (Numbers) -> Void
  /// The number of objects that have been created.
  private static var createdCount = 0

  /// Creates numbers that do not move.
  ///
  /// - Parameter applyNumbers: Displays numbers. It must not retain the owner of this object.
  init(_ numbers: Numbers, applyNumbers: @escaping @MainActor (Numbers) -> Void) {
    displayed = numbers
    target = numbers
    self.applyNumbers = applyNumbers
    Self.createdCount += 1
    creationNumber = Self.createdCount
  }

  /// Whether the numbers are moving.
  var isMoving: Bool { timeline != nil }

  /// Whether the numbers stop by themselves: no movement runs, or the movement has an end.
  var isFinite: Bool { timeline.map { $0.duration.isFinite } ?? true }

  /// Moves to a new target. If the transaction has an animation and the widget is on screen, the movement starts at the
  /// displayed numbers with their current speed. Otherwise, the numbers change at once.
  ///
  /// - Parameters:
  ///   - widget: The widget that displays the numbers. Borrowed.
  ///   - jumping: A mask of the numbers that change at once, even if the others are animated.
  func move(
    to newTarget: Numbers, with transaction: Transaction, clock: AnimationClock,
    in widget: UnsafeMutablePointer<GtkWidget>,
    jumping: SIMDMask<SIMD8<Int64>> = SIMDMask(repeating: false)
  ) {
    guard newTarget != target else { return }
    target = newTarget
    guard let animation = transaction.animation, let now = clock.time(of: widget) else { return arrive() }
    let startNumbers = (timeline?.numbers(after: now - startTime) ?? displayed)
      .replacing(with: newTarget, where: jumping)
    let speed = (timeline?.speed(after: now - startTime) ?? Numbers()).replacing(with: Numbers(), where: jumping)
    let timeline = AnimationTimeline(animation, from: startNumbers, to: newTarget, speed: speed)
    guard timeline.duration > 0, startNumbers != newTarget || speed != Numbers() else { return arrive() }
    (self.timeline, startTime, completion, self.clock) = (timeline, now, transaction.completion, clock)
    // Jumping numbers are displayed at once.
    if startNumbers != displayed { display(startNumbers) }
    clock.add(self, in: widget)
  }

  /// Displays the timeline's numbers at a time of the clock. At the end of the timeline, the movement ends.
  func advance(to time: Double) {
    guard let timeline else { return }
    // The time is a sum of floating-point numbers. Rounding may make this sum slightly less than the exact time.
    if time - startTime >= timeline.duration - 1e-9 { return arrive() }
    display(timeline.numbers(after: time - startTime))
  }

  /// Stops the movement and displays the model's numbers.
  func arrive() {
    stop()
    display(target)
  }

  /// Stops the movement at the displayed numbers. The target is not changed.
  func stop() {
    guard timeline != nil else { return }
    timeline = nil
    clock?.remove(self)
    clock = nil
    completion = nil
  }

  /// Stops the movement and changes the model's numbers at once. If `areOnScreen` is true, the numbers are already on
  /// screen and are not displayed again.
  func reset(to numbers: Numbers, areOnScreen: Bool = false) {
    stop()
    target = numbers
    if areOnScreen { displayed = numbers } else { display(numbers) }
  }

  private func display(_ numbers: Numbers) {
    displayed = numbers
    applyNumbers(numbers)
  }
}

extension ViewNode {
  /// Moves numbers of this node with the transaction of the current update.
  final func move(
    _ numbers: MovingNumbers, to newTarget: MovingNumbers.Numbers, in widget: UnsafeMutablePointer<GtkWidget>,
    jumping: SIMDMask<SIMD8<Int64>> = SIMDMask(repeating: false)
  ) {
    guard newTarget != numbers.target else { return }
    numbers.move(
      to: newTarget, with: ViewGraph.shared.transactions.current, clock: environment.animationClock, in: widget,
      jumping: jumping)
  }
}
