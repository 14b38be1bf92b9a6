import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The sources of a list's rows, and the selection.
  @MainActor @Suite struct ListSourceTests {
    /// A database table. It has a count, and rows that are fetched when they are read.
    final class Table {
      var count: Int
      private(set) var fetched: Set<Int> = []
      private var first = 0

      init(count: Int) { self.count = count }

      func removeFirst(_ removed: Int) {
        first += removed
        count -= removed
        fetched = []
      }

      func row(_ index: Int) -> Record {
        fetched.insert(index)
        return Record(id: (first + index) * 10)
      }
    }

    struct Record: Identifiable {
      let id: Int
    }

    /// A collection of the table's records.
    struct Records: RandomAccessCollection {
      let table: Table
      let startIndex = 0
      let endIndex: Int

      init(_ table: Table) {
        self.table = table
        endIndex = table.count
      }

      subscript(position: Int) -> Record { table.row(position) }
    }

    @Observable @MainActor final class Model {
      @ObservationIgnored let table = Table(count: 1_000_000)
      var version = 0
      var selection: Set<Int> = []
      var one: Int?
      var names = (0..<1000).map { "Name \($0)" }
      @ObservationIgnored var evaluated: [String] = []
    }

    struct Window: View {
      let model: Model

      var body: some View {
        let _ = model.version
        List(Records(model.table)) { Text(verbatim: "Record \($0.id)") }
      }
    }

    @Test func `a list fetches only rows near the visible ones from a large source`() async throws {
      // Given a table of a million rows
      let model = Model()
      let window = await show { Window(model: model) }
      let list = try #require(ShownList(in: window))
      #expect(list.count == 1_000_000)
      #expect(model.table.fetched.count < 300)
      #expect(window.texts.first == "Record 0")

      // When a row is appended
      model.table.count += 1
      model.version += 1
      await waitUntil("it is there") { list.count == 1_000_001 }

      // Then the other rows were not fetched
      #expect(model.table.fetched.count < 300)
      window.close()
    }

    struct Kind: View {
      let number: Int

      var body: some View {
        if number % 2 == 0 {
          Text(verbatim: "\(number)").tag("even \(number)")
        } else {
          Text(verbatim: "\(number)").help("odd")
        }
      }
    }

    @Observable @MainActor final class Kinds {
      var selection: String?
    }

    struct KindList: View {
      @Bindable var model: Kinds

      var body: some View {
        List(selection: $model.selection) {
          ForEach(0..<100_000, id: \.self) { number in Kind(number: number).contextMenu { Button("Open") {} } }
        }
      }
    }

    @Test func `a row is selected by the tag inside its view`() async throws {
      // Given rows whose own views set the selection tags of some of them
      let model = Kinds()
      let window = await show { KindList(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("they are there") { window.texts.first == "0" }
      #expect(list.selectable.prefix(3) == [true, false, true])

      // When the user selects one row, and then the program selects another one
      await list.select(2)
      #expect(model.selection == "even 2")
      model.selection = "even 4"
      await waitUntil("it is shown") { list.selected == [4] }
      window.close()
    }

    struct Switched: View {
      let model: Model

      var body: some View {
        let _ = model.version
        // The button has the focus. The list would look for the focused view.
        Button("first") {}
        List(Records(model.table)) { record in
          HStack {
            Toggle(isOn: .constant(false)) { Text(verbatim: "Record \(record.id)") }
            Slider(value: .constant(0.5)) { Text("Share") }.onSubmit {}
          }
        }
      }
    }

    @Test func `unchanged controls in removed rows do not make a list fetch other rows`() async throws {
      // Given a table whose rows have controls, in views of the library that keep state
      let model = Model()
      let window = await show { Switched(model: model) }
      await waitUntil("the first is there") { window.texts.contains("Record 0") }

      // When all rows that were visible are removed
      model.table.removeFirst(1000)
      model.version += 1
      await waitUntil("others are there") { window.texts.contains("Record 10000") }

      // Then only rows near the visible ones were fetched
      #expect(model.table.fetched.count < 3000)
      window.close()
    }

    struct OneOfMany: View {
      @Bindable var model: Model

      var body: some View { List(Records(model.table), selection: $model.one) { Text(verbatim: "Record \($0.id)") } }
    }

    @Test func `extending a single selection selects only the target row`() async throws {
      // Given a list with single selection, in which one row is selected and has the focus
      let model = Model()
      let window = await show { OneOfMany(model: model) }
      let list = try #require(ShownList(in: window))
      await list.select(5)
      await performInSource { _ = gtk_widget_grab_focus(list.rows[5]) }
      #expect(model.one == 50)

      // When the selection is extended down and up, as an arrow key or a click with Shift does
      func extend(to position: Int) async {
        await performInSource {
          var flags = [g_variant_new_uint32(guint32(position)), g_variant_new_boolean(0), g_variant_new_boolean(1)]
          gtk_widget_activate_action_variant(
            list.view.widget, "list.select-item", g_variant_new_tuple(&flags, gsize(flags.count)))
        }
      }
      await extend(to: 8)
      #expect(model.one == 80)
      await extend(to: 4)
      #expect(model.one == 40)

      // When the selection of all rows is requested, then the selection stays, and no row was fetched for it
      _ = await performInSource { gtk_selection_model_select_all(list.model) }
      await mainLoopSettles()
      #expect(model.one == 40)
      #expect(list.selected.map { texts(in: list.rows[$0]) } == [["Record 40"]])
      #expect(model.table.fetched.count < 300)
      window.close()
    }

    struct Several: View {
      @Bindable var model: Model

      var body: some View { List(0..<100_000, id: \.self, selection: $model.selection) { Text(verbatim: "\($0)") } }
    }

    @Test func `offscreen selected rows stay selected until the user selects another row`() async throws {
      let model = Model()
      model.selection = [70_000, 200_000]
      let window = await show { Several(model: model) }
      let list = try #require(ShownList(in: window))
      await list.select(5, alsoKeeping: true)
      #expect(model.selection == [5, 70_000, 200_000])
      await waitUntil("it is shown") { list.selected == [5] }

      // The user cannot deselect values that are not among the rows
      await list.select(7)
      #expect(model.selection == [7, 200_000])
      await performInSource { _ = gtk_selection_model_select_range(list.model, 10, 3, 0) }
      #expect(model.selection == [7, 10, 11, 12, 200_000])
      await performInSource { _ = gtk_selection_model_unselect_all(list.model) }
      #expect(model.selection == [200_000])
      window.close()
    }

    struct Tagged: View {
      @Bindable var model: Model

      var body: some View {
        List(selection: $model.one) {
          ForEach(0..<1000, id: \.self) { number in Text(verbatim: "\(number)").tag(number * 2) }
        }
      }
    }

    @Test func `a tagged row is selected by its tag`() async throws {
      let model = Model()
      let window = await show { Tagged(model: model) }
      let list = try #require(ShownList(in: window))
      await list.select(4)
      #expect(model.one == 8)
      model.one = 6
      await waitUntil("it follows") { list.selected == [3] }

      // A selected row stays selected until another one is selected
      await list.unselect(3)
      #expect(model.one == 6)
      window.close()
    }

    struct Bound: View {
      @Bindable var model: Model

      var body: some View {
        List($model.names, id: \.self) { $name in
          let _ = model.evaluated.append(name)
          Text(verbatim: name)
        }
      }
    }

    @Test func `bindings are created only for elements near the visible ones`() async throws {
      let model = Model()
      let window = await show { Bound(model: model) }
      #expect(model.evaluated.count < 300)
      #expect(window.texts.prefix(2) == ["Name 0", "Name 1"])
      model.evaluated = []
      model.names.insert("New", at: 1)
      await waitUntil("it is there") { window.texts.prefix(3) == ["Name 0", "New", "Name 1"] }
      #expect(model.evaluated == ["New"])
      window.close()
    }

    @Test func `activating a row selects it`() async throws {
      let model = Model()
      let window = await show { Tagged(model: model) }
      let list = try #require(ShownList(in: window))
      _ = await performInSource {
        gtk_widget_activate_action_variant(list.view.widget, "list.activate-item", g_variant_new_uint32(9))
      }
      #expect(model.one == 18)
      window.close()
    }
  }
}
