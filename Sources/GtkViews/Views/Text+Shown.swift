internal import GtkBridge
internal import Presentation

extension Text {
  /// Returns the text for display: translated, cut to ``maxByteCount`` bytes, and without NUL characters. Reports NUL
  /// characters and invalid translations.
  ///
  /// - Parameter node: The node that the reports name: the node of the text, or a node above it.
  @MainActor func shown(in node: @autoclosure () -> ViewNode?) -> RichText {
    content.richText { translate($0, for: "A Text", in: node()) }.truncated(to: Self.maxByteCount)
      .reportingNulls(reportedAs: "A Text", in: node())
  }

  /// The translated text, without reports of its problems. The node that displays the text reports them.
  @MainActor var translatedWithoutReports: RichText {
    content.richText { Localization.translate($0) { _ in } }.replacingNulls
  }
}
