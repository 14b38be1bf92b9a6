import GtkViews

extension GalleryPage {
  static let curves = GalleryPage(
    "curves", "Curves", in: .animation, "The same movement within one second, with different curves.",
    code: """
      Tile(color: .blue).offset(x: isMoved ? 200 : 0).animation(curve.animation, value: isMoved)
      """
  ) { CurvesPage() }
}

private struct CurvesPage: View {
  @State private var isMoved = false
  private let curves = [
    NamedCurve(name: "linear", animation: .linear(duration: 1)),
    NamedCurve(name: "easeIn", animation: .easeIn(duration: 1)),
    NamedCurve(name: "easeOut", animation: .easeOut(duration: 1)),
    NamedCurve(name: "easeInOut", animation: .easeInOut(duration: 1)),
    NamedCurve(name: "spring", animation: .spring(duration: 1)),
    NamedCurve(name: "bouncy", animation: .bouncy(duration: 1)),
  ]

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      ForEach(curves, id: \.name) { curve in
        HStack(spacing: 8) {
          Text(verbatim: curve.name).font(.caption).frame(width: 76, alignment: .leading)
          Tile(color: .blue).offset(x: isMoved ? 200 : 0).animation(curve.animation, value: isMoved)
        }
      }
      Button("Move") { isMoved.toggle() }
    }
  }
}

private struct NamedCurve {
  let name: String
  let animation: Animation
}
