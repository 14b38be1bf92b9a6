import GtkViews

extension GalleryPage {
  static let images = GalleryPage(
    "images", "Images", in: .texts,
    "A symbol has the size and the color of the text around it. A resizable image fills the available space.",
    names: ["ContentMode", "imageScale(_:)", "scaledToFit()", "scaledToFill()", "aspectRatio(_:contentMode:)"],
    code: """
      Image(systemName: "heart.fill").resizable().scaledToFit().frame(width: 96, height: 48)
      """
  ) { ImagesPage() }
}

private struct ImagesPage: View {
  var body: some View {
    Specimens {
      Specimen("With fonts and colors") {
        HStack(spacing: 16) {
          Image(systemName: "headphones")
          Image(systemName: "headphones").font(.title)
          Image(systemName: "headphones").font(.system(size: 40)).foregroundStyle(.blue)
        }
      }
      Specimen("Small, medium, large") {
        HStack(spacing: 16) {
          ForEach(Image.Scale.allCases, id: \.self) { Image(systemName: "star.fill").imageScale($0) }
        }
      }
      Specimen("Fitted into 96 by 48") {
        Image(systemName: "heart.fill").resizable().scaledToFit().frame(width: 96, height: 48)
          .background(.gray.opacity(0.2))
      }
      Specimen("Views with an aspect ratio: fitted, filling, and twice as wide as high") {
        HStack(spacing: 8) {
          Plate(text: "Fits").scaledToFit().frame(width: 96, height: 64).background(.gray.opacity(0.2))
          Plate(text: "Fills").scaledToFill().frame(width: 96, height: 64).clipped().background(.gray.opacity(0.2))
          Plate(text: "2 : 1").aspectRatio(2, contentMode: .fit).frame(width: 96, height: 64).background(
            .gray.opacity(0.2))
        }
      }
    }
  }
}

/// A text on a blue plate. The plate fills the available space.
private struct Plate: View {
  let text: String

  var body: some View {
    Text(verbatim: text).padding(8).frame(maxWidth: .infinity, maxHeight: .infinity).background(.blue).foregroundStyle(
      .white)
  }
}
