package import AppFeatures
package import Foundation
package import GtkViews
import Podcasts
import Presentation

/// Show notes, as rows of a lazy stack: one view for each piece of text, so that long notes scroll smoothly.
///
/// The user can select text. A click on a link opens the browser, and a click on a timestamp calls a closure. Pictures
/// come from the environment's image loader.
package struct ShowNotesView: View {
  private let notes: NotesText
  private let feed: URL?
  private let timestampClicked: @MainActor @Sendable (Duration) -> Void

  /// Creates a view of show notes.
  ///
  /// - Parameters:
  ///   - notes: The notes.
  ///   - feed: The address of the feed that contains the addresses of the pictures.
  ///   - timestampClicked: Called with the time of a clicked timestamp.
  package init(
    notes: NotesText, feed: URL?, timestampClicked: @escaping @MainActor @Sendable (_ time: Duration) -> Void
  ) {
    self.notes = notes
    self.feed = feed
    self.timestampClicked = timestampClicked
  }

  package var body: some View {
    ForEach(notes.pieces) { piece in
      PageRow {
        NotesPiece(piece: piece, feed: feed).padding(.bottom, piece.bottomSpace).frame(
          maxWidth: .infinity, alignment: .topLeading)
      }
      .environment(\.openURL, openLink)
    }
    if notes.isCut {
      PageRow {
        Text("The notes are longer. The rest is on the episode's page on the web.").foregroundStyle(.secondary)
      }
    }
  }

  /// Calls `timestampClicked` for a timestamp, and opens other links in the browser.
  private var openLink: OpenURLAction {
    OpenURLAction { [timestampClicked] address in
      guard let time = NotesText.time(of: address) else { return .systemAction }
      timestampClicked(time)
      return .handled
    }
  }
}

/// A piece of the notes.
private struct NotesPiece: View {
  /// The width by which each level of a list or a quote is indented. The markers of a list are in the first level.
  private static let levelWidth = 18.0

  let piece: NotesText.Piece
  let feed: URL?

  var body: some View {
    switch piece.kind {
    case .paragraph: Text(piece.text).textSelection(.enabled)
    case .heading(let level):
      Text(piece.text).font(level <= 2 ? .title3 : .headline).bold().textSelection(.enabled).padding(.top, 6)
        .accessibilityAddTraits(.isHeader)
    case .listItem(let depth, let number):
      HStack(alignment: .top, spacing: 8) {
        Text(verbatim: !piece.isFirst ? "" : number.map { "\($0)." } ?? "•").font(.body.monospacedDigit()).frame(
          minWidth: Self.levelWidth, alignment: .trailing)
        Text(piece.text).textSelection(.enabled).frame(maxWidth: .infinity, alignment: .topLeading)
      }
      .padding(.leading, Double(depth - 1) * Self.levelWidth)
    case .quote(let depth):
      Text(piece.text).textSelection(.enabled).foregroundStyle(.secondary)
        .padding(.leading, Double(depth) * Self.levelWidth)
    case .preformatted: Text(piece.text).monospaced().textSelection(.enabled)
    case .image(let address): NotesPicture(picture: FeedPicture(address, in: feed), description: piece.text)
    }
  }
}

/// A picture of the notes, at most 480 × 320 logical pixels. While the picture is loading, and if loading it fails, the
/// view shows the picture's description.
private struct NotesPicture: View {
  let picture: FeedPicture
  let description: TextState

  var body: some View {
    AsyncImage(url: picture) { image in
      image.resizable().scaledToFit().frame(maxWidth: 480, maxHeight: 320, alignment: .topLeading).cornerRadius(8)
        .accessibilityLabel(Text(description))
    } placeholder: {
      Text(description).font(.caption).foregroundStyle(.secondary)
    }
  }
}

extension NotesText.Piece {
  /// The space below the piece, which is smaller below an item of a list.
  fileprivate var bottomSpace: Double {
    if case .listItem = kind { 2 } else { 8 }
  }
}
