internal import GtkBridge
internal import Presentation

extension Text {
  /// Returns the text for display: translated, at most as long as a `Text` may be, and without NUL characters.
  ///
  /// - Parameter node: The view that displays the text, or an enclosing view.
  @MainActor func shown(in node: @autoclosure () -> ViewNode?) -> RichText {
    content.rich { translate($0, for: "A Text", in: node()) }.truncated(to: Self.maxByteCount).shown(
      as: "A Text", in: node())
  }

  /// The translated text without reports, for code that reads a text that is displayed and reported elsewhere.
  @MainActor var unreported: RichText { content.rich { Localization.translate($0) { _ in } }.replacingNulls }
}
