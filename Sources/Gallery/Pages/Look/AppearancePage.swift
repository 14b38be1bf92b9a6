import GtkViews

extension GalleryPage {
  static let appearance = GalleryPage(
    "appearance", "Dark, Contrast and Movement", in: .look,
    "Views follow the desktop’s settings for dark colors, contrast and movement. A view can also request dark or light colors for the program.",
    names: ["ColorSchemeContrast", "preferredColorScheme(_:)", "WindowStyleKind", "windowStyle(_:)"],
    code: """
      @Environment(\\.colorSchemeContrast) private var contrast: ColorSchemeContrast
      .preferredColorScheme(schemeOption.scheme)
      .windowStyle(style)
      """
  ) { AppearancePage() }
}

private enum SchemeOption: String, CaseIterable, Identifiable {
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
  @State private var schemeOption = SchemeOption.desktop
  @State private var style: WindowStyleKind = .automatic

  var body: some View {
    Specimens {
      Specimen("The desktop") {
        Text(colorScheme == .dark ? "It is dark." : "It is light.")
        Text(contrast == .increased ? "It wants more contrast." : "It wants normal contrast.")
        Text(reducesMotion ? "It wants less movement." : "It allows movement.")
      }
      Specimen("This program") {
        Picker("Look", selection: $schemeOption) {
          ForEach(SchemeOption.allCases) { Text(verbatim: $0.rawValue).tag($0) }
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
    .preferredColorScheme(schemeOption.scheme)
    .windowStyle(style)
  }
}
