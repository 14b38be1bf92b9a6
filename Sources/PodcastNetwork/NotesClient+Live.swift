import FeedParsing
package import Podcasts

extension NotesClient {
  /// The client that parses show notes with libxml2's HTML parser.
  package static let live = NotesClient { markup in
    let parsedNotes = NotesReader.events(in: markup)
    // Notes without block elements are displayed with the line breaks of their text. Empty lines separate paragraphs.
    var builder = ShowNotesBuilder(keepsLines: !parsedNotes.hasBlocks)
    for event in parsedNotes.events { builder.add(event) }
    return builder.notes(isCut: parsedNotes.isCut)
  }
}
