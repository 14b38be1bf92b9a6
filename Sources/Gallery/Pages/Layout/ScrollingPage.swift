import GtkViews

extension GalleryPage {
  static let scrolling = GalleryPage(
    "scrolling", "Scrolling", in: .layout,
    "Content that is larger than its scroll view scrolls along one axis or both axes.",
    names: ["ScrollView", "Axis"],
    code: """
      ScrollView(.horizontal) {
        HStack(spacing: 8) {
          ForEach(1...20, id: \\.self) { number in
            Text(verbatim: "\\(number)").frame(width: 64, height: 64).background(.blue.opacity(0.3)).cornerRadius(8)
          }
        }
      }
      """
  ) { ScrollingPage() }
}

private struct ScrollingPage: View {
  var body: some View {
    Specimens {
      Specimen("Horizontally") {
        ScrollView(.horizontal) {
          HStack(spacing: 8) {
            ForEach(1...20, id: \.self) { number in
              Text(verbatim: "\(number)").frame(width: 64, height: 64).background(.blue.opacity(0.3)).cornerRadius(8)
            }
          }
        }
        .frame(height: 80)
      }
      Specimen("In both directions") {
        ScrollView([.horizontal, .vertical] as Axis.Set) {
          VStack(alignment: .leading, spacing: 8) {
            ForEach(1...12, id: \.self) { number in
              Text(
                verbatim:
                  "Line \(number) is longer than the visible part of this scroll view, so it continues beyond the edge."
              ).fixedSize()
            }
          }
        }
        .frame(maxWidth: 280)
        .frame(height: 120)
      }
    }
  }
}
