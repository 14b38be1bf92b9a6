import GtkViews

extension GalleryPage {
  static let layers = GalleryPage(
    "layers", "Layers", in: .layout, "Views behind and in front of another view. They do not change its size.",
    names: [
      "background(_:)", "background(_:alignment:)", "background(alignment:content:)", "overlay(_:alignment:)",
      "overlay(alignment:content:)",
      "cornerRadius(_:)",
    ],
    code: """
      .overlay(alignment: .topTrailing) { Badge(count: 3) }
      """
  ) { LayersPage() }
}

private struct LayersPage: View {
  var body: some View {
    Specimens {
      Specimen("A color with rounded corners") {
        Text("On a color").padding(12).background(.green.opacity(0.4)).cornerRadius(12)
      }
      Specimen("A view in the background") {
        Text("On a heart").padding(20)
          .background(alignment: .leading) {
            Image(systemName: "heart.fill").font(.system(size: 40)).foregroundStyle(.red.opacity(0.4))
          }
      }
      Specimen("A view in front") {
        Tile(color: .blue, width: 96, height: 64)
          .overlay(alignment: .topTrailing) { Badge(count: 3) }
      }
      Specimen("Views in the background and in front, passed without closures") {
        Text("In the middle").padding(20)
          .background(Tile(color: .yellow, width: 64, height: 32), alignment: .bottom)
          .overlay(Tile(color: .red, width: 8, height: 8), alignment: .topLeading)
      }
    }
  }
}

/// A number on a red disc.
private struct Badge: View {
  let count: Int

  var body: some View {
    Text(verbatim: "\(count)").font(.caption).foregroundStyle(.white).frame(width: 20, height: 20).background(.red)
      .cornerRadius(10)
  }
}
