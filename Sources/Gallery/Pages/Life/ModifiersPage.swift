import GtkViews

extension GalleryPage {
  static let modifiers = GalleryPage(
    "modifiers", "Modifiers of Your Own", in: .life, "A modifier of your own has a name, and can have state.",
    names: ["ViewModifier", "ModifiedContent", "modifier(_:)"],
    code: """
      Text("Click to open").modifier(Card())
      ModifiedContent(content: Text("The same, as a value"), modifier: Card())
      """
  ) { ModifiersPage() }
}

/// A card around a view. A click on the card opens or closes it: the open card shows a text below the view.
private struct Card: ViewModifier {
  @State private var isOpen = false

  func body(content: Content) -> some View {
    VStack(alignment: .leading, spacing: 8) {
      content
      if isOpen { Text("A card has a state of its own.").font(.caption) }
    }
    .padding(12)
    .background(.orange.opacity(0.3))
    .cornerRadius(8)
    .onTapGesture { isOpen.toggle() }
  }
}

private struct ModifiersPage: View {
  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text("Click to open").modifier(Card())
      ModifiedContent(content: Text("The same, as a value"), modifier: Card())
    }
  }
}
