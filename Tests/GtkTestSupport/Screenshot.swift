internal import CGtk
internal import CGtkBridge
internal import CMainLoopTesting
public import GtkBridge
internal import Glibc
public import Testing

/// Writes a picture of a window to `.build/screenshots/NAME.png`, once the window is drawn. If the picture cannot be
/// written, an issue is recorded.
///
/// A name may begin with a folder, as in `gallery/lists`. The folder of all pictures is in the package's own folder, or
/// at the path in the environment variable `PODCASTER_SCREENSHOTS`.
@MainActor public func writeScreenshot(
  of window: some GObjectPointer, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) async {
  let widget = window.widget
  await waitUntil("“\(name)” to be drawn", sourceLocation: sourceLocation) {
    gtk_widget_get_mapped(widget) != 0 && gtk_widget_get_width(widget) > 0
  }
  await mainLoopSettles()
  // A window that waits for a new size has nothing to draw.
  await waitUntil("“\(name)” to have its size", sourceLocation: sourceLocation) { mainloop_testing_is_drawn(widget) }
  let folder = getenv("PODCASTER_SCREENSHOTS").map { String(cString: $0) } ?? ".build/screenshots"
  let path = "\(folder)/\(name).png"
  if let slash = path.lastIndex(of: "/") { g_mkdir_with_parents(String(path[..<slash]), 0o755) }
  let isWritten = mainloop_testing_write_picture(widget, path)
  if !isWritten { Issue.record("The picture “\(name)” could not be written", sourceLocation: sourceLocation) }
}
