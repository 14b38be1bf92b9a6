import GtkViews

extension GalleryPage {
  static let images = GalleryPage(
    "images", "Images", in: .texts, "A symbol has the size and the colour of the text around it. Made resizable, it takes the room that it is given.",
    names: ["ContentMode", "imageScale(_:)", "scaledToFit()", "scaledToFill()", "aspectRatio(_:contentMode:)"],
    code: """
      Image(systemName: "heart.fill").resizable().scaledToFit().frame(width: 96, height: 48)
      """
  ) { ImagesPage() }
}

private struct ImagesPage: View {
  var body: some View {
    Specimens {
      Specimen("In fonts and colours") {
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
      Specimen("Fitted into 96 by 48, and filling it") {
        HStack(spacing: 16) {
          Image(systemName: "heart.fill").resizable().scaledToFit().frame(width: 96, height: 48)
            .background(.gray.opacity(0.2))
          Image(systemName: "heart.fill").resizable().scaledToFill().frame(width: 96, height: 48)
            .background(.gray.opacity(0.2))
        }
      }
      Specimen("A view twice as wide as high") {
        Text("2 : 1").frame(maxWidth: .infinity, maxHeight: .infinity).background(.blue).foregroundStyle(.white)
          .aspectRatio(2, contentMode: .fit).frame(width: 160)
      }
    }
  }
}
