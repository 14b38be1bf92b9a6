// One screen in two versions: `case-studies` uses an `@Observable` model, and `case-studies reducer` uses a store.
import Books
import BooksFeature
import BooksModel
import Glibc
import GtkBridge
import GtkViews
import ReducerStore

let books = [Book(id: 1, title: "Emma"), Book(id: 2, title: "Ulysses"), Book(id: 3, title: "Middlemarch")]
// The last book cannot be deleted, so that the alert about a failure can be seen.
let client = BooksClient.failing(for: [3])
let model = BooksModel(books: books, client: client)
let store = Store(initialState: BooksFeature.State(books: IdentifiedArray(uniqueElements: books))) {
  BooksFeature()
} withDependencies: {
  $0.books = client
}
let usesReducer = CommandLine.arguments.contains("reducer")

/// The screen in the selected version.
struct SelectedView: View {
  var body: some View {
    if usesReducer { ReducerBooksView(store: store) } else { ModelBooksView(model: model) }
  }
}

let application = Application(id: "io.github.podcaster.CaseStudies")
var window: ApplicationWindow?
application.onActivate = {
  if window == nil {
    let newWindow = ApplicationWindow(application: application, title: "Books", width: 420, height: 280)
    if let pointer = newWindow.pointer { ViewWindow(pointer) { SelectedView() } }
    newWindow.onClose = { window = nil }
    window = newWindow
  }
  window?.present()
}
exit(application.run())
