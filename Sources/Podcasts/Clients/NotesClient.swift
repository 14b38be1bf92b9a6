/// Parses show notes.
///
/// `PodcastNetwork` makes the live client.
package struct NotesClient: Sendable {
  /// Returns the notes in a text, which is HTML or plain text. Parsing cannot fail. It takes some milliseconds for each
  /// 100 KB. Therefore, parse long notes off the main actor.
  package var parse: @Sendable (_ notes: String) -> ShowNotes

  package init(parse: @escaping @Sendable (_ notes: String) -> ShowNotes) {
    self.parse = parse
  }

  /// A client that returns the text of all notes as one paragraph, for tests and previews.
  package static let plainText = NotesClient { notes in
    let text = PlainText(markup: notes).text
    return ShowNotes(blocks: text.isEmpty ? [] : [.init(.paragraph, runs: [.init(text)])])
  }
}
