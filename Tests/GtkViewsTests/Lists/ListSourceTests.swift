import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Lists whose elements come from a large collection, from bindings or from tagged views, and their selection.
  @MainActor @Suite struct ListSourceTests {
    /// The number of rows near the visible ones is less than this limit.
    private static let nearbyRowLimit = 300

    /// A substitute for a database table, which records the positions of the fetched rows.
    final class Table {
      var count: Int
      private(set) var fetchedPositions: Set<Int> = []
      private var removedCount = 0

      init(count: Int) { self.count = count }

      /// Removes rows at the front, and forgets which rows were fetched.
      func removeFirst(_ rowCount: Int) {
        removedCount += rowCount
        count -= rowCount
        fetchedPositions = []
      }

      func record(at position: Int) -> Record {
        fetchedPositions.insert(position)
        // The ids are multiples of ten, so that they differ from the positions. They stay the same after a removal.
        return Record(id: (removedCount + position) * 10)
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

      subscript(position: Int) -> Record { table.record(at: position) }
    }

    @Observable @MainActor final class Model {
      @ObservationIgnored let table = Table(count: 1_000_000)
      /// A number that changes with the table, because the table is not observed.
      var version = 0
      var selection: Set<Int> = []
      var singleSelection: Int?
      var names = (0..<1000).map { "Name \($0)" }
      /// The names of the rows whose content was created, in the order of creation.
      @ObservationIgnored var createdNames: [String] = []
    }

    struct RecordList: View {
      let model: Model

      var body: some View {
        let _ = model.version
        List(Records(model.table)) { Text(verbatim: "Record \($0.id)") }
      }
    }

    @Test func `a list fetches only rows near the visible ones from a large source`() async throws {
      // Given a table of a million rows
      let model = Model()
      let window = await show { RecordList(model: model) }
      let list = try #require(ShownList(in: window))
      #expect(list.count == 1_000_000)
      #expect(model.table.fetchedPositions.count < Self.nearbyRowLimit)
      #expect(window.texts.first == "Record 0")

      // When a row is appended
      model.table.count += 1
      model.version += 1
      await waitUntil("the row is in the list") { list.count == 1_000_001 }

      // Then the other rows were not fetched
      #expect(model.table.fetchedPositions.count < Self.nearbyRowLimit)
      window.close()
    }

    /// A row that has a tag if its number is even.
    struct EvenOddRow: View {
      let number: Int

      var body: some View {
        if number % 2 == 0 {
          Text(verbatim: "\(number)").tag("even \(number)")
        } else {
          Text(verbatim: "\(number)").help("odd")
        }
      }
    }

    @Observable @MainActor final class EvenOddModel {
      var selection: String?
    }

    struct EvenOddList: View {
      @Bindable var model: EvenOddModel

      var body: some View {
        List(selection: $model.selection) {
          ForEach(0..<100_000, id: \.self) { number in EvenOddRow(number: number).contextMenu { Button("Open") {} } }
        }
      }
    }

    @Test func `a row is selected by the tag inside its view`() async throws {
      // Given rows of which only those with an even number have a tag
      let model = EvenOddModel()
      let window = await show { EvenOddList(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows are shown") { window.texts.first == "0" }
      #expect(list.areRowsSelectable.prefix(3) == [true, false, true])

      // When the user selects one row, and then the program selects another one
      await list.select(2)
      #expect(model.selection == "even 2")
      model.selection = "even 4"
      await waitUntil("row 4 is shown as selected") { list.selectedIndices == [4] }
      window.close()
    }

    struct ControlRows: View {
      let model: Model

      var body: some View {
        let _ = model.version
        // This button takes the focus. If the list had the focus, it would search its rows for the focused view.
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
      // Given a table whose rows have controls that keep state
      let model = Model()
      let window = await show { ControlRows(model: model) }
      await waitUntil("the first row is shown") { window.texts.contains("Record 0") }

      // When all rows that were visible are removed
      model.table.removeFirst(1000)
      model.version += 1
      // The first remaining row has the id 1000 * 10.
      await waitUntil("the remaining rows are shown") { window.texts.contains("Record 10000") }

      // Then far fewer than all 999,000 remaining rows were fetched
      #expect(model.table.fetchedPositions.count < 3000)
      window.close()
    }

    struct SingleSelection: View {
      @Bindable var model: Model

      var body: some View {
        List(Records(model.table), selection: $model.singleSelection) { Text(verbatim: "Record \($0.id)") }
      }
    }

    @Test func `extending a single selection selects only the target row`() async throws {
      // Given a list with single selection, in which one row is selected and has the focus
      let model = Model()
      let window = await show { SingleSelection(model: model) }
      let list = try #require(ShownList(in: window))
      await list.select(5)
      await performInEventHandler { _ = gtk_widget_grab_focus(list.rows[5]) }
      #expect(model.singleSelection == 50)

      // When the selection is extended down and up, as an arrow key or a click with Shift does
      func extend(to position: Int) async {
        await performInEventHandler {
          // GTK's arguments: the position, `modify` (0, because 1 would toggle the row) and `extend` (1)
          var arguments = [g_variant_new_uint32(guint32(position)), g_variant_new_boolean(0), g_variant_new_boolean(1)]
          gtk_widget_activate_action_variant(
            list.listView.widget, "list.select-item", g_variant_new_tuple(&arguments, gsize(arguments.count)))
        }
      }
      await extend(to: 8)
      #expect(model.singleSelection == 80)
      await extend(to: 4)
      #expect(model.singleSelection == 40)

      // When the selection of all rows is requested, then the selection stays, and no further rows are fetched
      _ = await performInEventHandler { gtk_selection_model_select_all(list.selectionModel) }
      await mainLoopSettles()
      #expect(model.singleSelection == 40)
      #expect(list.selectedIndices.map { texts(in: list.rows[$0]) } == [["Record 40"]])
      #expect(model.table.fetchedPositions.count < Self.nearbyRowLimit)
      window.close()
    }

    struct MultipleSelection: View {
      @Bindable var model: Model

      var body: some View { List(0..<100_000, id: \.self, selection: $model.selection) { Text(verbatim: "\($0)") } }
    }

    @Test func `offscreen selected rows stay selected until the user selects another row`() async throws {
      let model = Model()
      // One value of an offscreen row, and one that no row has
      model.selection = [70_000, 200_000]
      let window = await show { MultipleSelection(model: model) }
      let list = try #require(ShownList(in: window))
      await list.select(5, keepingOthers: true)
      #expect(model.selection == [5, 70_000, 200_000])
      await waitUntil("row 5 is shown as selected") { list.selectedIndices == [5] }

      // The user cannot deselect the value that no row has
      await list.select(7)
      #expect(model.selection == [7, 200_000])
      // GTK's arguments: the first position, the number of rows, and whether the other rows are deselected
      await performInEventHandler { _ = gtk_selection_model_select_range(list.selectionModel, 10, 3, 0) }
      #expect(model.selection == [7, 10, 11, 12, 200_000])
      await performInEventHandler { _ = gtk_selection_model_unselect_all(list.selectionModel) }
      #expect(model.selection == [200_000])
      window.close()
    }

    /// Rows whose tag is twice their id.
    struct TaggedRows: View {
      @Bindable var model: Model

      var body: some View {
        List(selection: $model.singleSelection) {
          ForEach(0..<1000, id: \.self) { number in Text(verbatim: "\(number)").tag(number * 2) }
        }
      }
    }

    @Test func `the selection has the tag of a row instead of its id`() async throws {
      let model = Model()
      let window = await show { TaggedRows(model: model) }
      let list = try #require(ShownList(in: window))
      await list.select(4)
      #expect(model.singleSelection == 8)
      model.singleSelection = 6
      await waitUntil("row 3 is shown as selected") { list.selectedIndices == [3] }

      // A selected row stays selected until another one is selected
      await list.unselect(3)
      #expect(model.singleSelection == 6)
      window.close()
    }

    struct BoundNames: View {
      @Bindable var model: Model

      var body: some View {
        List($model.names, id: \.self) { $name in
          let _ = model.createdNames.append(name)
          Text(verbatim: name)
        }
      }
    }

    @Test func `a list of bindings creates rows only for elements near the visible ones`() async throws {
      let model = Model()
      let window = await show { BoundNames(model: model) }
      #expect(model.createdNames.count < Self.nearbyRowLimit)
      #expect(window.texts.prefix(2) == ["Name 0", "Name 1"])
      model.createdNames = []
      model.names.insert("New", at: 1)
      await waitUntil("the new name is shown") { window.texts.prefix(3) == ["Name 0", "New", "Name 1"] }
      #expect(model.createdNames == ["New"])
      window.close()
    }

    @Test func `activating a row selects it`() async throws {
      let model = Model()
      let window = await show { TaggedRows(model: model) }
      let list = try #require(ShownList(in: window))
      _ = await performInEventHandler {
        gtk_widget_activate_action_variant(list.listView.widget, "list.activate-item", g_variant_new_uint32(9))
      }
      #expect(model.singleSelection == 18)
      window.close()
    }
  }
}
