import Books
import GtkViews

/// A book in the list, with its two buttons.
struct BookRow: View {
  let book: Book
  /// Whether this book is being deleted.
  let isDeleting: Bool
  let editButtonClicked: @MainActor () -> Void
  let deleteButtonClicked: @MainActor () -> Void

  var body: some View {
    HStack(spacing: 8) {
      Text(book.title).frame(maxWidth: .infinity, alignment: .leading)
      Button("Edit", action: editButtonClicked).accessibilityLabel("Edit “\(book.title)”")
      Button("Delete", role: .destructive, action: deleteButtonClicked).accessibilityLabel("Delete “\(book.title)”")
    }
    .padding(8)
    .disabled(isDeleting)
  }
}

/// The text field and the buttons of the sheet for editing a book.
struct BookForm: View {
  @Binding var title: String
  let isSaveButtonEnabled: Bool
  let saveButtonClicked: @MainActor () -> Void
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack(spacing: 12) {
      TextField("Title", text: $title).onSubmit { if isSaveButtonEnabled { saveButtonClicked() } }
      HStack(spacing: 8) {
        Button("Cancel") { dismiss() }
        Button("Save", action: saveButtonClicked).buttonStyle(.borderedProminent).disabled(!isSaveButtonEnabled)
      }
    }
    .padding(24)
  }
}
