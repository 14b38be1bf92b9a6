internal import CGtk

/// Numbers on screen that follow those of the model: at once, or along a course.
///
/// A node has them for what can be between two values. The model's value is the target; what is shown meanwhile is only here.
@MainActor
final class MovingNumbers {
  typealias Numbers = AnimationCourse.Numbers

  /// What is on screen.
  private(set) var shown: Numbers
  /// What the model says.
  private(set) var target: Numbers
  /// Which one this is of all that were made.
  let number: Int
  private var course: AnimationCourse?
  private var start = 0.0
  /// Held until the numbers have arrived.
  private var completion: AnimationCompletion?
  private var clock: AnimationClock?
  private let show: @MainActor (Numbers) -> Void
  private static var count = 0

  /// Numbers that rest.
  ///
  /// - Parameter show: Puts numbers on the screen. It must not hold who owns this object.
  init(_ numbers: Numbers, show: @escaping @MainActor (Numbers) -> Void) {
    shown = numbers
    target = numbers
    self.show = show
    Self.count += 1
    number = Self.count
  }

  /// Whether they are on their way.
  var isMoving: Bool { course != nil }

  /// Whether they will arrive.
  var isFinite: Bool { course.map { $0.duration.isFinite } ?? true }

  /// Goes to other numbers, from where they are and as fast as they are, if the transaction has an animation; otherwise at once.
  ///
  /// - Parameters:
  ///   - widget: Where they are seen. Borrowed.
  ///   - jumping: Which of the numbers change at once in any case.
  func move(
    to new: Numbers, as transaction: Transaction, to clock: AnimationClock, in widget: UnsafeMutablePointer<GtkWidget>,
    jumping: SIMDMask<SIMD8<Int64>> = SIMDMask(repeating: false)
  ) {
    guard new != target else { return }
    target = new
    guard let animation = transaction.animation, let now = clock.time(of: widget) else { return arrive() }
    let from = (course?.numbers(after: now - start) ?? shown).replacing(with: new, where: jumping)
    let speed = (course?.speed(after: now - start) ?? Numbers()).replacing(with: Numbers(), where: jumping)
    let course = AnimationCourse(animation, from: from, to: new, speed: speed)
    guard course.duration > 0, from != new || speed != Numbers() else { return arrive() }
    (self.course, start, completion, self.clock) = (course, now, transaction.completion, clock)
    // What jumps is seen at once.
    if from != shown { put(from) }
    clock.add(self, in: widget)
  }

  /// Is where the course has it at a time.
  func advance(to time: Double) {
    guard let course else { return }
    // Times are sums, which may be a trifle less than what was added.
    if time - start >= course.duration - 1e-9 { return arrive() }
    put(course.numbers(after: time - start))
  }

  /// Is where the model says, at once.
  func arrive() {
    stop()
    put(target)
  }

  /// Does not move any more, and stays where it is.
  func stop() {
    guard course != nil else { return }
    course = nil
    clock?.remove(self)
    clock = nil
    completion = nil
  }

  /// Begins again at other numbers, at rest; silent if they are on screen already.
  func begin(at numbers: Numbers, isSilent: Bool = false) {
    stop()
    target = numbers
    if isSilent { shown = numbers } else { put(numbers) }
  }

  private func put(_ numbers: Numbers) {
    shown = numbers
    show(numbers)
  }
}

extension ViewNode {
  /// Moves numbers of this node as the update that is under way says.
  final func move(
    _ numbers: MovingNumbers, to new: MovingNumbers.Numbers, in widget: UnsafeMutablePointer<GtkWidget>,
    jumping: SIMDMask<SIMD8<Int64>> = SIMDMask(repeating: false)
  ) {
    guard new != numbers.target else { return }
    numbers.move(
      to: new, as: ViewGraph.shared.transactions.current, to: environment.animationClock, in: widget, jumping: jumping)
  }
}
