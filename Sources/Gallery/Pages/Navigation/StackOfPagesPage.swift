import GtkViews

extension GalleryPage {
  static let stackOfPages = GalleryPage(
    "stack-of-pages", "A Stack of Pages", in: .navigation,
    "State pushes a page. Going back resets the state. The back button is in the window’s title bar.",
    names: [
      "NavigationStack", "NavigationLink", "navigationTitle(_:)", "navigationDestination(isPresented:destination:)",
      "navigationDestination(item:destination:)", "navigationDestination(item:id:destination:)",
    ],
    code: """
      .navigationDestination(item: $episode) { PushedPage(title: $0.title) }
      """
  ) { StackOfPagesPage() }
}

private struct StackOfPagesPage: View {
  @State private var isPushed = false
  @State private var episode: Episode?
  /// The name of an author. The string is its own id, because `String` is not `Identifiable`.
  @State private var name: IdentifiableItem<String, String>?

  var body: some View {
    NavigationStack {
      VStack(alignment: .leading, spacing: 8) {
        Button("While a Boolean Is True") { isPushed = true }
          .navigationDestination(isPresented: $isPushed) { PushedPage(title: "A page") }
        Button("While an Item Is There") { episode = .robin }
          .navigationDestination(item: $episode) { PushedPage(title: $0.title) }
        Button("Of an Item with Another Id") { name = IdentifiableItem("Ina Lark", id: \.self) }
          .navigationDestination(item: $name, id: \.item) { PushedPage(title: $0.item) }
        NavigationLink("A Link with Its Own Page") { PushedPage(title: "Behind the link") }
      }
      .padding(16)
      .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
    }
    .frame(height: 220)
    .background(.gray.opacity(0.1))
    .cornerRadius(8)
  }
}

/// A page for a stack, with a title and a button that goes back.
struct PushedPage: View {
  let title: String
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text(verbatim: title).font(.title2)
      Button("Go Back") { dismiss() }
    }
    .padding(16)
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
    .navigationTitle(title)
  }
}
