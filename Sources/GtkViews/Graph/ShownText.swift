internal import GtkBridge
internal import Presentation

/// What is shown is read by C, where a zero character ends a text.
extension String {
  /// The text, all of which C reads: U+FFFD stands in place of a zero character, which is reported.
  ///
  /// - Parameters:
  ///   - what: What has the text, as the beginning of a sentence.
  ///   - node: The view that shows it, or one around it.
  @MainActor func shown(as what: StaticString, in node: @autoclosure () -> ViewNode?) -> String {
    guard endsEarlyInC else { return self }
    reportZeroCharacter(in: what, node())
    return wholeInC
  }
}

extension RichText {
  /// The text, all of which C reads, as well as its addresses.
  @MainActor func shown(as what: StaticString, in node: @autoclosure () -> ViewNode?) -> RichText {
    guard endsEarlyInC else { return self }
    reportZeroCharacter(in: what, node())
    return wholeInC
  }

  /// The same without a report.
  var wholeInC: RichText { endsEarlyInC ? replacing(\.wholeInC) : self }

  private var endsEarlyInC: Bool { text.endsEarlyInC || spans.contains { $0.address?.endsEarlyInC == true } }
}

extension TextState {
  /// The text in the program's language, without the markers of Markdown.
  @MainActor var translated: String { translated(as: "A text", in: nil) }

  /// The text in the program's language, without the markers of Markdown.
  ///
  /// - Parameters:
  ///   - what: What has the text, as the beginning of a sentence.
  ///   - node: The view that shows it, or one around it.
  @MainActor func translated(as what: StaticString, in node: ViewNode?) -> String {
    resolved(using: Localization.translate).shown(as: what, in: node)
  }
}

@MainActor
private func reportZeroCharacter(in what: StaticString, _ node: ViewNode?) {
  let place = node?.placeName ?? ""
  ViewGraph.shared.reportOnce(
    Misuse("\(what)\(place) has a zero character, which GTK cannot show; U+FFFD is shown for it. Take it out before.", fileID: #fileID, line: #line))
}
