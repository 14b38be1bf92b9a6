import GtkViews

extension GalleryPage {
  static let menus = GalleryPage(
    "menus", "Menus", in: .controls,
    "A menu that a button opens, and a context menu that a right click or the menu key opens.",
    names: ["Menu", "contextMenu(menuItems:)"],
    code: """
      Menu("Sort") {
        Button("By Name") { order = "by name" }
        Toggle("Newest First", isOn: $isNewestFirst)
      }
      """
  ) { MenusPage() }
}

private struct MenusPage: View {
  @State private var order = "as they are"
  @State private var isNewestFirst = true

  var body: some View {
    Specimens {
      HStack {
        Menu("Sort") {
          Button("By Name") { order = "by name" }
          Toggle("Newest First", isOn: $isNewestFirst)
          Divider()
          Menu("More") { Button("At Random") { order = "at random" } }
        }
      }
      Text(verbatim: "Sorted \(order), \(isNewestFirst ? "newest" : "oldest") first").foregroundStyle(.secondary)
      Button("With a Menu of Its Own") { order = "as they are" }
        .contextMenu {
          Button("By Length") { order = "by length" }
          Button("By Name") { order = "by name" }
        }
    }
  }
}
