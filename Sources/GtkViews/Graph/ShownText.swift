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
    endsEarlyInC ? shown(as: what, of: node()?.writtenView) : self
  }

  /// The same of a view that is known by its type.
  @MainActor func shown(as what: StaticString, of view: Any.Type?) -> String {
    guard endsEarlyInC else { return self }
    reportZeroCharacter(in: what, view)
    return wholeInC
  }

  /// A text that C has given, in which U+FFFD stands in place of what is not UTF-8, which is reported.
  ///
  /// - Parameters:
  ///   - bytes: The text as C has it.
  ///   - what: What has the text, as the beginning of a sentence.
  ///   - node: The view that was given it, or one around it.
  @MainActor init(given bytes: UnsafePointer<CChar>, as what: StaticString, in node: @autoclosure () -> ViewNode?) {
    if let text = String(validatingCString: bytes) {
      self = text
    } else {
      self = String(cString: bytes)
      reportBytes(in: "\(what)\(node()?.placeName ?? "")")
    }
  }
}

extension RichText {
  /// The text, all of which C reads, as well as its addresses.
  @MainActor func shown(as what: StaticString, in node: @autoclosure () -> ViewNode?) -> RichText {
    guard endsEarlyInC else { return self }
    reportZeroCharacter(in: what, node()?.writtenView)
    return wholeInC
  }

  /// The same without a report.
  var wholeInC: RichText { endsEarlyInC ? replacing(\.wholeInC) : self }

  private var endsEarlyInC: Bool { text.endsEarlyInC || spans.contains { $0.address?.endsEarlyInC == true } }
}

extension TextState {
  /// The text in the program's language, without the markers of Markdown.
  ///
  /// - Parameters:
  ///   - what: What has the text, as the beginning of a sentence.
  ///   - node: The view that shows it, or one around it; `nil` for what no view has.
  @MainActor func translated(as what: StaticString, in node: ViewNode?) -> String {
    resolved { translate($0, for: what, in: node) }.shown(as: what, in: node)
  }

  /// The same for what looks at a text that is shown elsewhere, and reported there.
  @MainActor var unreportedText: String { resolved { Localization.translate($0) { _ in } }.wholeInC }
}

extension Text {
  /// The text in the program's language.
  ///
  /// - Parameter node: The view that shows it, or one around it.
  @MainActor func shown(in node: @autoclosure () -> ViewNode?) -> RichText {
    content.rich { translate($0, for: "A Text", in: node()) }.truncated(to: Self.longest).shown(as: "A Text", in: node())
  }

  /// The same for what looks at a text that is shown elsewhere, and reported there.
  @MainActor var unreported: RichText { content.rich { Localization.translate($0) { _ in } }.wholeInC }
}

@MainActor private func translate(_ key: String, for what: StaticString, in node: @autoclosure () -> ViewNode?) -> String {
  Localization.translate(key) { key in
    let place = node()?.placeName ?? ""
    reportBytes(in: "The translation of “\(key.prefix(60))”, which \(what)\(place) shows,")
  }
}

@MainActor private func reportZeroCharacter(in what: StaticString, _ view: Any.Type?) {
  let place = ViewNode.placeName(view)
  ViewGraph.shared.reportOnce(
    Misuse("\(what)\(place) has a zero character, which GTK cannot show; U+FFFD is shown for it. Take it out before.", fileID: #fileID, line: #line))
}

@MainActor private func reportBytes(in what: String) {
  ViewGraph.shared.reportOnce(Misuse("\(what) has bytes that are not UTF-8; U+FFFD stands for them.", fileID: #fileID, line: #line))
}
