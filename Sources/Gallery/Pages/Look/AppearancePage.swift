import GtkViews

extension GalleryPage {
  static let appearance = GalleryPage(
    "appearance", "Dark, Contrast and Movement", in: .look,
    "What the person at the desktop prefers: views follow it, and may ask that the program is dark or light.",
    names: ["ColorSchemeContrast", "preferredColorScheme(_:)", "WindowStyleKind", "windowStyle(_:)"],
    code: """
      @Environment(\\.colorSchemeContrast) private var contrast: ColorSchemeContrast
      .preferredColorScheme(wish.scheme)
      .windowStyle(style)
      """
  ) { AppearancePage() }
}

private enum Wish: String, CaseIterable, Identifiable {
  case desktop = "As the Desktop"
  case light = "Light"
  case dark = "Dark"

  var id: Self { self }
  var scheme: ColorScheme? { self == .desktop ? nil : self == .dark ? .dark : .light }
}

private struct AppearancePage: View {
  @Environment(\.colorScheme) private var colorScheme
  @Environment(\.colorSchemeContrast) private var contrast: ColorSchemeContrast
  @Environment(\.accessibilityReduceMotion) private var reducesMotion
  @State private var wish = Wish.desktop
  @State private var style: WindowStyleKind = .automatic

  var body: some View {
    Specimens {
      Specimen("The desktop") {
        Text(colorScheme == .dark ? "It is dark." : "It is light.")
        Text(contrast == .increased ? "It wants more contrast." : "It wants no more contrast.")
        Text(reducesMotion ? "It wants no movement." : "It likes movement.")
      }
      Specimen("This program") {
        Picker("Look", selection: $wish) {
          ForEach(Wish.allCases) { Text(verbatim: $0.rawValue).tag($0) }
        }
        .pickerStyle(.segmented)
        Toggle(
          "Flat",
          isOn: Binding {
            style == .flat
          } set: {
            style = $0 ? .flat : .automatic
          })
      }
    }
    .preferredColorScheme(wish.scheme)
    .windowStyle(style)
  }
}
