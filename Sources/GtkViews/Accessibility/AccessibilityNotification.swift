internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// Notifications that a program sends to a screen reader.
public enum AccessibilityNotification {
  /// A message for a screen reader to speak, such as a result that appears elsewhere on the screen.
  ///
  /// ```swift
  /// AccessibilityNotification.Announcement("The episode was downloaded.").post()
  /// ```
  ///
  /// The focused view and the text that the user is reading need no announcement, because a screen reader speaks both
  /// without one.
  public struct Announcement: Sendable {
    /// The importance of an announcement. The raw values are those of GTK's `GtkAccessibleAnnouncementPriority`.
    public enum Priority: Int32, Sendable {
      /// The announcement waits until the screen reader speaks nothing else.
      case low
      /// The announcement has the priority of the screen reader's other messages.
      case `default`
      /// The announcement interrupts the current speech.
      case high
    }

    private let text: TextState
    private let priority: Priority

    /// Creates an announcement whose text is looked up in the catalogue of translations.
    public init(_ key: LocalizedStringKey, priority: Priority = .default) {
      text = TextState(key)
      self.priority = priority
    }

    /// Creates an announcement of a text from a feature's state.
    public init(_ text: TextState, priority: Priority = .default) {
      self.text = text
      self.priority = priority
    }

    /// Creates an announcement whose text is spoken without a translation.
    @_disfavoredOverload
    public init(_ text: some StringProtocol, priority: Priority = .default) {
      self.text = TextState(verbatim: String(text))
      self.priority = priority
    }

    /// Sends the announcement to the screen reader. Without a window on the screen, the call has no effect.
    ///
    /// GTK has announcements from version 4.14 on. In older versions, the text becomes the description of the focused
    /// widget, or of the window if no widget has the focus, until the main loop is idle. A screen reader speaks a
    /// description that has changed. In these versions, the priority has no effect.
    @MainActor public func post() {
      guard let window = Self.announcingWindow else { return }
      let spokenText = text.translated(reportedAs: "An announcement", in: nil)
      if cgtk_accessible_announce(window, spokenText, priority.rawValue) { return }
      let describedWidget = gtk_window_get_focus(window.window) ?? window
      cgtk_accessible_set_description(describedWidget, spokenText)
      let reference = WeakGObjectReference(describedWidget)
      MainLoop.onNextTurn(.idle) {
        if let describedWidget = reference.widget { AccessibleName.restoreDescription(of: describedWidget) }
      }
    }

    /// The window that sends announcements: the active window, or another window on the screen if none is active.
    /// Borrowed. `nil` if no window is on the screen.
    @MainActor private static var announcingWindow: UnsafeMutablePointer<GtkWidget>? {
      let windows = gtk_window_get_toplevels()
      let positions = 0..<g_list_model_get_n_items(windows)
      let visibleWindows = positions.compactMap { position -> UnsafeMutablePointer<GtkWidget>? in
        guard let window = g_list_model_get_item(windows, position) else { return nil }
        // The list keeps its own reference to the window.
        g_object_unref(window)
        return gtk_widget_get_mapped(window.widget) != 0 ? window.widget : nil
      }
      return visibleWindows.first { gtk_window_is_active($0.window) != 0 } ?? visibleWindows.first
    }
  }
}
