package import CGtk

/// Calls a closure before each frame of a window. While this object exists, GTK draws a new frame at each refresh of
/// the screen.
///
/// The closure receives the frame clock's time for the frame. Use this time to compute the position of a moving object.
@MainActor
package final class FrameTicks {
  /// Weak. The widget whose frames are observed.
  private let widget: WeakGObjectReference
  /// The identifier of the tick callback in GTK.
  private let id: guint

  /// Starts at the next frame of a widget's window.
  ///
  /// - Parameters:
  ///   - widget: The widget, borrowed. The calls end when the widget is destroyed.
  ///   - action: The closure, which receives the frame's time in seconds. If the closure retains this object, the calls
  ///     end only when the widget is destroyed.
  package init(of widget: UnsafeMutablePointer<GtkWidget>, _ action: @escaping @MainActor (_ time: Double) -> Void) {
    self.widget = WeakGObjectReference(widget)
    // Safe because the callback's destroy notify releases the reference.
    let data = Unmanaged.passRetained(FrameAction(action)).toOpaque()
    id = gtk_widget_add_tick_callback(widget, tick, data, releaseAction)
  }

  isolated deinit {
    if let widget = widget.widget, gtk_widget_in_destruction(widget) == 0 {
      gtk_widget_remove_tick_callback(widget, id)
    }
  }

  /// Returns the time in seconds of the frame that is being drawn in a widget's window, or the current time if no frame
  /// is being drawn. Returns 0 if the widget is in no realized window.
  package static func frameTime(of widget: UnsafeMutablePointer<GtkWidget>) -> Double {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return 0 }
    return Double(gdk_frame_clock_get_frame_time(clock)) / 1e6
  }
}

/// The closure of a ``FrameTicks``, which is passed to C as a retained pointer.
@MainActor private final class FrameAction {
  let run: @MainActor (Double) -> Void

  init(_ run: @escaping @MainActor (Double) -> Void) {
    self.run = run
  }
}

/// The C callback of a frame. The result 1 is `G_SOURCE_CONTINUE`, so GTK calls the function for the next frame too.
private let tick: GtkTickCallback = { _, clock, data in
  guard let data, let clock else { return 0 }
  let time = Double(gdk_frame_clock_get_frame_time(clock)) / 1e6
  // Safe because the widget owns the action until the callback's destroy notify is called, and frames are drawn on the
  // main thread.
  let action = Unmanaged<FrameAction>.fromOpaque(data).takeUnretainedValue()
  MainActor.assumeIsolated { action.run(time) }
  return 1
}

private let releaseAction: GDestroyNotify = { data in
  guard let data else { return }
  // Safe because this function is called once and releases the reference that `init` took.
  Unmanaged<FrameAction>.fromOpaque(data).release()
}
