import Glibc
import GtkBridge
import GtkViews

let application = Application(id: "org.example.Groceries")
var window: ApplicationWindow?
application.onActivate = {
  if window == nil {
    let new = ApplicationWindow(application: application, title: "Groceries", width: 360, height: 240)
    if let pointer = new.pointer { ViewWindow(pointer) { GroceriesView() } }
    new.onClose = { window = nil }
    window = new
  }
  window?.present()
}
exit(application.run())
