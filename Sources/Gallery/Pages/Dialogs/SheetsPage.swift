import GtkViews

extension GalleryPage {
  static let sheets = GalleryPage(
    "sheets", "Sheets", in: .dialogs,
    "A window on top of this one, for a Boolean or an item. Its content can close it, or disable Escape and the close button.",
    names: [
      "sheet(isPresented:onDismiss:content:)", "sheet(item:onDismiss:content:)", "sheet(item:id:onDismiss:content:)",
      "interactiveDismissDisabled(_:)", "DismissAction", "window(isPresented:onDismiss:content:)",
      "window(item:onDismiss:content:)",
      "window(item:id:onDismiss:content:)",
    ],
    code: """
      .sheet(item: $episode, onDismiss: { dismissals += 1 }) { EpisodeSheet(title: $0.title) }
      """
  ) { SheetsPage() }
}

private struct SheetsPage: View {
  @State private var isSheetShown = false
  @State private var episode: Episode?
  @State private var name: String?
  @State private var isWindowShown = false
  @State private var windowEpisode: Episode?
  @State private var windowName: String?
  @State private var dismissals = 0

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Button("While a Boolean Is True") { isSheetShown = true }
        .sheet(isPresented: $isSheetShown, onDismiss: { dismissals += 1 }) { EpisodeSheet(title: "A sheet") }
      Button("While an Item Is There") { episode = .robin }
        .sheet(item: $episode, onDismiss: { dismissals += 1 }) { EpisodeSheet(title: $0.title) }
      Button("Of a String") { name = "Ina Lark" }
        .sheet(item: $name, id: \.self, onDismiss: { dismissals += 1 }) { EpisodeSheet(title: $0) }
      Divider()
      Button("A Window Next to This One") { isWindowShown = true }
        .window(isPresented: $isWindowShown, onDismiss: { dismissals += 1 }) { EpisodeSheet(title: "A window") }
      Button("A Window of an Item") { windowEpisode = .robin }
        .window(item: $windowEpisode, onDismiss: { dismissals += 1 }) { EpisodeSheet(title: $0.title) }
      Button("A Window of a String") { windowName = "Ina Lark" }
        .window(item: $windowName, id: \.self, onDismiss: { dismissals += 1 }) { EpisodeSheet(title: $0) }
      Text(verbatim: "Dismissed \(dismissals) times").foregroundStyle(.secondary)
    }
  }
}

/// The content of a sheet, a cover or a window: a title, a toggle that disables Escape and the close button in the
/// title bar, and a button that closes the window even then.
struct EpisodeSheet: View {
  let title: String
  @State private var isLocked = false
  @Environment(\.dismiss) private var dismiss: DismissAction

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text(verbatim: title).font(.title2)
      Toggle("Locked: Escape does nothing", isOn: $isLocked)
      Button("Close") { dismiss() }
    }
    .padding(24)
    .interactiveDismissDisabled(isLocked)
  }
}
