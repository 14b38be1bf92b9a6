// The gallery's program: a window with pages that show the views and modifiers of GtkViews. `podcaster-gallery ID`
// opens the window at a page, and `podcaster-gallery --list` prints the IDs of the pages. The arguments after the ID
// are files or addresses, which the page `scenes` shows.
import GalleryViews
import Glibc
import GtkBridge
import GtkViews

struct Gallery: App {
  static let id = "io.github.podcaster.Gallery"

  var body: some Scene {
    Window("Gallery", id: "gallery") { GalleryWindow(page: CommandLine.arguments.dropFirst().first) }
      .defaultSize(width: 1000, height: 700)
      // Adds the main menu, with its standard entries only.
      .commands {}
    GalleryScenes()
  }
}

if CommandLine.arguments.dropFirst() == ["--list"] {
  for page in GalleryPage.all { print(page.id) }
} else {
  // `run` opens its arguments as files, so the ID is removed. Each start is a separate process, so that the user can
  // compare two pages.
  exit(
    Gallery.run(
      arguments: [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2), options: [.isNotUnique, .opensFiles]))
}
