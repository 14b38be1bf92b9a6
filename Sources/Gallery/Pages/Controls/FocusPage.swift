import GtkViews

extension GalleryPage {
  static let focus = GalleryPage(
    "focus", "Keyboard Focus", in: .controls, "The focused control is state that can be read and written.",
    names: ["FocusState", "focused(_:)", "focused(_:equals:)", "focusable(_:)"],
    code: """
      @FocusState private var field: Field?
      TextField("Name", text: $name).focused($field, equals: .name)
      """
  ) { FocusPage() }
}

private enum Field: String {
  case name
  case address
}

private struct FocusPage: View {
  @FocusState private var field: Field?
  @FocusState private var isTextFocused: Bool
  @State private var name = ""
  @State private var address = ""

  var body: some View {
    Specimens {
      TextField("Name", text: $name).focused($field, equals: .name)
      TextField("Address", text: $address).focused($field, equals: .address)
      Text("A text that Tab reaches")
        .padding(8)
        .background(isTextFocused ? .blue.opacity(0.3) : .gray.opacity(0.15))
        .focusable()
        .accessibilityLabel("A text that Tab reaches")
        .focused($isTextFocused)
      Text(verbatim: "The focus: \(field?.rawValue ?? (isTextFocused ? "the text" : "elsewhere"))").foregroundStyle(
        .secondary)
      HStack(spacing: 8) {
        Button("To the Name") { field = .name }
        Button("To the Address") { field = .address }
      }
    }
  }
}
