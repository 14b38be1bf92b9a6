import GtkViews

extension GalleryPage {
  static let forms = GalleryPage(
    "forms", "Forms", in: .controls,
    "Settings in boxes, with a label at the start of each line and a control at its end.",
    names: ["Form", "LabeledContent"],
    code: """
      LabeledContent("Version", value: "1.0")
      """
  ) { FormsPage() }
}

private struct FormsPage: View {
  @State private var skipsSilence = true
  @State private var speed = 1
  @State private var name = "Ina Lark"

  var body: some View {
    Form {
      Section("Playback") {
        Picker("Speed", selection: $speed) { ForEach(1...3, id: \.self) { Text(verbatim: "\($0)×") } }
        Toggle("Skip silence", isOn: $skipsSilence)
      }
      Section {
        LabeledContent("Name") { TextField("Name", text: $name) }
        LabeledContent("Version", value: "1.0")
      } footer: {
        Text("These settings are not stored.")
      }
    }
    .frame(height: 320)
  }
}
