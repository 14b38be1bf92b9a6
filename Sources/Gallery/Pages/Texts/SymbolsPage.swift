import GtkViews

extension GalleryPage {
  static let symbols = GalleryPage(
    "symbols", "Symbols", in: .texts,
    "Names of Apple’s symbols, each with an icon of the desktop’s theme or of GtkViews. docs/library/symbols.md lists all names.",
    code: """
      Image(systemName: name).font(.title2)
      """
  ) { SymbolsPage() }
}

private struct SymbolsPage: View {
  private let nameRows = [
    ["play.fill", "pause.fill", "stop.fill", "backward.fill"],
    ["forward.fill", "play.circle", "pause.circle", "speaker.wave.2"],
    ["heart", "heart.fill", "star", "star.fill"], ["plus", "minus", "trash", "pencil"],
    ["magnifyingglass", "gear", "house", "bell"],
    ["folder", "photo", "music.note", "antenna.radiowaves.left.and.right"],
    ["checkmark", "xmark", "info.circle", "timer"], ["chevron.left", "chevron.right", "chevron.up", "chevron.down"],
  ]

  var body: some View {
    VStack(alignment: .leading, spacing: 18) {
      ForEach(nameRows, id: \.self) { row in
        HStack(spacing: 8) {
          ForEach(row, id: \.self) { SymbolCell(name: $0) }
        }
      }
    }
  }
}

private struct SymbolCell: View {
  let name: String

  var body: some View {
    VStack(spacing: 4) {
      Image(systemName: name).font(.title2)
      Text(verbatim: name).font(.caption2).foregroundStyle(.secondary).lineLimit(1)
    }
    .frame(width: 72)
    .help(name)
  }
}
