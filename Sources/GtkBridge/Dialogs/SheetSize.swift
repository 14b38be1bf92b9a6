internal import CGtk
internal import CGtkBridge

/// The initial size of a sheet, a modal window, that contains a list or other scrollable content.
///
/// Scrollable content has a very small minimum size. A window of that size would show only a strip of a list. The sheet
/// therefore shows as much of the content as fits in the host, the window on which the sheet stands. A sheet without
/// scrollable content, or with scrollable views of a fixed height, keeps its natural height.
@MainActor
enum SheetSize {
  /// The smallest useful height of scrollable content in pixels. It applies even if there is less content, because more
  /// content may appear later.
  private static let minUsableHeight: Int32 = 360

  /// Sets the size of a sheet before it is on screen.
  ///
  /// - Parameters:
  ///   - sheet: The window of the sheet, with its content in it.
  ///   - hostSize: The size of the host in pixels.
  static func setDefaultSize(of sheet: UnsafeMutablePointer<GtkWindow>, in hostSize: (width: Int32, height: Int32)) {
    guard let content = gtk_window_get_child(sheet) else { return }
    let scrolledWindows = scrolledWindows(in: content)
    guard !scrolledWindows.isEmpty, hostSize.width > 0, hostSize.height > 0 else { return }
    let width = min(naturalLength(GTK_ORIENTATION_HORIZONTAL, of: sheet, crossLength: -1), hostSize.width)
    let naturalHeight = naturalLength(GTK_ORIENTATION_VERTICAL, of: sheet, crossLength: width)
    let heightShowingContent = whileRequestingContentHeight(of: scrolledWindows, in: (width, hostSize.height)) {
      naturalLength(GTK_ORIENTATION_VERTICAL, of: sheet, crossLength: width)
    }
    guard heightShowingContent > naturalHeight else { return }
    gtk_window_set_default_size(sheet, width, max(naturalHeight, min(heightShowingContent, hostSize.height)))
  }

  /// Returns the height that a closure measures while each scrolled window requests the height of its content. The
  /// requested height is at least ``minUsableHeight`` and at most the available height. It is never less than the
  /// height that the scrolled window requested before. GTK's `propagate-natural-height` is not used, because it
  /// measures the height of a text without regard to the available width.
  private static func whileRequestingContentHeight(
    of scrolledWindows: [OpaquePointer], in available: (width: Int32, height: Int32), _ measure: () -> Int32
  ) -> Int32 {
    let previousHeights = scrolledWindows.map { gtk_scrolled_window_get_min_content_height($0) }
    for (scrolledWindow, previousHeight) in zip(scrolledWindows, previousHeights) {
      let child = gtk_scrolled_window_get_child(scrolledWindow)
      let contentHeight =
        child.map { naturalLength(GTK_ORIENTATION_VERTICAL, of: $0, crossLength: available.width) } ?? 0
      gtk_scrolled_window_set_min_content_height(
        scrolledWindow, max(min(max(contentHeight, minUsableHeight), available.height), previousHeight))
    }
    defer {
      for (scrolledWindow, previousHeight) in zip(scrolledWindows, previousHeights) {
        gtk_scrolled_window_set_min_content_height(scrolledWindow, previousHeight)
      }
    }
    return measure()
  }

  /// Returns the natural width or height of a widget. `crossLength` is its length in the other direction, or -1 if that
  /// is not known.
  private static func naturalLength(
    _ orientation: GtkOrientation, of object: some GObjectPointer, crossLength: Int32
  ) -> Int32 {
    var natural: Int32 = 0
    gtk_widget_measure(object.widget, orientation, crossLength, nil, &natural, nil, nil)
    return natural
  }

  /// Returns the scrolled windows that scroll vertically, except those inside another of them.
  private static func scrolledWindows(in widget: UnsafeMutablePointer<GtkWidget>) -> [OpaquePointer] {
    if cgtk_object_is_a(widget, gtk_scrolled_window_get_type()) {
      var policy = GTK_POLICY_NEVER
      gtk_scrolled_window_get_policy(OpaquePointer(widget), nil, &policy)
      if policy != GTK_POLICY_NEVER { return [OpaquePointer(widget)] }
    }
    var found: [OpaquePointer] = []
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      found += scrolledWindows(in: child)
      next = gtk_widget_get_next_sibling(child)
    }
    return found
  }
}
