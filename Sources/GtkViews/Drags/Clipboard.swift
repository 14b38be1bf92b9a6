internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The desktop's clipboard.
///
/// ```swift
/// Button("Copy Address") { Clipboard.copy(show.address) }
/// ```
public enum Clipboard {
  /// Replaces the content of the clipboard with a text. Without a display, the call has no effect.
  @MainActor public static func copy(_ text: String) {
    guard let display = gdk_display_get_default(), let clipboard = gdk_display_get_clipboard(display) else { return }
    gdk_clipboard_set_text(clipboard, text.replacingNulls)
  }
}
