internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The direction in which a line of text is read, and views stand side by side.
///
/// It is that of the desktop's language. What is said with leading and trailing follows it by itself. A view may have another one:
///
/// ```swift
/// Player().environment(\.layoutDirection, .rightToLeft)
/// ```
public enum LayoutDirection: Hashable, Sendable, CaseIterable {
  /// A line begins at the left, as in English.
  case leftToRight
  /// A line begins at the right, as in Arabic and Hebrew.
  case rightToLeft

  /// GTK's direction; what it calls none is that of the desktop's language.
  init(_ direction: GtkTextDirection) {
    let direction = direction == GTK_TEXT_DIR_NONE ? gtk_widget_get_default_direction() : direction
    self = direction == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
  }

  var gtk: GtkTextDirection { self == .rightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR }
}

private struct LayoutDirectionKey: EnvironmentKey {
  static var defaultValue: LayoutDirection? { nil }
}

extension EnvironmentValues {
  /// In which direction the views are read: that of the desktop's language, unless a view above says otherwise, which turns the views below
  /// it and their widgets. The window's title bar is not among them.
  public var layoutDirection: LayoutDirection {
    get { self[LayoutDirectionKey.self] ?? desktopLook.layoutDirection }
    set {
      if !Directions.areSet { Directions.areSet = true }
      self[LayoutDirectionKey.self] = newValue
    }
  }

  /// The direction that a view above has said.
  var saidDirection: LayoutDirection? { Directions.areSet ? self[LayoutDirectionKey.self] : nil }
}

/// Whether any view was ever given a direction: a program without one need not look at each.
private enum Directions {
  // Safe because it is written once, and before the first view that it matters to is made; who reads it too early finds it false, as it was.
  nonisolated(unsafe) static var areSet = false
}

extension UnsafeMutablePointer<GtkWidget> {
  /// Turns a widget, and what is in it, as its view's environment says.
  @MainActor func turn(as environment: EnvironmentValues, before: EnvironmentValues? = nil) {
    guard let direction = environment.saidDirection, direction != before?.saidDirection else { return }
    cgtk_widget_set_direction_inside(self, direction.gtk)
  }
}
