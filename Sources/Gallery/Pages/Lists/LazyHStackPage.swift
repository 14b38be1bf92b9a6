import GtkViews

extension GalleryPage {
  static let lazyHStack = GalleryPage(
    "lazy-hstack", "A Lazy Horizontal Stack", in: .lists,
    "A horizontal stack in a scroll view. Its views are created when they become visible, and a button scrolls to one of them.",
    names: ["LazyHStack", "ScrollViewReader", "ScrollViewProxy"],
    code: """
      Button("To Number 500") { proxy.scrollTo(500, anchor: .center) }
      """
  ) { LazyHStackPage() }
}

private struct LazyHStackPage: View {
  var body: some View {
    ScrollViewReader { proxy in
      VStack(alignment: .leading, spacing: 12) {
        ScrollView(.horizontal) {
          LazyHStack(spacing: 8) {
            ForEach(0..<1000) { number in
              Text(verbatim: "\(number)").frame(width: 72, height: 72).background(.blue.opacity(0.3)).cornerRadius(8)
            }
          }
        }
        .frame(height: 96)
        ScrollButtons(proxy: proxy)
      }
    }
  }
}

private struct ScrollButtons: View {
  let proxy: ScrollViewProxy

  var body: some View {
    HStack(spacing: 8) {
      Button("To Number 500") { proxy.scrollTo(500, anchor: .center) }
      Button("To the Beginning") { proxy.scrollTo(0) }
    }
  }
}
