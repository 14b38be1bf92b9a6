import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Lists that have the same initializers as in SwiftUI. `ShownList` reads the rows of a list by their positions.
  @MainActor @Suite struct ListCompatibilityTests {
    struct Item: Identifiable, Equatable {
      let id: Int
      var name: String
    }

    @Observable @MainActor final class Model {
      var items = [Item(id: 1, name: "a"), Item(id: 2, name: "b"), Item(id: 3, name: "c")]
      var selection: Set<Int> = []
      var singleSelection: Int?
    }

    struct MultipleSelectionList: View {
      @Bindable var model: Model

      var body: some View { List(model.items, selection: $model.selection) { Text(verbatim: $0.name) } }
    }

    @Test func `a multiple selection stays with its rows when they move`() async throws {
      let model = Model()
      model.selection = [3]
      let window = await show { MultipleSelectionList(model: model) }
      let list = try #require(ShownList(in: window))
      // The model's selection has the ids of rows. The list's selection has their positions.
      #expect(list.selectedIndices == [2])

      // When the user adds a row to the selection
      await list.select(0, keepingOthers: true)
      #expect(model.selection == [1, 3])

      // And the rows move, and a row is removed from the selection
      model.items.reverse()
      await waitUntil("the rows have moved") { window.texts == ["c", "b", "a"] }
      #expect(list.selectedIndices == [0, 2])
      model.selection.remove(3)
      await waitUntil("the list follows") { list.selectedIndices == [2] }
      await list.unselect(2)
      #expect(model.selection == [])
      window.close()
    }

    struct SectionList: View {
      @Bindable var model: Model

      var body: some View {
        List(selection: $model.singleSelection) {
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
      await list.select(5)
      #expect(model.singleSelection == 9)
      model.singleSelection = 2
      await waitUntil("the list follows") { list.selectedIndices == [2] }
      model.singleSelection = nil
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

    @Test func `a list creates rows from bindings and from a range`() async throws {
      let model = Model()
      let window = await show { ListsOfBindingsAndOfARange(model: model) }
      #expect(window.texts.suffix(3) == ["Row 0", "Row 1", "Row 2"])
      let entry = try #require(window.window.flatMap { widgets(ofType: gtk_entry_get_type(), in: $0).first })
      await performInEventHandler { gtk_editable_set_text(entry.opaque, "changed") }
      #expect(model.items[0].name == "changed")
      window.close()
    }
  }
}
