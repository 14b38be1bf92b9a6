import GtkViews

extension GalleryPage {
  static let confirmations = GalleryPage(
    "confirmations", "Confirmation Dialogs", in: .dialogs,
    "A dialog that asks what to do. If it has no cancel button, one is added.",
    names: [
      "Visibility", "confirmationDialog(_:isPresented:titleVisibility:actions:)",
      "confirmationDialog(_:isPresented:titleVisibility:actions:message:)",
      "confirmationDialog(_:isPresented:titleVisibility:presenting:actions:)",
      "confirmationDialog(_:isPresented:titleVisibility:presenting:actions:message:)",
    ],
    code: """
      .confirmationDialog("Export", isPresented: $isPlain) { ExportButtons(selection: $selection) }
      """
  ) { ConfirmationsPage() }
}

private struct ConfirmationsPage: View {
  @State private var selection = "nothing"
  @State private var isPlain = false
  @State private var hasMessage = false
  @State private var isAbout = false
  @State private var isAboutWithMessage = false
  private let episode: Episode? = .rain

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Button("Without a Message") { isPlain = true }
        .confirmationDialog("Export", isPresented: $isPlain) { ExportButtons(selection: $selection) }
      Button("With One, and Without a Title") { hasMessage = true }
        .confirmationDialog("Export", isPresented: $hasMessage, titleVisibility: Visibility.hidden) {
          ExportButtons(selection: $selection)
        } message: {
          Text("Select a format.")
        }
      Button("About a Value") { isAbout = true }
        .confirmationDialog("Export", isPresented: $isAbout, presenting: episode) { episode in
          Button("Export “\(episode.title)”") { selection = episode.title }
        }
      Button("About a Value, with a Message") { isAboutWithMessage = true }
        .confirmationDialog("Export", isPresented: $isAboutWithMessage, presenting: episode) { _ in
          ExportButtons(selection: $selection)
        } message: { episode in
          Text(verbatim: episode.title)
        }
      Text(verbatim: "Selected: \(selection)").foregroundStyle(.secondary)
    }
  }
}

private struct ExportButtons: View {
  @Binding var selection: String

  var body: some View {
    Button("As Sound") { selection = "sound" }
    Button("As Text") { selection = "text" }
  }
}
