internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// What a program tells a screen reader by itself.
public enum AccessibilityNotification {
  /// Something that a screen reader says at once, such as what has come of an action elsewhere on the screen.
  ///
  /// ```swift
  /// AccessibilityNotification.Announcement("The episode was downloaded.").post()
  /// ```
  ///
  /// What a person reads in a window, and what has the focus, a screen reader says by itself.
  public struct Announcement: Sendable {
    /// How important it is.
    public enum Priority: Int32, Sendable {
      /// It waits until nothing else is being said.
      case low
      /// As other messages.
      case `default`
      /// It interrupts what is being said.
      case high
    }

    private let text: TextState
    private let priority: Priority

    /// An announcement that is looked up in the catalogue.
    public init(_ key: LocalizedStringKey, priority: Priority = .default) {
      text = TextState(key)
      self.priority = priority
    }

    /// An announcement that is said as it is.
    @_disfavoredOverload
    public init(_ text: some StringProtocol, priority: Priority = .default) {
      self.text = TextState(verbatim: String(text))
      self.priority = priority
    }

    /// Lets the screen reader say it. It needs a window on the screen; without one nothing happens.
    ///
    /// GTK announces from 4.14 on. Before, the text is for a moment the description of what has the focus, which a screen reader says when it
    /// changes, whatever the priority.
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

    /// The window that a person is in, or another that is on the screen. Borrowed.
    @MainActor private static var window: UnsafeMutablePointer<GtkWidget>? {
      let windows = gtk_window_get_toplevels()
      let shown = (0..<g_list_model_get_n_items(windows)).compactMap { position -> UnsafeMutablePointer<GtkWidget>? in
        guard let window = g_list_model_get_item(windows, position) else { return nil }
        // The list keeps it.
        g_object_unref(window)
        return gtk_widget_get_mapped(window.widget) != 0 ? window.widget : nil
      }
      return shown.first { gtk_window_is_active($0.window) != 0 } ?? shown.first
    }
  }
}
