internal import CGtk
public import GtkBridge
public import Testing

/// Requests a frame of a window, and waits until the window has been laid out and drawn. If the window is not on a
/// screen, waits only until the main loop settles.
@MainActor public func drawFrame(
  of window: some GObjectPointer, sourceLocation: SourceLocation = #_sourceLocation
) async {
  await mainLoopSettles()
  guard let clock = gtk_widget_get_frame_clock(window.widget) else { return }
  var isDrawn = false
  let connection = connect(clock, .plain("after-paint")) { isDrawn = true }
  gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
  await waitUntil("a frame is drawn", sourceLocation: sourceLocation) { isDrawn }
  connection.disconnect()
  await mainLoopSettles()
}

/// Returns the position and size, in pixels, at which a widget is drawn in a window or another widget. All
/// transformations are applied. The result is zero if the two widgets are not in the same window.
@MainActor public func bounds(
  of widget: some GObjectPointer, in container: some GObjectPointer
) -> (x: Double, y: Double, width: Double, height: Double) {
  var rectangle = graphene_rect_t()
  _ = gtk_widget_compute_bounds(widget.widget, container.widget, &rectangle)
  return (
    Double(rectangle.origin.x), Double(rectangle.origin.y), Double(rectangle.size.width), Double(rectangle.size.height)
  )
}
