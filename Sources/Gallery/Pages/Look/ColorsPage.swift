import GtkViews

extension GalleryPage {
  static let colors = GalleryPage(
    "colors", "Colors", in: .look, "Fixed colors, and colors of the theme, which follow light and dark.",
    names: ["Color", "ColorScheme", "foregroundStyle(_:)", "foregroundColor(_:)"],
    code: """
      @Environment(\\.colorScheme) private var colorScheme: ColorScheme
      """
  ) { ColorsPage() }
}

private struct ColorsPage: View {
  @Environment(\.colorScheme) private var colorScheme: ColorScheme
  private let colorRows: [[Color]] = [
    [.red, .orange, .yellow, .green], [.blue, .purple, .pink, .gray], [.white, .black, .accentColor, .secondary],
  ]

  var body: some View {
    Specimens {
      Specimen("Colors as views") {
        VStack(alignment: .leading, spacing: 8) {
          ForEach(colorRows, id: \.self) { row in
            HStack(spacing: 8) {
              ForEach(row, id: \.self) { Tile(color: $0, width: 56, height: 32) }
            }
          }
        }
      }
      Specimen("Text colors") {
        HStack(spacing: 16) {
          Text("Primary").foregroundStyle(.primary)
          Text("Secondary").foregroundStyle(.secondary)
          Text("Red").foregroundColor(.red)
        }
      }
      Specimen("Custom colors, opaque and half transparent") {
        HStack(spacing: 8) {
          Tile(color: Color(red: 0.2, green: 0.6, blue: 0.5), width: 56, height: 32)
          Tile(color: Color(red: 0.2, green: 0.6, blue: 0.5).opacity(0.5), width: 56, height: 32)
        }
      }
      Text(colorScheme == .dark ? "The desktop is dark." : "The desktop is light.")
    }
  }
}
