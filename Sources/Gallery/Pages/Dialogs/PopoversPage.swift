import GtkViews

extension GalleryPage {
  static let popovers = GalleryPage(
    "popovers", "Popovers", in: .dialogs, "A bubble with an arrow that points at a view, or at a point in the view.",
    names: [
      "PopoverAttachmentAnchor", "popover(isPresented:attachmentAnchor:arrowEdge:onDismiss:content:)",
      "popover(item:attachmentAnchor:arrowEdge:onDismiss:content:)",
      "popover(item:id:attachmentAnchor:arrowEdge:onDismiss:content:)",
    ],
    code: """
      .popover(item: $episode, arrowEdge: .trailing) { Bubble(text: $0.title) }
      """
  ) { PopoversPage() }
}

private struct PopoversPage: View {
  @State private var isShown = false
  @State private var episode: Episode?
  @State private var name: String?
  private let corner: PopoverAttachmentAnchor = .point(.bottomTrailing)

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Button("While a Boolean Is True") { isShown = true }
        .popover(isPresented: $isShown) { Bubble(text: "Click outside to close it") }
      Button("Next to the Button, for an Item") { episode = .robin }
        .popover(item: $episode, arrowEdge: .trailing) { Bubble(text: $0.title) }
      Button("At a Corner, for a String") { name = "Ina Lark" }
        .popover(item: $name, id: \.self, attachmentAnchor: corner) { Bubble(text: $0) }
    }
  }
}

/// The content of a popover.
private struct Bubble: View {
  let text: String
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack(spacing: 8) {
      Text(verbatim: text)
      Button("Close") { dismiss() }
    }
    .padding(8)
  }
}
