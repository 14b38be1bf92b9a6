import GtkViews

extension GalleryPage {
  static let confirmations = GalleryPage(
    "confirmations", "Confirmation Dialogs", in: .dialogs, "A dialog that asks what to do. Without a button that cancels it is given one.",
    names: [
      "Visibility", "confirmationDialog(_:isPresented:titleVisibility:actions:)",
      "confirmationDialog(_:isPresented:titleVisibility:actions:message:)",
      "confirmationDialog(_:isPresented:titleVisibility:presenting:actions:)",
      "confirmationDialog(_:isPresented:titleVisibility:presenting:actions:message:)",
    ],
    code: """
      .confirmationDialog("Export", isPresented: $isPlain) { ExportButtons(chosen: $chosen) }
      """
  ) { ConfirmationsPage() }
}

private struct ConfirmationsPage: View {
  @State private var chosen = "nothing"
  @State private var isPlain = false
  @State private var hasMessage = false
  @State private var isAbout = false
  @State private var isAboutWithMessage = false
  private let episode: Episode? = .rain

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Button("Without a Message") { isPlain = true }
        .confirmationDialog("Export", isPresented: $isPlain) { ExportButtons(chosen: $chosen) }
      Button("With One, and Without a Title") { hasMessage = true }
        .confirmationDialog("Export", isPresented: $hasMessage, titleVisibility: Visibility.hidden) {
          ExportButtons(chosen: $chosen)
        } message: {
          Text("As what shall it be kept?")
        }
      Button("About a Value") { isAbout = true }
        .confirmationDialog("Export", isPresented: $isAbout, presenting: episode) { episode in
          Button("Export “\(episode.title)”") { chosen = episode.title }
        }
      Button("About a Value, with a Message") { isAboutWithMessage = true }
        .confirmationDialog("Export", isPresented: $isAboutWithMessage, presenting: episode) { _ in
          ExportButtons(chosen: $chosen)
        } message: { episode in
          Text(verbatim: episode.title)
        }
      Text(verbatim: "Chosen: \(chosen)").foregroundStyle(.secondary)
    }
  }
}

private struct ExportButtons: View {
  @Binding var chosen: String

  var body: some View {
    Button("As Sound") { chosen = "sound" }
    Button("As Text") { chosen = "text" }
  }
}
