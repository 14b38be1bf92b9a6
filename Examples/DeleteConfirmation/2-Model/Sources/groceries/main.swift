import Glibc
import GtkBridge
import GtkViews

let application = Application(id: "org.example.Groceries")
let model = GroceriesModel(groceries: [
  Grocery(id: 1, name: "Apples"), Grocery(id: 2, name: "Bread"), Grocery(id: 3, name: "Cheese"),
])
var window: ApplicationWindow?
application.onActivate = {
  if window == nil {
    let new = ApplicationWindow(application: application, title: "Groceries", width: 360, height: 240)
    if let pointer = new.pointer { ViewWindow(pointer) { GroceriesView(model: model) } }
    new.onClose = { window = nil }
    window = new
  }
  window?.present()
}
exit(application.run())
