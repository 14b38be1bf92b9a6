import CGtk
import CMainLoopTesting
import Foundation
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Deleting and moving of rows by the user.
  @MainActor @Suite struct RowEditTests {
    @Observable @MainActor final class Model {
      var letters: [String]
      var others = ["x", "y"]
      var selection: Set<String> = []
      var canEdit = true
      @ObservationIgnored var made: [String] = []
      @ObservationIgnored var moves = 0

      init(_ letters: String = "abcde") { self.letters = letters.map(String.init) }

      func remove(at offsets: RowOffsets) { letters.remove(atOffsets: offsets) }
      func delete(at offsets: IndexSet) { letters.remove(atOffsets: offsets) }
      func move(from offsets: IndexSet, to destination: Int) {
        moves += 1
        letters.move(fromOffsets: offsets, toOffset: destination)
      }
    }

    struct Row: View {
      let text: String
      let model: Model

      var body: some View {
        let _ = model.made.append(text)
        Text(verbatim: text)
      }
    }

    struct Letters: View {
      @Bindable var model: Model

      var body: some View {
        List(selection: $model.selection) {
          Text("Header")
          ForEach(model.letters, id: \.self) { Row(text: $0, model: model) }
            .onDelete(perform: model.canEdit ? model.remove : nil)
            .onMove { offsets, destination in
              model.moves += 1
              model.letters.move(fromOffsets: offsets, toOffset: destination)
            }
          ForEach(model.others, id: \.self) { Text(verbatim: $0) }.onDelete { model.others.remove(atOffsets: $0) }
        }
        .frame(minHeight: 300)
      }
    }

    private func focus(_ position: Int, _ list: ShownList) async throws {
      let row = try #require(list.rows.indices.contains(position) ? list.rows[position] : nil)
      await performInSource { _ = RowFocus.giveFocus(to: row) }
      try #require(gtk_widget_is_focus(row) != 0)
    }

    private func focused(_ list: ShownList) -> Int? { list.rows.firstIndex { gtk_widget_is_focus($0) != 0 } }

    private func focusedTexts(_ list: ShownList) -> [String] {
      list.rows.first { gtk_widget_is_focus($0) != 0 }.map { GtkTestSupport.texts(in: $0) } ?? []
    }

    private func press(_ key: Int32, _ list: ShownList) async -> Bool {
      await pressKey(UInt32(key), on: list.view.widget)
    }

    private let alt = GDK_ALT_MASK

    @Test func `Delete removes the focused row and focuses the next row`() async throws {
      // Given a list with the focus on the second letter
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      try await focus(2, list)
      model.made = []

      // When Delete is pressed
      #expect(await press(GDK_KEY_Delete, list))

      // Then the letter is removed, no other row is created again, and the next one has the focus
      await waitUntil("it is gone") { window.texts == ["Header", "a", "c", "d", "e", "x", "y"] }
      #expect(model.made.isEmpty)
      await waitUntil("the next has the focus") { focusedTexts(list) == ["c"] }

      // At the end, the row before gets the focus. The rows of the other loop are deleted from that loop
      try await focus(6, list)
      #expect(await press(GDK_KEY_Delete, list))
      await waitUntil("it is gone") { window.texts == ["Header", "a", "c", "d", "e", "x"] }
      await waitUntil("the one before has the focus") { focused(list) == 5 }
      window.close()
    }

    @Test func `Delete on a selected row removes all selected rows, each from its own ForEach`() async throws {
      let model = Model()
      model.selection = ["a", "d", "y"]
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      try await focus(4, list)
      model.selection = ["a", "d", "y"]
      await waitUntil("they are selected") { list.selected == [1, 4, 7] }
      #expect(await press(GDK_KEY_Delete, list))
      await waitUntil("they are gone") { window.texts == ["Header", "b", "c", "e", "x"] }
      #expect(focused(list) == 3)

      // A row that is not selected is deleted alone
      model.selection = ["b"]
      try await focus(2, list)
      model.selection = ["b"]
      await waitUntil("it is selected") { list.selected == [1] }
      #expect(await press(GDK_KEY_Delete, list))
      await waitUntil("it is gone") { window.texts == ["Header", "b", "e", "x"] }
      window.close()
    }

    @Test func `Delete keeps a row whose ForEach has no onDelete`() async throws {
      let model = Model()
      model.canEdit = false
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      try await focus(1, list)
      #expect(await press(GDK_KEY_Delete, list) == false)
      #expect(model.letters.count == 5)

      // When it becomes deletable, it is deleted
      model.canEdit = true
      await mainLoopSettles()
      #expect(await press(GDK_KEY_Delete, list))
      #expect(model.letters.count == 4)
      window.close()
    }

    @Test func `Alt with an arrow key moves the focused row, which keeps the focus`() async throws {
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      try await focus(1, list)
      let row = list.rows[1]
      model.made = []

      // When it moves down, and up again
      #expect(await pressKey(GDK_KEY_Down, holding: alt, on: list.view.widget))
      await waitUntil("it is below") { window.texts == ["Header", "b", "a", "c", "d", "e", "x", "y"] }
      #expect(list.rows[2] == row)
      #expect(focused(list) == 2)
      #expect(await pressKey(GDK_KEY_Up, holding: alt, on: list.view.widget))
      await waitUntil("it is above") { window.texts.prefix(3) == ["Header", "a", "b"] }
      #expect(focused(list) == 1)
      #expect(model.made.isEmpty)

      // Then it stays within its loop
      #expect(await pressKey(GDK_KEY_Up, holding: alt, on: list.view.widget))
      #expect(model.moves == 2)
      try await focus(5, list)
      #expect(await pressKey(GDK_KEY_Down, holding: alt, on: list.view.widget))
      #expect(model.moves == 2)

      // And another loop's rows do not move
      try await focus(6, list)
      #expect(await pressKey(GDK_KEY_Down, holding: alt, on: list.view.widget) == false)
      window.close()
    }

    struct Functions: View {
      let model: Model

      var body: some View {
        List {
          ForEach(model.letters, id: \.self) { letter in
            if letter != "c" { Text(verbatim: letter) }
          }
          .onDelete(perform: model.delete)
          .onMove(perform: model.move)
        }
        .frame(minHeight: 300)
      }
    }

    @Test func `onDelete and onMove accept functions of an IndexSet, also if an element has no row`() async throws {
      let model = Model()
      let window = await show { Functions(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows") { window.texts == ["a", "b", "d", "e"] }
      try await focus(2, list)
      #expect(await press(GDK_KEY_Delete, list))
      await waitUntil("it is gone") { model.letters == ["a", "b", "c", "e"] }
      await waitUntil("the rows") { window.texts == ["a", "b", "e"] }
      try await focus(2, list)
      #expect(await pressKey(GDK_KEY_Up, holding: alt, on: list.view.widget))
      await waitUntil("it moved before the element without a row") { model.letters == ["a", "b", "e", "c"] }
      window.close()
    }

    @Test func `a row without its own context menu has entries to move and delete it`() async throws {
      // Given the menu of the first letter
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      try await focus(1, list)
      #expect(await pressKey(UInt32(GDK_KEY_Menu), on: list.view.widget))
      let menu = try #require(widgets(ofType: gtk_popover_menu_get_type(), in: list.view.widget).first)
      await waitUntil("the menu") { texts(in: menu) == ["Move Up", "Move Down", "Delete"] }

      // When “Delete” is selected
      await performInSource { _ = gtk_widget_activate_action_variant(menu, "menu.item2", nil) }
      await waitUntil("it is gone") { model.letters == ["b", "c", "d", "e"] }

      // Then the header has none
      await mainLoopSettles()
      try await focus(1, list)
      #expect(!(list.selectable[0]))
      window.close()
    }
  }
}

extension GtkViewsTests {
  /// Rows that the user drags to another place.
  @MainActor @Suite struct RowDragTests {
    typealias Model = RowEditTests.Model
    typealias Letters = RowEditTests.Letters

    /// Returns a point of a row, in the list's coordinates. The part is the distance from the row's top, relative to
    /// its height.
    private func point(_ position: Int, _ part: Double, _ list: ShownList) -> Double {
      var (x, y) = (0.0, 0.0)
      let row = list.rows[position]
      gtk_widget_translate_coordinates(row, list.view.widget, 0, 0, &x, &y)
      return y + Double(gtk_widget_get_height(row)) * part
    }

    private func begin(_ position: Int, _ list: ShownList) -> TestDrag? {
      TestDrag(from: list.view.widget, 5, point(position, 0.5, list))
    }

    private func classes(_ list: ShownList) -> [Int] {
      list.rows.indices.filter { index in
        var names = gtk_widget_get_css_classes(list.rows[index])
        defer { g_strfreev(names) }
        let first = names
        var count = 0
        while let name = names?.pointee {
          if String(cString: name).hasPrefix("gtkviews-") { count += 1 }
          names = names?.successor()
        }
        names = first
        return count > 0
      }
    }

    @Test func `a dragged row is dropped at the indicator line`() async throws {
      // Given a drag of the first letter
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows have room") { gtk_widget_get_height(list.rows[1]) > 0 }
      model.made = []
      let drag = try #require(begin(1, list))

      // When it is over the lower half of the third, then the line is shown there
      #expect(drag.move(over: list.view.widget, 5, point(3, 0.75, list)))
      #expect(classes(list) == [3])

      // And the line is not shown over rows outside of the loop
      #expect(!drag.move(over: list.view.widget, 5, point(0, 0.5, list)))
      #expect(classes(list).isEmpty)
      #expect(!drag.move(over: list.view.widget, 5, point(6, 0.5, list)))

      // And the row moves to the place of the drop
      #expect(await drag.drop(on: list.view.widget, 5, point(3, 0.75, list)))
      await waitUntil("it moved") { window.texts == ["Header", "b", "c", "a", "d", "e", "x", "y"] }
      #expect(classes(list).isEmpty)
      #expect(model.made.isEmpty)
      window.close()
    }

    @Test func `a row that is dropped at its own place does not move`() async throws {
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows have room") { gtk_widget_get_height(list.rows[1]) > 0 }
      for (position, part) in [(1, 0.75), (2, 0.25), (2, 0.75), (3, 0.25)] {
        let drag = try #require(begin(2, list))
        #expect(await drag.drop(on: list.view.widget, 5, point(position, part, list)))
      }
      #expect(model.moves == 0)
      window.close()
    }

    @Test func `all selected rows are dragged, also after another row is inserted`() async throws {
      let model = Model()
      model.selection = ["a", "c"]
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows have room") { gtk_widget_get_height(list.rows[1]) > 0 }
      let drag = try #require(begin(3, list))
      model.letters.insert("new", at: 0)
      await waitUntil("it is there") { window.texts.count == 9 }
      #expect(await drag.drop(on: list.view.widget, 5, point(6, 0.75, list)))
      await waitUntil("they moved") { model.letters == ["new", "b", "d", "e", "a", "c"] }
      #expect(model.selection == ["a", "c"])
      window.close()
    }

    @Test func `a row that is removed during its drag is not dropped`() async throws {
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows have room") { gtk_widget_get_height(list.rows[1]) > 0 }
      let drag = try #require(begin(1, list))
      model.letters.removeFirst()
      await waitUntil("it is gone") { window.texts.count == 7 }
      #expect(await drag.drop(on: list.view.widget, 5, point(3, 0.75, list)) == false)
      #expect(model.letters == ["b", "c", "d", "e"])

      // And neither a header nor a row that cannot move is dragged
      #expect(begin(0, list) == nil)
      #expect(begin(5, list) == nil)
      window.close()
    }

    @Test func `a list is freed when its window closes during a drag`() async throws {
      let model = Model()
      let deallocations = DeallocationWatch()
      let window = await show { Letters(model: model) }
      do {
        let list = try #require(ShownList(in: window))
        await waitUntil("the rows have room") { gtk_widget_get_height(list.rows[1]) > 0 }
        deallocations.watch(list.view, "the list")
        deallocations.watch(list.rows[1], "a row")
        let drag = try #require(begin(1, list))
        _ = drag.move(over: list.view.widget, 5, point(3, 0.75, list))
      }
      window.close()
      await deallocations.expectAll()
    }

    struct Long: View {
      let count: Int
      let moved: @MainActor (RowOffsets, Int) -> Void

      var body: some View {
        List { ForEach(0..<count, id: \.self) { Text(verbatim: "\($0)") }.onMove(perform: moved) }.frame(height: 200)
      }
    }

    @Test func `a list scrolls while a drag is near its edge`() async throws {
      var moves: [[Int]] = []
      let window = await show { Long(count: 100_000) { moves.append(Array($0) + [$1]) } }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows have room") { gtk_widget_get_height(list.view.widget) > 100 }
      let drag = try #require(begin(0, list))
      let adjustment = try #require(gtk_scrollable_get_vadjustment(list.view))
      let bottom = Double(gtk_widget_get_height(list.view.widget)) - 2
      #expect(drag.move(over: list.view.widget, 5, bottom))
      await waitUntil("it has scrolled") { gtk_adjustment_get_value(adjustment) > 100 }
      #expect(await drag.drop(on: list.view.widget, 5, bottom))
      #expect(moves.count == 1)
      #expect((moves.first?.last ?? 0) > 5)
      window.close()
    }
  }
}
