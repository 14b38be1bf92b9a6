internal import GtkBridge
internal import Presentation

// GTK's C functions read a text only up to its first NUL character.
extension String {
  /// Returns the text for GTK. Replaces each NUL character by U+FFFD, and reports that the text has such characters.
  ///
  /// - Parameters:
  ///   - owner: The owner of the text as the subject of a report's sentence, such as “A tooltip”.
  ///   - node: The node of the view that displays the text, or of an enclosing view.
  @MainActor func reportingNulls(reportedAs owner: StaticString, in node: @autoclosure () -> ViewNode?) -> String {
    containsNull ? reportingNulls(reportedAs: owner, of: node()?.programViewType) : self
  }

  /// Returns the text for GTK in a view of the type `viewType`. Replaces and reports NUL characters.
  @MainActor func reportingNulls(reportedAs owner: StaticString, of viewType: Any.Type?) -> String {
    guard containsNull else { return self }
    reportNull(in: owner, of: viewType)
    return replacingNulls
  }

  /// Creates a text from a C string. Replaces bytes that are not UTF-8 by U+FFFD and reports them.
  ///
  /// - Parameters:
  ///   - bytes: The C string.
  ///   - owner: The owner of the text as the subject of a report's sentence, such as “A tooltip”.
  ///   - node: The node of the view that received the text, or of an enclosing view.
  @MainActor init(
    reportingInvalidBytesOf bytes: UnsafePointer<CChar>, as owner: StaticString,
    in node: @autoclosure () -> ViewNode?
  ) {
    if let text = String(validatingCString: bytes) {
      self = text
    } else {
      self = String(cString: bytes)
      reportInvalidUTF8(in: "\(owner)\(node()?.messageSuffix ?? "")")
    }
  }
}

extension RichText {
  /// Returns the text and its addresses for GTK. Replaces and reports NUL characters.
  @MainActor func reportingNulls(reportedAs owner: StaticString, in node: @autoclosure () -> ViewNode?) -> RichText {
    guard containsNull else { return self }
    reportNull(in: owner, of: node()?.programViewType)
    return replacingNulls
  }

  /// The text and its addresses with U+FFFD instead of NUL characters, without a report.
  var replacingNulls: RichText { containsNull ? replacing(\.replacingNulls) : self }

  private var containsNull: Bool { text.containsNull || spans.contains { $0.address?.containsNull == true } }
}

extension TextState {
  /// Returns the text in the program's language, without Markdown syntax. Replaces and reports NUL characters and bytes
  /// that are not UTF-8.
  ///
  /// - Parameters:
  ///   - owner: The owner of the text as the subject of a report's sentence, such as “A tooltip”.
  ///   - node: The node of the view that displays the text, or of an enclosing view. `nil` if no view displays the
  ///     text, as for an announcement.
  @MainActor func translated(reportedAs owner: StaticString, in node: ViewNode?) -> String {
    resolved { translate($0, for: owner, in: node) }.reportingNulls(reportedAs: owner, in: node)
  }

  /// The same text as from ``translated(reportedAs:in:)``, without reports. For code that searches or compares texts,
  /// whose views already report them.
  @MainActor var unreportedText: String { resolved { Localization.translate($0) { _ in } }.replacingNulls }
}

/// Returns the translation of a key from the program's catalogue of translations. Reports bytes of the translation that
/// are not UTF-8. `owner` and `node` are those of the translated text.
@MainActor func translate(_ key: String, for owner: StaticString, in node: @autoclosure () -> ViewNode?) -> String {
  Localization.translate(key) { key in
    let suffix = node()?.messageSuffix ?? ""
    reportInvalidUTF8(in: "The translation of “\(key.prefix(60))”, which \(owner)\(suffix) shows,")
  }
}

@MainActor private func reportNull(in owner: StaticString, of viewType: Any.Type?) {
  let suffix = ViewNode.messageSuffix(viewType)
  ViewGraph.shared.reportOnce(
    Misuse(
      "\(owner)\(suffix) has a zero character, which GTK cannot show; U+FFFD is shown instead. Remove the character from the text.",
      fileID: #fileID, line: #line))
}

@MainActor private func reportInvalidUTF8(in owner: String) {
  ViewGraph.shared.reportOnce(
    Misuse("\(owner) has bytes that are not UTF-8; U+FFFD stands for them.", fileID: #fileID, line: #line))
}
