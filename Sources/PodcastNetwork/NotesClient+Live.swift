import FeedParsing
package import Podcasts

extension NotesClient {
  /// Reads notes with libxml2's HTML parser.
  package static let live = NotesClient { notes in
    let events = NotesReader.events(in: notes)
    var builder = ShowNotesBuilder(keepsLines: !events.hasBlocks)
    for event in events.events { builder.add(event) }
    return builder.notes(isCut: events.isCut)
  }
}
