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

/// An option for the color scheme of the program.
private enum SchemeOption: String, CaseIterable, Identifiable {
  case desktop = "As the Desktop"
  case light = "Light"
  case dark = "Dark"

  var id: Self { self }
  /// The color scheme, or `nil` to follow the desktop.
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
      Specimen("What views read") {
        Text(colorScheme == .dark ? "Colors are dark." : "Colors are light.")
        Text(contrast == .increased ? "The desktop wants more contrast." : "The desktop wants normal contrast.")
        Text(reducesMotion ? "The desktop wants less movement." : "The desktop allows movement.")
      }
      Specimen("This program") {
        Picker("Look", selection: $schemeOption) {
          ForEach(SchemeOption.allCases) { Text(verbatim: $0.rawValue).tag($0) }
        }
        .pickerStyle(.segmented)
        Toggle(
          "Flat Window Style",
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
