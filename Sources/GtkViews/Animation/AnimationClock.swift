public import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The time source of animations. The clock provides the time and, while something moves, performs a tick before each
/// frame is drawn. A tick is a call of a closure with the time.
///
/// Views use the frame clock of their window, ``frames``. A test gives the views the clock of ``SteppedFrames``, and
/// advances the time of these frames:
///
/// ```swift
/// let frames = SteppedFrames()
/// var environment = EnvironmentValues()
/// environment.animationClock = frames.clock
/// let window = ViewWindow(gtkWindow, environment: environment) { Player() }
/// // … a change within withAnimation …
/// frames.advance(by: 0.5)
/// ```
///
/// While nothing moves and no timer waits, the clock performs no ticks and requests no frames.
@MainActor
public final class AnimationClock {
  /// The clock that uses the time and the frames of the `GdkFrameClock` of the window that a widget is in.
  public nonisolated static let frames = AnimationClock(
    now: { FrameTicks.frameTime(of: $0) }, ticks: { FrameTicks(of: $0, $1) }, makeTimer: { LoopTimer(after: $1, $2) })

  /// Returns the time of a widget's window in seconds.
  private let now: @MainActor (UnsafeMutablePointer<GtkWidget>) -> Double
  /// Starts the ticks of a widget's window. The ticks end when the returned object is released.
  private let startTicks:
    @MainActor (UnsafeMutablePointer<GtkWidget>, @escaping @MainActor (_ time: Double) -> Void) -> AnyObject
  /// Starts a timer that performs an action once after some seconds. If `nil`, the first tick at or after that time
  /// performs the action.
  private let makeTimer:
    (@MainActor (UnsafeMutablePointer<GtkWidget>, _ seconds: Double, @escaping @MainActor () -> Void) -> AnyObject)?
  /// The animations of the windows in which something moves. The keys are borrowed.
  private var animationsByWindow: [UnsafeMutablePointer<GtkWidget>: WindowAnimations] = [:]
  /// The times that were read in a round of updates, by window. ``UpdateTransactions`` counts the rounds. The time of a
  /// frame clock passes during a round, but the movements that begin in the same round must stay in step.
  private var roundTimes: (round: Int, times: [UnsafeMutablePointer<GtkWidget>: Double]) = (0, [:])

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - now: Returns the time of the widget's window in seconds. Only differences of times matter. The widget is
  ///     borrowed.
  ///   - ticks: Starts to call the passed closure with the time before each frame of the widget's window. The calls end
  ///     when the returned object is released. The widget is borrowed.
  public nonisolated init(
    now: @escaping @MainActor (UnsafeMutablePointer<GtkWidget>) -> Double,
    ticks:
      @escaping @MainActor (UnsafeMutablePointer<GtkWidget>, @escaping @MainActor (_ time: Double) -> Void) -> AnyObject
  ) {
    self.now = now
    startTicks = ticks
    makeTimer = nil
  }

  private nonisolated init(
    now: @escaping @MainActor (UnsafeMutablePointer<GtkWidget>) -> Double,
    ticks:
      @escaping @MainActor (UnsafeMutablePointer<GtkWidget>, @escaping @MainActor (_ time: Double) -> Void) -> AnyObject,
    makeTimer:
      @escaping @MainActor (
        UnsafeMutablePointer<GtkWidget>, _ seconds: Double, @escaping @MainActor () -> Void
      ) -> AnyObject
  ) {
    self.now = now
    startTicks = ticks
    self.makeTimer = makeTimer
  }

  /// Whether an animation runs in any window.
  public var isMoving: Bool { !animationsByWindow.isEmpty }

  /// Returns the time in the window of a widget. In a round of updates, all widgets of a window have the same time.
  /// Returns `nil` if a movement would not be visible, because the widget is not on screen or the desktop has turned
  /// animations off.
  func time(of widget: UnsafeMutablePointer<GtkWidget>) -> Double? {
    guard gtk_widget_get_mapped(widget) != 0, let root = gtk_widget_get_root(widget), Motion.hasAnimations else {
      return nil
    }
    guard ViewGraph.shared.isUpdating else { return now(widget) }
    let round = ViewGraph.shared.transactions.round
    if roundTimes.round != round { roundTimes = (round, [:]) }
    let window = UnsafeMutablePointer<GtkWidget>(root)
    if let time = roundTimes.times[window] { return time }
    let time = now(widget)
    roundTimes.times[window] = time
    return time
  }

  /// Performs an action once after some seconds, unless the returned object is released before that. The clock
  /// ``frames`` requests no frames for a waiting timer.
  ///
  /// - Parameters:
  ///   - widget: A widget of the window whose time is used. Borrowed.
  ///   - action: The action. It must not retain the returned object.
  func startTimer(
    in widget: UnsafeMutablePointer<GtkWidget>, after seconds: Double, _ action: @escaping @MainActor () -> Void
  ) -> AnyObject {
    if let makeTimer { return makeTimer(widget, seconds, action) }
    let timer = TickTimer(at: now(widget) + seconds, action)
    timer.ticks = startTicks(widget) { [weak timer] in timer?.tick($0) }
    return timer
  }

  /// Advances numbers before each frame, until they have reached their target or are removed. If the widget is in no
  /// window, the numbers reach their target at once.
  func add(_ numbers: MovingNumbers, in widget: UnsafeMutablePointer<GtkWidget>) {
    guard let root = gtk_widget_get_root(widget) else { return numbers.arrive() }
    let window = UnsafeMutablePointer<GtkWidget>(root)
    let animations = animationsByWindow[window] ?? WindowAnimations(window)
    animationsByWindow[window] = animations
    animations.numbers[ObjectIdentifier(numbers)] = numbers
    guard animations.ticks == nil else { return }
    animations.ticks = startTicks(window) { [weak self, weak animations] time in
      guard let self, let animations else { return }
      for numbers in animations.numbersInOrder { numbers.advance(to: time) }
      stopIfIdle(window)
    }
    animations.observeStops { [weak self, weak animations] includingEndless in
      guard let self, let animations else { return }
      for numbers in animations.numbersInOrder where includingEndless || numbers.isFinite { numbers.arrive() }
      stopIfIdle(window)
    }
  }

  /// Stops advancing these numbers.
  func remove(_ numbers: MovingNumbers) {
    for (window, animations) in animationsByWindow {
      animations.numbers[ObjectIdentifier(numbers)] = nil
      stopIfIdle(window)
    }
  }

  /// Stops the ticks of a window if nothing moves in it.
  private func stopIfIdle(_ window: UnsafeMutablePointer<GtkWidget>) {
    guard let animations = animationsByWindow[window], animations.numbers.isEmpty else { return }
    animations.disconnect()
    animationsByWindow[window] = nil
  }
}

/// An action that is performed once, at the first tick at or after a time.
@MainActor
private final class TickTimer {
  /// The object whose release ends the calls of ``tick(_:)``.
  var ticks: AnyObject?
  /// The time of the action, in seconds of the clock.
  private let time: Double
  private var action: (@MainActor () -> Void)?

  init(at time: Double, _ action: @escaping @MainActor () -> Void) {
    self.time = time
    self.action = action
  }

  /// Performs the action at the first tick at or after its time, and ends the ticks.
  func tick(_ now: Double) {
    guard now >= time, let action else { return }
    self.action = nil
    ticks = nil
    action()
  }
}

/// The moving numbers of one window.
@MainActor
private final class WindowAnimations {
  var numbers: [ObjectIdentifier: MovingNumbers] = [:]
  /// The object whose release ends the ticks of the window. `nil` while no number moves.
  var ticks: AnyObject?
  /// Borrowed. The window exists as long as something in it moves.
  private let window: UnsafeMutablePointer<GtkWidget>
  private var connections: [SignalConnection] = []

  init(_ window: UnsafeMutablePointer<GtkWidget>) {
    self.window = window
  }

  /// The moving numbers, in the order of their creation.
  var numbersInOrder: [MovingNumbers] { numbers.values.sorted { $0.creationNumber < $1.creationNumber } }

  /// Calls a closure when movements must stop: with `false` when the window leaves the screen, and with `true` when the
  /// desktop turns animations off. Only with `true`, movements without an end stop too.
  func observeStops(_ stopMovements: @escaping @MainActor (_ includingEndless: Bool) -> Void) {
    connections.append(GtkBridge.connect(window, .unmap) { stopMovements(false) })
    guard let settings = gtk_settings_get_default() else { return }
    connections.append(
      GtkBridge.connect(settings, .notify("notify::gtk-enable-animations")) {
        if !Motion.hasAnimations { stopMovements(true) }
      })
  }

  func disconnect() {
    ticks = nil
    for connection in connections { connection.disconnect() }
    connections = []
  }
}

/// Whether animations are turned on in GTK's settings.
@MainActor
enum Motion {
  static var hasAnimations: Bool { cgtk_look_has_animations() }
}

private struct AnimationClockKey: EnvironmentKey {
  static var defaultValue: AnimationClock { .frames }
}

extension EnvironmentValues {
  /// The clock of the views' animations: the frame clock of their window, unless a test sets another clock.
  public var animationClock: AnimationClock {
    get { self[AnimationClockKey.self] }
    set { self[AnimationClockKey.self] = newValue }
  }
}

/// Frames that a test advances. Animated values depend on the time of these frames, not on the duration of the test.
@MainActor
public final class SteppedFrames {
  /// The time in seconds. It starts at 0.
  public private(set) var time = 0.0
  /// The clock with the time and the ticks of these frames, for the views.
  public private(set) lazy var clock = AnimationClock(
    now: { [weak self] _ in self?.time ?? 0 },
    ticks: { [weak self] _, action in
      let receiver = TickReceiver(action: action)
      self?.tickReceivers.append(WeakTickReceiver(receiver: receiver))
      return receiver
    })
  private var tickReceivers: [WeakTickReceiver] = []

  /// Receives the ticks until the object that started the ticks releases the receiver.
  private final class TickReceiver {
    let action: @MainActor (Double) -> Void
    init(action: @escaping @MainActor (Double) -> Void) { self.action = action }
  }

  private struct WeakTickReceiver {
    weak var receiver: TickReceiver?
  }

  /// Creates frames whose time starts at 0.
  public init() {}

  /// Whether an animation or a timer waits for a frame.
  public var isTicking: Bool { tickReceivers.contains { $0.receiver != nil } }

  /// Advances the time by some seconds, and performs the tick of one frame.
  public func advance(by seconds: Double) {
    time += seconds
    tickReceivers.removeAll { $0.receiver == nil }
    for weakReceiver in tickReceivers { weakReceiver.receiver?.action(time) }
  }
}
