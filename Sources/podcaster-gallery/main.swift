// The gallery's program: a window with a page for each view and modifier of GtkViews. `podcaster-gallery ID` opens it at a page.
import GalleryViews
import Glibc
import GtkBridge
import GtkViews

let application = Application(id: "io.github.podcaster.Gallery", options: .isNotUnique)
var gallery: ApplicationWindow?
application.onActivate = {
  if let gallery { return gallery.present() }
  let window = ApplicationWindow(application: application, title: "Gallery", width: 1000, height: 700)
  if let pointer = window.pointer { ViewWindow(pointer) { GalleryView(page: CommandLine.arguments.dropFirst().first) } }
  window.present()
  gallery = window
}
application.addAction("quit", accelerators: ["<Control>q"]) { application.quit() }
exit(application.run())
