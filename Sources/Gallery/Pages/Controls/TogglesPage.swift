import GtkViews

extension GalleryPage {
  static let toggles = GalleryPage(
    "toggles", "Toggles", in: .controls,
    "A Boolean as a switch, a check box, or a toggle button. All of these have a binding to the same state.",
    names: ["ToggleStyleKind", "toggleStyle(_:)"],
    code: """
      Toggle("Check box", isOn: $isOn).toggleStyle(.checkbox)
      """
  ) { TogglesPage() }
}

private struct TogglesPage: View {
  @State private var isOn = true

  var body: some View {
    Specimens {
      Toggle("Switch", isOn: $isOn)
      Toggle("Check box", isOn: $isOn).toggleStyle(.checkbox)
      Toggle("Button", isOn: $isOn).toggleStyle(.button)
      Toggle(isOn: $isOn) { Image(systemName: isOn ? "heart.fill" : "heart") }
        .toggleStyle(.button)
        .accessibilityLabel("Favorite")
      Toggle("Disabled", isOn: $isOn).disabled(true)
    }
  }
}
