import GtkViews

extension GalleryPage {
  static let stacks = GalleryPage(
    "stacks", "Stacks", in: .layout,
    "Views below each other, next to each other, and on top of each other. A spacer takes the remaining space, and a divider draws a line.",
    names: [
      "VStack", "HStack", "ZStack", "Spacer", "Divider", "Alignment", "HorizontalAlignment", "VerticalAlignment",
      "layoutPriority(_:)",
    ],
    code: """
      ZStack(alignment: .bottomTrailing) {
        Tile(color: .blue, width: 96, height: 64)
        Tile(color: .yellow, width: 24, height: 24)
      }
      """
  ) { StacksPage() }
}

private struct StacksPage: View {
  var body: some View {
    Specimens {
      Specimen("VStack, three alignments") {
        HStack(alignment: .top, spacing: 16) {
          ForEach([HorizontalAlignment.leading, .center, .trailing], id: \.self) { alignment in
            VStack(alignment: alignment, spacing: 4) {
              Tile(color: .red, width: 72)
              Tile(color: .green, width: 48)
              Tile(color: .blue, width: 24)
            }
          }
        }
      }
      Specimen("HStack, at the bottom") {
        HStack(alignment: VerticalAlignment.bottom, spacing: 4) {
          Tile(color: .red, height: 48)
          Tile(color: .green, height: 32)
          Tile(color: .blue, height: 16)
        }
      }
      Specimen("ZStack, in a corner") {
        ZStack(alignment: .bottomTrailing) {
          Tile(color: .blue, width: 96, height: 64)
          Tile(color: .yellow, width: 24, height: 24)
        }
      }
      Specimen("A spacer between, and a divider below") {
        VStack(spacing: 8) {
          HStack {
            Text("Start")
            Spacer()
            Text("End")
          }
          Divider()
        }
      }
      Specimen("Too narrow for both: the second text gets its full width first") {
        HStack {
          Text("The first text is cut short.").lineLimit(1)
          Text("The second is not.").lineLimit(1).layoutPriority(1)
        }
        .frame(width: 240)
      }
    }
  }
}

/// A colored rectangle with rounded corners, for this page and other pages.
struct Tile: View {
  let color: Color
  var width = 24.0
  var height = 24.0

  var body: some View { color.frame(width: width, height: height).cornerRadius(4) }
}
