import FeedParsing
package import Podcasts

extension NotesClient {
  /// The client that reads notes with libxml2's HTML parser.
  package static let live = NotesClient { notes in
    let parsedNotes = NotesReader.events(in: notes)
    var builder = ShowNotesBuilder(keepsLines: !parsedNotes.hasBlocks)
    for event in parsedNotes.events { builder.add(event) }
    return builder.notes(isCut: parsedNotes.isCut)
  }
}
