import GtkViews

extension GalleryPage {
  static let textFields = GalleryPage(
    "text-fields", "Text Fields", in: .controls,
    "Text fields with one line or several lines. Return submits a field with one line.",
    names: ["TextField", "SecureField", "onSubmit(_:)"],
    code: """
      TextField("Name", text: $name).onSubmit { greeted = name }
      """
  ) { TextFieldsPage() }
}

private struct TextFieldsPage: View {
  @State private var name = ""
  @State private var notes = "Robins sing at night too,\nnear street lamps."
  @State private var greeted = ""
  @State private var password = ""

  var body: some View {
    Specimens {
      Specimen("One line") { TextField("Name", text: $name).onSubmit { greeted = name } }
      Text(verbatim: greeted.isEmpty ? "Type a name, and press Return." : "Good morning, \(greeted).").foregroundStyle(
        .secondary)
      Specimen("Several lines") { TextField("Notes", text: $notes, axis: .vertical) }
      Text(verbatim: "\(notes.count) characters").foregroundStyle(.secondary)
      Specimen("A password") { SecureField("Password", text: $password) }
    }
  }
}
