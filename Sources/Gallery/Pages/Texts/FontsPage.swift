import GtkViews

extension GalleryPage {
  static let fonts = GalleryPage(
    "fonts", "Fonts", in: .texts,
    "A text style determines the font of a text. Its size follows the desktop’s text size.",
    names: ["Font", "font(_:)", "fontDesign(_:)"],
    code: """
      Text("Serif").fontDesign(.serif)
      """
  ) { FontsPage() }
}

private struct FontsPage: View {
  var body: some View {
    Specimens {
      Specimen("Text styles") {
        VStack(alignment: .leading, spacing: 4) {
          ForEach(Font.TextStyle.allCases, id: \.self) { style in
            Text(verbatim: "\(style)").font(.system(style))
          }
        }
      }
      Specimen("Designs") {
        HStack(spacing: 16) {
          Text("Serif").fontDesign(.serif)
          Text("Monospaced").fontDesign(.monospaced)
          Text("Default").fontDesign(.default)
        }
      }
      Specimen("A size in points") { Text("36 points").font(.system(size: 36, weight: .light)) }
      Specimen("Digits of equal width") {
        VStack(alignment: .leading) {
          Text("11:11").font(.body.monospacedDigit())
          Text("08:48").font(.body.monospacedDigit())
        }
      }
    }
  }
}
