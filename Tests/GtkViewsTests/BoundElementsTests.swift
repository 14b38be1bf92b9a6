import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Loops whose views get a binding to each element: `ForEach($items) { $item in … }`.
  @MainActor @Suite struct BoundElementsTests {
    struct Item: Identifiable, Equatable {
      let id: Int
      var title: String
      var isOn = false
    }

    @Observable @MainActor final class Model {
      var items = (1...3).map { Item(id: $0, title: "Item \($0)") }
      /// The last binding to each element, by the element's id.
      @ObservationIgnored var bindings: [Int: Binding<Item>] = [:]
      /// The ids of the elements whose views were evaluated, in order.
      @ObservationIgnored var evaluatedIDs: [Int] = []
    }

    struct Items: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          ForEach($model.items) { $item in
            let _ = record($item)
            Text(verbatim: "\(item.title) \(item.isOn)")
          }
        }
      }

      /// Notes an evaluation. The written properties are not observed, so the body may call this function.
      private func record(_ item: Binding<Item>) {
        model.evaluatedIDs.append(item.wrappedValue.id)
        model.bindings[item.wrappedValue.id] = item
      }
    }

    @Test func `changing one element evaluates only its view`() async throws {
      // Given a view for each of three elements
      let model = Model()
      let window = await show { Items(model: model) }
      model.evaluatedIDs = []

      // When one element is changed through its binding
      try #require(model.bindings[2]).isOn.wrappedValue = true
      await waitUntil("its view follows") { window.texts[1] == "Item 2 true" }

      // Then the collection has the change, and no other view was evaluated
      #expect(model.items[1].isOn)
      #expect(model.evaluatedIDs == [2])
      window.close()
    }

    /// Shows an editor for an element instead of the loop that the element came from.
    struct Editing: View {
      @Bindable var model: Model
      @State private var edited: Binding<Item>?

      var body: some View {
        VStack {
          if let edited {
            TextField("Title", text: edited.title)
            Text(verbatim: "now \(edited.wrappedValue.title)")
          } else {
            ForEach($model.items) { $item in Button(item.title) { edited = $item } }
          }
        }
      }
    }

    @Test func `a binding that outlives its ForEach reads and writes the collection`() async throws {
      // Given a field for an element, which has replaced the loop over the elements
      let model = Model()
      let window = await show { Editing(model: model) }
      await window.click("Item 2")
      await waitUntil("the field is there") { window.texts.contains("now Item 2") }
      let field = try #require(window.window.flatMap { widgets(ofType: gtk_editable_get_type(), in: $0).first })

      // When the user types in the field
      await performInEventHandler { gtk_editable_set_text(field.opaque, "Item 2b") }

      // Then the model and the views have the new title
      await waitUntil("the views follow") { window.texts.contains("now Item 2b") }
      #expect(model.items[1].title == "Item 2b")
      #expect(String(cString: gtk_editable_get_text(field.opaque)) == "Item 2b")

      // When the model changes
      model.items[1].title = "New"

      // Then the field and the text follow
      await waitUntil("the views follow") {
        window.texts.contains("now New") && String(cString: gtk_editable_get_text(field.opaque)) == "New"
      }
      window.close()
    }

    @Test func `a binding follows its element to another index`() async throws {
      let model = Model()
      let window = await show { Items(model: model) }
      let binding = try #require(model.bindings[1])
      model.items.reverse()
      // This write comes before the update of the views.
      binding.title.wrappedValue = "Changed"
      #expect(model.items.map(\.title) == ["Item 3", "Item 2", "Changed"])
      await waitUntil("the views follow") { window.texts == ["Item 3 false", "Item 2 false", "Changed false"] }
      // After the update, the earlier binding still works.
      binding.title.wrappedValue = "Again"
      await waitUntil("the view follows") { window.texts.last == "Again false" }
      window.close()
    }

    @Test func `a write to the model and a write through a binding in one turn are both applied`() async throws {
      let model = Model()
      let window = await show { Items(model: model) }
      let binding = try #require(model.bindings[1])
      model.items[0].title = "Renamed"
      binding.isOn.wrappedValue = true
      #expect(model.items[0] == Item(id: 1, title: "Renamed", isOn: true))
      window.close()
    }

    @Test func `a binding to a removed element reads its last value, and a write is reported`() async throws {
      let reports = Reports()
      defer { reports.stop() }
      let model = Model()
      let window = await show { Items(model: model) }
      let binding = try #require(model.bindings[3])
      model.items.removeAll()
      await waitUntil("the views go") { window.texts.isEmpty }
      #expect(binding.wrappedValue.title == "Item 3")
      binding.title.wrappedValue = "lost"
      #expect(model.items.isEmpty)
      #expect(reports.all.count == 1)
      #expect(reports.all.first?.message.contains("the id 3") == true)
      window.close()
    }

    @Test func `views follow inserted and removed elements`() async {
      let model = Model()
      let window = await show { Items(model: model) }
      model.items = [Item(id: 4, title: "New"), model.items[0]]
      await waitUntil("the views follow") { window.texts == ["New false", "Item 1 false"] }
      window.close()
    }
  }
}
