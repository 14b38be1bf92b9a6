import GtkViews

extension GalleryPage {
  static let frames = GalleryPage(
    "frames", "Frames and Padding", in: .layout, "A frame gives a view a size, or bounds for it. Padding is room around it.",
    names: [
      "Edge", "padding(_:)", "padding(_:_:)", "frame(width:height:alignment:)",
      "frame(minWidth:idealWidth:maxWidth:minHeight:idealHeight:maxHeight:alignment:)", "fixedSize(horizontal:vertical:)",
    ],
    code: """
      Text("80 by 40").frame(width: 80, height: 40).background(.blue.opacity(0.3))
      """
  ) { FramesPage() }
}

private struct FramesPage: View {
  var body: some View {
    Specimens {
      Specimen("A size") { Text("80 by 40").frame(width: 80, height: 40).background(.blue.opacity(0.3)) }
      Specimen("As wide as there is room, 48 high at least") {
        Text("At the end").frame(maxWidth: .infinity, minHeight: 48, alignment: .trailing).background(.green.opacity(0.3))
      }
      Specimen("Padding on all sides, and at the start alone") {
        HStack(spacing: 16) {
          Text("16").padding(16).background(.orange.opacity(0.3))
          Text("32").padding(.leading, 32).background(.orange.opacity(0.3))
        }
      }
      Specimen("Never wrapped, in a frame of 60") {
        Text("This stays on one line").fixedSize().frame(width: 60, alignment: .leading).background(.purple.opacity(0.3))
      }
    }
  }
}
