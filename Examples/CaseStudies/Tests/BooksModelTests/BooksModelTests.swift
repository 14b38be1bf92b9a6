import Books
import BooksModel
import Presentation
import Testing

@MainActor
struct BooksModelTests {
  let emma = Book(id: 1, title: "Emma")
  let ulysses = Book(id: 2, title: "Ulysses")

  @Test func `saving in the sheet changes the book in the list`() {
    // Given the sheet of a book
    let model = makeModel()
    model.editButtonClicked(emma)

    // When the title of the book is changed and saved
    model.editor?.book.title = "Persuasion"
    model.saveButtonClicked()

    // Then the list contains the change, and the sheet is closed
    #expect(model.books.map(\.title) == ["Persuasion", "Ulysses"])
    #expect(model.destination == nil)
  }

  @Test func `closing the sheet without saving leaves the list unchanged`() {
    // Given the sheet of a book whose title is changed
    let model = makeModel()
    model.editButtonClicked(emma)
    model.editor?.book.title = "Persuasion"

    // When the sheet is closed, which writes nil through the view's binding
    model.editor = nil

    // Then the list is unchanged
    #expect(model.books == [emma, ulysses])
    #expect(model.destination == nil)
  }

  @Test func `a book without a title cannot be saved`() {
    let model = makeModel()
    model.editButtonClicked(emma)

    model.editor?.book.title = ""

    #expect(model.editor?.isSaveButtonEnabled == false)
  }

  @Test func `a book is deleted only after a confirmation`() async {
    // Given a client whose deletions succeed
    let model = makeModel()

    // When the user clicks “Delete” next to a book
    model.deleteButtonClicked(emma)

    // Then a confirmation dialog appears
    #expect(model.confirmation?.title.description == "Delete “Emma”?")
    #expect(model.books == [emma, ulysses])

    // When the user confirms, which closes the dialog
    model.confirmation = nil
    await model.answered(.delete(emma))

    // Then the book is deleted
    #expect(model.books == [ulysses])
    #expect(model.deleting == [])
    #expect(model.destination == nil)
  }

  @Test func `cancelling the confirmation keeps the book`() async {
    let model = makeModel()
    model.deleteButtonClicked(emma)

    model.confirmation = nil
    await model.answered(nil)

    #expect(model.books == [emma, ulysses])
  }

  @Test func `a failed deletion presents an alert, from which the deletion can be tried again`() async {
    // Given a book that cannot be deleted
    let model = makeModel(BooksClient.failing(for: [emma.id]))

    // When the user has confirmed the deletion of the book
    await model.answered(.delete(emma))

    // Then an alert reports the failure
    #expect(model.alert?.title.description == "“Emma” Was Not Deleted")
    // “Try Again” deletes the book, and “Keep It” has no action.
    #expect(model.alert?.buttons.map(\.action.action) == [.delete(emma), nil])
    #expect(model.books == [emma, ulysses])

    // When the user tries again, then the deletion fails again
    model.alert = nil
    await model.answered(.delete(emma))
    #expect(model.alert != nil)
  }

  @Test func `a book is marked while it is being deleted`() async {
    // Given a client whose deletion ends when the test finishes a stream
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let model = makeModel(BooksClient { _ throws(BooksError) in for await _ in stream {} })

    // When a deletion has begun, then the book is marked as being deleted
    let deletion = Task.immediate { await model.answered(.delete(emma)) }
    #expect(model.deleting == [emma.id])

    // When the client is done, then the book is deleted and no longer marked
    continuation.finish()
    await deletion.value
    #expect(model.deleting == [])
    #expect(model.books == [ulysses])
  }

  private func makeModel(_ client: BooksClient = .failing(for: [])) -> BooksModel {
    BooksModel(books: [emma, ulysses], client: client)
  }
}
