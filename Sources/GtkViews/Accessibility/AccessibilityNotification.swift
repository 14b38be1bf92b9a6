internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// Notifications that a program sends to a screen reader.
public enum AccessibilityNotification {
  /// A message that a screen reader speaks at once, such as the result of an action elsewhere on the screen.
  ///
  /// ```swift
  /// AccessibilityNotification.Announcement("The episode was downloaded.").post()
  /// ```
  ///
  /// No announcement is needed for the focused view and the text that the user reads. A screen reader speaks them
  /// itself.
  public struct Announcement: Sendable {
    /// The importance of an announcement.
    public enum Priority: Int32, Sendable {
      /// Waits until the screen reader speaks nothing else.
      case low
      /// Like other messages.
      case `default`
      /// Interrupts the current speech.
      case high
    }

    private let text: TextState
    private let priority: Priority

    /// Creates an announcement whose text is looked up in the catalogue.
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

    /// Sends the announcement to the screen reader. The program needs a window on the screen. Without one, nothing
    /// happens.
    ///
    /// GTK has announcements from version 4.14 on. In older versions, the text becomes the description of the focused
    /// widget for a moment. A screen reader speaks a description when it changes, regardless of the priority.
    @MainActor public func post() {
      guard let window = Self.window else { return }
      let text = text.translated(as: "An announcement", in: nil)
      if cgtk_accessible_announce(window, text, priority.rawValue) { return }
      let focus = gtk_window_get_focus(window.window) ?? window
      cgtk_accessible_set_description(focus, text)
      let reference = WeakGObjectReference(focus)
      MainLoop.onNextTurn(.idle) {
        if let focus = reference.widget { AccessibleName.restoreDescription(of: focus) }
      }
    }

    /// The active window, or else another window on the screen. Borrowed.
    @MainActor private static var window: UnsafeMutablePointer<GtkWidget>? {
      let windows = gtk_window_get_toplevels()
      let shown = (0..<g_list_model_get_n_items(windows)).compactMap { position -> UnsafeMutablePointer<GtkWidget>? in
        guard let window = g_list_model_get_item(windows, position) else { return nil }
        // The list keeps a reference.
        g_object_unref(window)
        return gtk_widget_get_mapped(window.widget) != 0 ? window.widget : nil
      }
      return shown.first { gtk_window_is_active($0.window) != 0 } ?? shown.first
    }
  }
}
