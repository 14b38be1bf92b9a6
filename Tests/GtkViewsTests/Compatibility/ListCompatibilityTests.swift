import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Lists that have the same initializers as in SwiftUI. `ShownList` reads the GTK widgets of a list.
  /// GTK realizes all rows of these short lists, so the indices of a `ShownList` are the positions of the rows.
  @MainActor @Suite struct ListCompatibilityTests {
    struct Item: Identifiable, Equatable {
      let id: Int
      var name: String
    }

    @Observable @MainActor final class Model {
      var items = [Item(id: 1, name: "a"), Item(id: 2, name: "b"), Item(id: 3, name: "c")]
      var selectedIDs: Set<Int> = []
      var selectedID: Int?
    }

    struct MultipleSelectionList: View {
      @Bindable var model: Model

      var body: some View { List(model.items, selection: $model.selectedIDs) { Text(verbatim: $0.name) } }
    }

    @Test func `a multiple selection is the same in the model and the list, also after its rows moved`() async throws {
      let model = Model()
      model.selectedIDs = [3]
      let window = await show { MultipleSelectionList(model: model) }
      let list = try #require(ShownList(in: window))
      // The model has the ids of the selected rows. The list has their positions.
      #expect(list.selectedIndices == [2])

      // When the user adds the first row, which has the id 1, to the selection
      await list.select(0, keepingOthers: true)
      #expect(model.selectedIDs == [1, 3])

      // And the rows move, and the model and the user each remove a row from the selection
      model.items.reverse()
      await waitUntil("the rows have moved") { window.texts == ["c", "b", "a"] }
      #expect(list.selectedIndices == [0, 2])
      model.selectedIDs.remove(3)
      await waitUntil("the list follows") { list.selectedIndices == [2] }
      await list.unselect(2)
      #expect(model.selectedIDs == [])
      window.close()
    }

    struct SectionList: View {
      @Bindable var model: Model

      var body: some View {
        List(selection: $model.selectedID) {
          Section("First") { ForEach(model.items) { Text(verbatim: $0.name) } }
          Section {
            Text("tagged").tag(9)
          } header: {
            Text("Second")
          } footer: {
            Text("The end")
          }
        }
      }
    }

    @Test func `a section's rows can be selected, and its header and footer cannot`() async throws {
      let model = Model()
      let window = await show { SectionList(model: model) }
      let list = try #require(ShownList(in: window))
      #expect(window.texts == ["First", "a", "b", "c", "Second", "tagged", "The end"])
      #expect(list.areRowsSelectable == [false, true, true, true, false, true, false])
      // The row at position 5 has the tag 9.
      await list.select(5)
      #expect(model.selectedID == 9)
      // The item with the id 2 is at position 2, after the header and the first item.
      model.selectedID = 2
      await waitUntil("the list follows") { list.selectedIndices == [2] }
      model.selectedID = nil
      await waitUntil("none is selected") { list.selectedIndices.isEmpty }
      window.close()
    }

    struct ListsOfBindingsAndOfARange: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          List($model.items) { $item in TextField("Name", text: $item.name) }
          List(0..<3) { Text(verbatim: "Row \($0)") }
        }
      }
    }

    @Test func `a list creates rows from a range, and from bindings with which the rows change the elements`()
      async throws
    {
      let model = Model()
      let window = await show { ListsOfBindingsAndOfARange(model: model) }
      #expect(window.texts.suffix(3) == ["Row 0", "Row 1", "Row 2"])
      // The text field of the first row changes the first element.
      let entry = try #require(window.window.flatMap { widgets(ofType: gtk_entry_get_type(), in: $0).first })
      await performInEventHandler { gtk_editable_set_text(entry.opaque, "changed") }
      #expect(model.items[0].name == "changed")
      window.close()
    }
  }
}
