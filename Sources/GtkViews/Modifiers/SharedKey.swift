internal import CGtk
internal import GtkBridge

extension KeyboardShortcut {
  /// Whether the shortcut is the space bar or the left or right arrow, without modifiers. GTK's widgets use
  /// these keys too, and the arrows move the focus.
  var isSharedKey: Bool { modifiers.isEmpty && SharedKey(key) != nil }
}

/// Adds a shortcut of a ``SharedKey``. The shortcut receives the key before the widget with the focus, unless that
/// widget needs the key.
///
/// - Parameters:
///   - shortcut: The shortcut, for which ``KeyboardShortcut/isSharedKey`` is true.
///   - widget: The widget whose window receives the key.
///   - action: The action. It returns whether it has handled the key.
/// - Returns: The event controller, borrowed from the widget.
@MainActor
func addSharedKeyShortcut(
  _ shortcut: KeyboardShortcut, to widget: UnsafeMutablePointer<GtkWidget>, _ action: @escaping @MainActor () -> Bool
) -> OpaquePointer {
  // The widget owns the closure, so the pointer to the widget is valid in it.
  addWindowShortcut(Int32(shortcut.key.keyval), shortcut.modifiers.gdk, to: widget, in: GTK_PHASE_CAPTURE) {
    guard let key = SharedKey(shortcut.key), let root = gtk_widget_get_root(widget) else { return false }
    guard gtk_root_get_focus(root).map({ !key.isNeeded(by: $0) }) ?? true else { return false }
    return action()
  }
}

extension KeyboardShortcut {
  /// Whether the shortcut has to receive the key before a selectable text with the focus. This is true for Control and
  /// an ASCII letter, with or without other modifiers, except for A (GTK selects the text) and C (GTK copies the text).
  /// GTK also moves the cursor in such a text with Control and F, B or E (`gtk_label_class_init`, GTK 4.8 and 4.18). If
  /// the text received these keys first, the program would not receive them.
  var precedesSelectableTexts: Bool {
    guard modifiers.contains(.control), let letter = key.character.lowercased().first, letter.isASCII, letter.isLetter
    else { return false }
    return letter != "a" && letter != "c"
  }
}

/// Adds a shortcut that is active only while a selectable text has the focus. The shortcut receives the key before this
/// text.
///
/// - Parameters:
///   - shortcut: The shortcut, for which ``KeyboardShortcut/precedesSelectableTexts`` is true.
///   - widget: The widget whose window receives the key.
///   - action: The action. It returns whether it has handled the key.
/// - Returns: The event controller, borrowed from the widget.
@MainActor
func addShortcutBeforeSelectableTexts(
  _ shortcut: KeyboardShortcut, to widget: UnsafeMutablePointer<GtkWidget>, _ action: @escaping @MainActor () -> Bool
) -> OpaquePointer {
  // The widget owns the closure, so the pointer to the widget is valid in it.
  addWindowShortcut(Int32(shortcut.key.keyval), shortcut.modifiers.gdk, to: widget, in: GTK_PHASE_CAPTURE) {
    guard let focus = gtk_widget_get_root(widget).flatMap({ gtk_root_get_focus($0) }), focus.isA(gtk_label_get_type()),
      gtk_label_get_selectable(focus.opaque) != 0
    else { return false }
    return action()
  }
}

/// A key that GTK's widgets use without modifiers, and that a program may also use for its commands.
@MainActor
enum SharedKey {
  case space
  /// The arrow to the left or to the right.
  case horizontalArrow

  nonisolated init?(_ key: KeyEquivalent) {
    switch key {
    case .space: self = .space
    case .leftArrow, .rightArrow: self = .horizontalArrow
    default: return nil
    }
  }

  /// Returns whether a widget with the focus needs the key. If so, a shortcut must leave the key to the widget.
  func isNeeded(by focus: UnsafeMutablePointer<GtkWidget>) -> Bool {
    // The entries of a menu are in a popover. They need both keys.
    if gtk_widget_get_ancestor(focus, gtk_popover_get_type()) != nil || isEditableText(focus) { return true }
    switch self {
    // While the user types letters to find a row, a space is a part of the searched text.
    case .space: return Self.typesUsingSpace.contains { focus.isA($0()) } || TypedLetters.isSearchInProgress
    case .horizontalArrow:
      if focus.isA(gtk_label_get_type()) { return gtk_label_get_selectable(focus.opaque) != 0 }
      return Self.typesUsingArrows.contains { focus.isA($0()) }
        || gtk_widget_get_ancestor(focus, gtk_grid_view_get_type()) != nil
        || isInHorizontallyScrollableContent(focus)
    }
  }

  /// The controls that the space bar activates.
  private static let typesUsingSpace: [@MainActor () -> GType] = [
    { gtk_button_get_type() }, { gtk_check_button_get_type() }, { gtk_switch_get_type() }, { gtk_expander_get_type() },
    { gtk_calendar_get_type() },
  ]

  /// The controls whose value the arrows change, and the controls between which the arrows move the focus. The buttons
  /// of a segmented picker are toggle buttons.
  private static let typesUsingArrows: [@MainActor () -> GType] = [
    { gtk_range_get_type() }, { gtk_toggle_button_get_type() }, { gtk_check_button_get_type() },
    { gtk_calendar_get_type() },
    { gtk_paned_get_type() },
  ]

  private func isEditableText(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    widget.isA(gtk_editable_get_type()) || widget.isA(gtk_text_view_get_type())
  }

  /// Whether the widget is in a scrolled window, at any depth, whose content is wider than the window.
  private func isInHorizontallyScrollableContent(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    var next = gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type())
    while let scroller = next {
      if let adjustment = gtk_scrolled_window_get_hadjustment(scroller.opaque) {
        let hiddenWidth =
          gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_lower(adjustment)
          - gtk_adjustment_get_page_size(adjustment)
        // Half a logical pixel is a rounding error.
        if hiddenWidth > 0.5 { return true }
      }
      next = gtk_widget_get_parent(scroller).flatMap { gtk_widget_get_ancestor($0, gtk_scrolled_window_get_type()) }
    }
    return false
  }
}
