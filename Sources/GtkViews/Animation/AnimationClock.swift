public import CGtk
internal import CGtkBridge
internal import GtkBridge

/// What animations move to: it says what time it is, and when a frame is about to be drawn.
///
/// Views move to the frame clock of their window, ``frames``. A test gives them one that it steps itself:
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
/// As long as nothing moves, nobody listens to the clock, and no frames are asked for.
@MainActor
public final class AnimationClock {
  /// The frame clock of the window that a widget is in.
  public nonisolated static let frames = AnimationClock(
    now: { FrameTicks.time(of: $0) }, ticks: { FrameTicks(of: $0, $1) }, alarms: { LoopTimer(after: $1, $2) })

  private let now: @MainActor (UnsafeMutablePointer<GtkWidget>) -> Double
  private let ticks: @MainActor (UnsafeMutablePointer<GtkWidget>, @escaping @MainActor (Double) -> Void) -> AnyObject
  /// Does something once after some seconds. `nil`: at a tick of that time.
  private let alarms: (@MainActor (UnsafeMutablePointer<GtkWidget>, Double, @escaping @MainActor () -> Void) -> AnyObject)?
  private var windows: [UnsafeMutablePointer<GtkWidget>: MovingWindow] = [:]

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - now: The time in seconds since some moment, in the window that a widget is in. The widget is borrowed.
  ///   - ticks: Begins to call back before each frame of a window, with the time, until what it returns is let go of. The window is borrowed.
  public nonisolated init(
    now: @escaping @MainActor (UnsafeMutablePointer<GtkWidget>) -> Double,
    ticks: @escaping @MainActor (UnsafeMutablePointer<GtkWidget>, @escaping @MainActor (_ time: Double) -> Void) -> AnyObject
  ) {
    self.now = now
    self.ticks = ticks
    alarms = nil
  }

  private nonisolated init(
    now: @escaping @MainActor (UnsafeMutablePointer<GtkWidget>) -> Double,
    ticks: @escaping @MainActor (UnsafeMutablePointer<GtkWidget>, @escaping @MainActor (_ time: Double) -> Void) -> AnyObject,
    alarms: @escaping @MainActor (UnsafeMutablePointer<GtkWidget>, Double, @escaping @MainActor () -> Void) -> AnyObject
  ) {
    self.now = now
    self.ticks = ticks
    self.alarms = alarms
  }

  /// Whether something moves.
  public var isMoving: Bool { !windows.isEmpty }

  /// The time in the window that a widget is in, or `nil` if it could not be seen to move: it is on no screen, or the desktop wants no movement.
  func time(of widget: UnsafeMutablePointer<GtkWidget>) -> Double? {
    guard gtk_widget_get_mapped(widget) != 0, gtk_widget_get_root(widget) != nil, Motion.isWanted else { return nil }
    return now(widget)
  }

  /// Does something once when some seconds have passed, unless what is returned is let go of before. The clock of a window's frames asks for no
  /// frames meanwhile.
  ///
  /// - Parameters:
  ///   - widget: Borrowed. Its window's time counts.
  ///   - action: What to do. It must not hold what is returned.
  func alarm(
    in widget: UnsafeMutablePointer<GtkWidget>, after seconds: Double, _ action: @escaping @MainActor () -> Void
  ) -> AnyObject {
    if let alarms { return alarms(widget, seconds, action) }
    let alarm = TickAlarm(at: now(widget) + seconds, action)
    alarm.ticks = ticks(widget) { [weak alarm] in alarm?.look($0) }
    return alarm
  }

  /// Tells numbers the time before each frame, until they have arrived or are taken away.
  func add(_ numbers: MovingNumbers, in widget: UnsafeMutablePointer<GtkWidget>) {
    guard let root = gtk_widget_get_root(widget) else { return numbers.arrive() }
    let window = UnsafeMutablePointer<GtkWidget>(root)
    let moving = windows[window] ?? MovingWindow(window)
    windows[window] = moving
    moving.numbers[ObjectIdentifier(numbers)] = numbers
    guard moving.ticks == nil else { return }
    moving.ticks = ticks(window) { [weak self, weak moving] time in
      guard let self, let moving else { return }
      for numbers in moving.ordered { numbers.advance(to: time) }
      rest(window)
    }
    moving.connect { [weak self, weak moving] endless in
      guard let self, let moving else { return }
      for numbers in moving.ordered where endless || numbers.isFinite { numbers.arrive() }
      rest(window)
    }
  }

  func remove(_ numbers: MovingNumbers) {
    for (window, moving) in windows {
      moving.numbers[ObjectIdentifier(numbers)] = nil
      rest(window)
    }
  }

  /// Stops listening once nothing moves.
  private func rest(_ window: UnsafeMutablePointer<GtkWidget>) {
    guard let moving = windows[window], moving.numbers.isEmpty else { return }
    moving.disconnect()
    windows[window] = nil
  }
}

/// What is done once, at the first tick at a time or after it.
@MainActor
private final class TickAlarm {
  var ticks: AnyObject?
  private let time: Double
  private var action: (@MainActor () -> Void)?

  init(at time: Double, _ action: @escaping @MainActor () -> Void) {
    self.time = time
    self.action = action
  }

  func look(_ now: Double) {
    guard now >= time, let action else { return }
    self.action = nil
    ticks = nil
    action()
  }
}

/// What moves in one window.
@MainActor
private final class MovingWindow {
  var numbers: [ObjectIdentifier: MovingNumbers] = [:]
  var ticks: AnyObject?
  /// Borrowed: it is there as long as something in it moves.
  private let window: UnsafeMutablePointer<GtkWidget>
  private var connections: [SignalConnection] = []

  init(_ window: UnsafeMutablePointer<GtkWidget>) {
    self.window = window
  }

  /// What moves, in the order in which it began.
  var ordered: [MovingNumbers] { numbers.values.sorted { $0.number < $1.number } }

  /// Does something when the window leaves the screen, or no movement is wanted any more: then also with what would move for ever.
  func connect(_ arrive: @escaping @MainActor (_ endless: Bool) -> Void) {
    connections.append(GtkBridge.connect(window, .unmap) { arrive(false) })
    guard let settings = gtk_settings_get_default() else { return }
    connections.append(
      GtkBridge.connect(settings, .notify("notify::gtk-enable-animations")) {
        if !Motion.isWanted { arrive(true) }
      })
  }

  func disconnect() {
    ticks = nil
    for connection in connections { connection.disconnect() }
    connections = []
  }
}

/// Whether the desktop wants movement, as GTK's settings say.
@MainActor
enum Motion {
  static var isWanted: Bool { cgtk_look_has_animations() }
}

private struct AnimationClockKey: EnvironmentKey {
  static var defaultValue: AnimationClock { .frames }
}

extension EnvironmentValues {
  /// What the animations of the views move to: the frame clock of their window, unless a test gives another.
  public var animationClock: AnimationClock {
    get { self[AnimationClockKey.self] }
    set { self[AnimationClockKey.self] = newValue }
  }
}

/// Frames that a test steps through: views are where they should be at a time, however long the test takes.
@MainActor
public final class SteppedFrames {
  /// The time in seconds, from 0 on.
  public private(set) var time = 0.0
  /// The clock to give to the views.
  public private(set) lazy var clock = AnimationClock(
    now: { [weak self] _ in self?.time ?? 0 },
    ticks: { [weak self] _, action in
      let listener = Listener(action: action)
      self?.listeners.append(WeakListener(listener: listener))
      return listener
    })
  private var listeners: [WeakListener] = []

  private final class Listener {
    let action: @MainActor (Double) -> Void
    init(action: @escaping @MainActor (Double) -> Void) { self.action = action }
  }

  private struct WeakListener {
    weak var listener: Listener?
  }

  /// Begins at 0.
  public init() {}

  /// Whether frames are asked for.
  public var isTicking: Bool { listeners.contains { $0.listener != nil } }

  /// Goes on by a time in seconds, and draws a frame.
  public func advance(by seconds: Double) {
    time += seconds
    listeners.removeAll { $0.listener == nil }
    for listener in listeners { listener.listener?.action(time) }
  }
}
