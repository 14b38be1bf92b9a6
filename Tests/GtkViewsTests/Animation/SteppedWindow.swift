import CGtk
import GtkBridge
import GtkTestSupport
import Testing

@testable import GtkViews

/// A window in which the test advances the time of animations, frame by frame.
@MainActor struct SteppedWindow<Content: View> {
  /// The time of the animations, which only the test advances. The property `isTicking` is true while an animation or a
  /// timer waits for a frame.
  let frames: SteppedFrames
  let window: ViewWindow<Content>

  /// Shows a view in a window of 300 by 300 pixels.
  init(@ViewBuilder _ content: () -> Content) async {
    frames = SteppedFrames()
    var environment = EnvironmentValues()
    environment.animationClock = frames.clock
    window = ViewWindow(gtk_window_new().window, environment: environment, content: content)
    if let window = window.window { gtk_window_set_default_size(window, 300, 300) }
    window.present()
    await waitUntil("the window is on screen") { [window] in
      window.window.map { gtk_widget_get_width($0.widget) >= 300 } ?? true
    }
    await draw()
  }

  /// Runs a change of state in the main loop, as an event does, and waits until the views are updated and drawn.
  func perform(_ change: @escaping @MainActor () -> Void) async {
    await performInEventHandler { change() }
    await draw()
  }

  /// Advances the time of the animations by this many seconds, and draws a frame.
  func advance(by seconds: Double) async {
    frames.advance(by: seconds)
    await draw()
  }

  /// Waits until the window has been laid out and drawn once more. GTK draws on the window's own frame clock, not on
  /// ``frames``.
  func draw() async {
    if let window = window.window { await drawFrame(of: window) }
  }

  /// Returns the widget with this name in the window, or `nil` if there is none.
  func widget(named name: String) -> UnsafeMutablePointer<GtkWidget>? {
    guard let root = window.window?.widget else { return nil }
    return widgets(in: root).first { gtk_widget_get_name($0).map { String(cString: $0) } == name }
  }

  /// Returns the position and size at which the widget with this name is drawn in the window, with all transformations.
  /// Returns zeros if there is no such widget.
  func bounds(_ name: String) -> (x: Double, y: Double, width: Double, height: Double) {
    widget(named: name).map { bounds(of: $0) } ?? (0, 0, 0, 0)
  }

  /// Returns the position and size at which a widget is drawn in the window, with all transformations.
  func bounds(of widget: UnsafeMutablePointer<GtkWidget>) -> (x: Double, y: Double, width: Double, height: Double) {
    window.window.map { GtkTestSupport.bounds(of: widget, in: $0) } ?? (0, 0, 0, 0)
  }

  func close() { window.close() }
}

/// Returns a view whose widget has this name, and a width and a height of 40 pixels.
@MainActor func square(_ name: String) -> GtkView {
  GtkView {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_set_name(box, name)
    gtk_widget_set_size_request(box, 40, 40)
    return box
  }
}

/// Whether two numbers differ by at most `difference`. The default allows only for rounding.
func isClose(_ first: Double, _ second: Double, by difference: Double = 0.01) -> Bool {
  abs(first - second) <= difference
}
