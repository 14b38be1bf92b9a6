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
  /// Whether the dialog without a message is shown.
  @State private var isPlain = false
  @State private var isMessageDialogShown = false
  @State private var isValueDialogShown = false
  @State private var isValueDialogWithMessageShown = false
  private let episode: Episode? = .rain

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Button("Without a Message") { isPlain = true }
        .confirmationDialog("Export", isPresented: $isPlain) { ExportButtons(selection: $selection) }
      Button("With One, and Without a Title") { isMessageDialogShown = true }
        .confirmationDialog("Export", isPresented: $isMessageDialogShown, titleVisibility: Visibility.hidden) {
          ExportButtons(selection: $selection)
        } message: {
          Text("Select a format.")
        }
      Button("About a Value") { isValueDialogShown = true }
        .confirmationDialog("Export", isPresented: $isValueDialogShown, presenting: episode) { episode in
          Button("Export “\(episode.title)”") { selection = episode.title }
        }
      Button("About a Value, with a Message") { isValueDialogWithMessageShown = true }
        .confirmationDialog("Export", isPresented: $isValueDialogWithMessageShown, presenting: episode) { _ in
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
