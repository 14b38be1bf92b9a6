package import CGtk

/// Calls back before each frame of a window, and keeps frames coming, until it is let go of.
///
/// The widget's frame clock says what time it is for the frame, so that what moves is where it should be when the frame is seen.
@MainActor
package final class FrameTicks {
  /// Weak: a window that goes takes its ticks along.
  private let widget: WeakGObjectReference
  private let id: guint

  /// Begins at the next frame of the window that a widget is in.
  ///
  /// - Parameters:
  ///   - widget: Borrowed.
  ///   - action: What to do, with the frame's time in seconds. It must not hold the ticks.
  package init(of widget: UnsafeMutablePointer<GtkWidget>, _ action: @escaping @MainActor (_ time: Double) -> Void) {
    self.widget = WeakGObjectReference(widget)
    // Safe because the callback's destroy notify gives the reference back.
    let data = Unmanaged.passRetained(FrameAction(action)).toOpaque()
    id = gtk_widget_add_tick_callback(widget, tick, data, release)
  }

  isolated deinit {
    if let widget = widget.widget, gtk_widget_in_destruction(widget) == 0 { gtk_widget_remove_tick_callback(widget, id) }
  }

  /// The time of the frame that is drawn, or else the time now, of a widget's window, in seconds; 0 if it is in none.
  package static func time(of widget: UnsafeMutablePointer<GtkWidget>) -> Double {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return 0 }
    return Double(gdk_frame_clock_get_frame_time(clock)) / 1e6
  }
}

@MainActor private final class FrameAction {
  let run: @MainActor (Double) -> Void

  init(_ run: @escaping @MainActor (Double) -> Void) {
    self.run = run
  }
}

private let tick: GtkTickCallback = { _, clock, data in
  guard let data, let clock else { return 0 }
  let time = Double(gdk_frame_clock_get_frame_time(clock)) / 1e6
  // Safe because the widget owns the action until it is told to let go, and frames are drawn on the first thread.
  let action = Unmanaged<FrameAction>.fromOpaque(data).takeUnretainedValue()
  MainActor.assumeIsolated { action.run(time) }
  return 1
}

private let release: GDestroyNotify = { data in
  guard let data else { return }
  // Safe because it gives back the reference that was taken when the ticks began, once.
  Unmanaged<FrameAction>.fromOpaque(data).release()
}
