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
      /// The elements of a second `ForEach`, without `onMove`.
      var others = ["x", "y"]
      var selection: Set<String> = []
      var canDelete = true
      /// The texts of the rows whose bodies were evaluated.
      @ObservationIgnored var evaluatedTexts: [String] = []
      @ObservationIgnored var moveCount = 0

      init(_ letters: String = "abcde") { self.letters = letters.map(String.init) }

      // `onDelete` and `onMove` accept functions of the library's `RowOffsets` and, as in SwiftUI, of `IndexSet`.
      func remove(at offsets: RowOffsets) { letters.remove(atOffsets: offsets) }
      func delete(at offsets: IndexSet) { letters.remove(atOffsets: offsets) }
      func move(from offsets: IndexSet, to destination: Int) {
        moveCount += 1
        letters.move(fromOffsets: offsets, toOffset: destination)
      }
    }

    struct Row: View {
      let text: String
      let model: Model

      var body: some View {
        let _ = model.evaluatedTexts.append(text)
        Text(verbatim: text)
      }
    }

    /// A list whose row 0 is the header. Without changes, rows 1 to 5 are the letters “a” to “e”, and rows 6 and 7 are
    /// the others, “x” and “y”.
    struct Letters: View {
      @Bindable var model: Model

      var body: some View {
        List(selection: $model.selection) {
          Text("Header")
          ForEach(model.letters, id: \.self) { Row(text: $0, model: model) }
            .onDelete(perform: model.canDelete ? model.remove : nil)
            .onMove { offsets, destination in
              model.moveCount += 1
              model.letters.move(fromOffsets: offsets, toOffset: destination)
            }
          ForEach(model.others, id: \.self) { Text(verbatim: $0) }.onDelete { model.others.remove(atOffsets: $0) }
        }
        .frame(minHeight: 300)
      }
    }

    private func giveFocus(toRow position: Int, in list: ShownList) async throws {
      let row = try #require(list.rows.indices.contains(position) ? list.rows[position] : nil)
      await performInEventHandler { _ = RowFocus.giveFocus(to: row) }
      try #require(gtk_widget_is_focus(row) != 0)
    }

    /// Returns the position of the focused row.
    private func focusedPosition(_ list: ShownList) -> Int? { list.rows.firstIndex { gtk_widget_is_focus($0) != 0 } }

    private func focusedTexts(_ list: ShownList) -> [String] {
      list.rows.first { gtk_widget_is_focus($0) != 0 }.map { GtkTestSupport.texts(in: $0) } ?? []
    }

    /// Presses a key. Returns whether the list has handled the key.
    private func press(_ key: Int32, in list: ShownList) async -> Bool {
      await pressKey(UInt32(key), on: list.listView.widget)
    }

    private let alt = GDK_ALT_MASK

    @Test func `Delete removes the focused row and focuses the next row`() async throws {
      // Given a list with the focus on the second letter
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      try await giveFocus(toRow: 2, in: list)
      model.evaluatedTexts = []

      // When Delete is pressed
      #expect(await press(GDK_KEY_Delete, in: list))

      // Then the letter is removed, no other row is evaluated again, and the next row has the focus
      await waitUntil("the row is removed") { window.texts == ["Header", "a", "c", "d", "e", "x", "y"] }
      #expect(model.evaluatedTexts.isEmpty)
      await waitUntil("the next row has the focus") { focusedTexts(list) == ["c"] }

      // When the last row is deleted, which belongs to the second `ForEach`, then the row before gets the focus
      try await giveFocus(toRow: 6, in: list)
      #expect(await press(GDK_KEY_Delete, in: list))
      await waitUntil("the row is removed") { window.texts == ["Header", "a", "c", "d", "e", "x"] }
      await waitUntil("the row before has the focus") { focusedPosition(list) == 5 }
      window.close()
    }

    @Test func `Delete on a selected row removes all selected rows, each from its own ForEach`() async throws {
      let model = Model()
      model.selection = ["a", "d", "y"]
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      try await giveFocus(toRow: 4, in: list)
      // Giving the focus to a row may have selected this row alone.
      model.selection = ["a", "d", "y"]
      await waitUntil("the three rows are selected") { list.selectedIndices == [1, 4, 7] }
      #expect(await press(GDK_KEY_Delete, in: list))
      await waitUntil("the selected rows are removed") { window.texts == ["Header", "b", "c", "e", "x"] }
      // Row 3 is “e”. The removed row “d” had the focus, and “e” was the next row.
      #expect(focusedPosition(list) == 3)

      // A row that is not selected is deleted alone
      model.selection = ["b"]
      try await giveFocus(toRow: 2, in: list)
      model.selection = ["b"]
      await waitUntil("row 1 is selected") { list.selectedIndices == [1] }
      #expect(await press(GDK_KEY_Delete, in: list))
      await waitUntil("the row is removed") { window.texts == ["Header", "b", "e", "x"] }
      window.close()
    }

    @Test func `after Delete, the next row has the focus even if rows before it are selected and kept`() async throws {
      // Given a selected row that can be deleted, and selected rows before it whose `ForEach` has no `onDelete`
      let model = Model()
      model.canDelete = false
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      try await giveFocus(toRow: 6, in: list)
      model.selection = ["a", "b", "x"]
      await waitUntil("the three rows are selected") { list.selectedIndices == [1, 2, 6] }

      // When Delete is pressed, then only the one row is deleted, and the next row has the focus
      #expect(await press(GDK_KEY_Delete, in: list))
      await waitUntil("the row is removed") { window.texts == ["Header", "a", "b", "c", "d", "e", "y"] }
      await waitUntil("the next row has the focus") { focusedTexts(list) == ["y"] }
      window.close()
    }

    @Test func `Delete keeps a row whose ForEach has no onDelete`() async throws {
      let model = Model()
      model.canDelete = false
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      try await giveFocus(toRow: 1, in: list)
      #expect(await press(GDK_KEY_Delete, in: list) == false)
      #expect(model.letters.count == 5)

      // When the rows of the `ForEach` become deletable, Delete removes the row
      model.canDelete = true
      await mainLoopSettles()
      #expect(await press(GDK_KEY_Delete, in: list))
      #expect(model.letters.count == 4)
      window.close()
    }

    @Test func `Alt with an arrow key moves the focused row, which keeps the focus`() async throws {
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      try await giveFocus(toRow: 1, in: list)
      let row = list.rows[1]
      model.evaluatedTexts = []

      // When the row moves down, and up again
      #expect(await pressKey(GDK_KEY_Down, holding: alt, on: list.listView.widget))
      await waitUntil("the row has moved down") { window.texts == ["Header", "b", "a", "c", "d", "e", "x", "y"] }
      // The letter keeps its widget.
      #expect(list.rows[2] == row)
      #expect(focusedPosition(list) == 2)
      #expect(await pressKey(GDK_KEY_Up, holding: alt, on: list.listView.widget))
      await waitUntil("the row has moved up") { window.texts.prefix(3) == ["Header", "a", "b"] }
      #expect(focusedPosition(list) == 1)
      #expect(model.evaluatedTexts.isEmpty)

      // When the user moves the first letter up or the last letter down, then the list handles the key, but the letter
      // stays in its place, because it cannot leave its `ForEach`
      #expect(await pressKey(GDK_KEY_Up, holding: alt, on: list.listView.widget))
      #expect(model.moveCount == 2)
      try await giveFocus(toRow: 5, in: list)
      #expect(await pressKey(GDK_KEY_Down, holding: alt, on: list.listView.widget))
      #expect(model.moveCount == 2)

      // And the rows of a `ForEach` without `onMove` do not move
      try await giveFocus(toRow: 6, in: list)
      #expect(await pressKey(GDK_KEY_Down, holding: alt, on: list.listView.widget) == false)
      window.close()
    }

    /// A list in which the element “c” has no row.
    struct IndexSetActions: View {
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
      let window = await show { IndexSetActions(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows are shown") { window.texts == ["a", "b", "d", "e"] }
      try await giveFocus(toRow: 2, in: list)
      #expect(await press(GDK_KEY_Delete, in: list))
      await waitUntil("the row is removed") { model.letters == ["a", "b", "c", "e"] }
      await waitUntil("three rows are left") { window.texts == ["a", "b", "e"] }
      try await giveFocus(toRow: 2, in: list)
      #expect(await pressKey(GDK_KEY_Up, holding: alt, on: list.listView.widget))
      await waitUntil("the row has moved before the element without a row") { model.letters == ["a", "b", "e", "c"] }
      window.close()
    }

    @Test func `a row without its own context menu has entries to move and delete it`() async throws {
      // Given the menu of the first letter
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      try await giveFocus(toRow: 1, in: list)
      #expect(await pressKey(UInt32(GDK_KEY_Menu), on: list.listView.widget))
      let menu = try #require(widgets(ofType: gtk_popover_menu_get_type(), in: list.listView.widget).first)
      await waitUntil("the menu is open") { texts(in: menu) == ["Move Up", "Move Down", "Delete"] }

      // When “Delete”, which is the third entry, is selected
      await performInEventHandler { _ = gtk_widget_activate_action_variant(menu, "menu.item2", nil) }
      await waitUntil("the row is removed") { model.letters == ["b", "c", "d", "e"] }

      // Then the removal has not made the header selectable
      await mainLoopSettles()
      try await giveFocus(toRow: 1, in: list)
      #expect(!list.areRowsSelectable[0])
      window.close()
    }
  }
}

extension GtkViewsTests {
  /// Rows that the user drags to another place. The x coordinate of each drag is 5, which is inside of the rows.
  /// `TestDrag.move` returns whether a drop is possible at the place, and `drop` whether the list accepted the drop.
  @MainActor @Suite struct RowDragTests {
    typealias Model = RowEditTests.Model
    typealias Letters = RowEditTests.Letters

    /// Returns a vertical place in a row, in the coordinates of the list.
    ///
    /// - Parameter fraction: 0 for the top of the row, and 1 for its bottom.
    private func y(inRow position: Int, at fraction: Double, _ list: ShownList) -> Double {
      var (x, y) = (0.0, 0.0)
      let row = list.rows[position]
      gtk_widget_translate_coordinates(row, list.listView.widget, 0, 0, &x, &y)
      return y + Double(gtk_widget_get_height(row)) * fraction
    }

    /// Begins a drag in the middle of a row.
    private func beginDrag(ofRow position: Int, _ list: ShownList) -> TestDrag? {
      TestDrag(from: list.listView.widget, 5, y(inRow: position, at: 0.5, list))
    }

    /// Returns the positions of the rows that show the indicator line of a drop. These rows have a CSS class of the
    /// library, and other rows have none.
    private func rowsWithIndicator(_ list: ShownList) -> [Int] {
      list.rows.indices.filter { index in
        let names = gtk_widget_get_css_classes(list.rows[index])
        defer { g_strfreev(names) }
        var next = names
        var count = 0
        while let name = next?.pointee {
          if String(cString: name).hasPrefix("gtkviews-") { count += 1 }
          next = next?.successor()
        }
        return count > 0
      }
    }

    @Test func `a dragged row is dropped at the indicator line`() async throws {
      // Given a drag of the first letter
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows are laid out") { gtk_widget_get_height(list.rows[1]) > 0 }
      model.evaluatedTexts = []
      let drag = try #require(beginDrag(ofRow: 1, list))

      // When the drag is over the lower half of the third letter, then the line is shown there
      #expect(drag.move(over: list.listView.widget, x: 5, y: y(inRow: 3, at: 0.75, list)))
      #expect(rowsWithIndicator(list) == [3])

      // And the line is not shown at rows outside of the `ForEach`
      #expect(!drag.move(over: list.listView.widget, x: 5, y: y(inRow: 0, at: 0.5, list)))
      #expect(rowsWithIndicator(list).isEmpty)
      #expect(!drag.move(over: list.listView.widget, x: 5, y: y(inRow: 6, at: 0.5, list)))

      // And the row moves to the place of the drop
      #expect(await drag.drop(on: list.listView.widget, x: 5, y: y(inRow: 3, at: 0.75, list)))
      await waitUntil("the row has moved") { window.texts == ["Header", "b", "c", "a", "d", "e", "x", "y"] }
      #expect(rowsWithIndicator(list).isEmpty)
      #expect(model.evaluatedTexts.isEmpty)
      window.close()
    }

    @Test func `a row that is dropped at its own place does not move`() async throws {
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows are laid out") { gtk_widget_get_height(list.rows[1]) > 0 }
      // Each of these four places is directly before or after row 2. The list accepts the drop, but moves no row.
      for (position, fraction) in [(1, 0.75), (2, 0.25), (2, 0.75), (3, 0.25)] {
        let drag = try #require(beginDrag(ofRow: 2, list))
        #expect(await drag.drop(on: list.listView.widget, x: 5, y: y(inRow: position, at: fraction, list)))
      }
      #expect(model.moveCount == 0)
      window.close()
    }

    @Test func `all selected rows are dragged, also after another row is inserted`() async throws {
      let model = Model()
      model.selection = ["a", "c"]
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows are laid out") { gtk_widget_get_height(list.rows[1]) > 0 }
      let drag = try #require(beginDrag(ofRow: 3, list))
      model.letters.insert("new", at: 0)
      await waitUntil("the new row is shown") { window.texts.count == 9 }
      // Row 6 is “e” now, the last letter.
      #expect(await drag.drop(on: list.listView.widget, x: 5, y: y(inRow: 6, at: 0.75, list)))
      await waitUntil("the selected rows have moved") { model.letters == ["new", "b", "d", "e", "a", "c"] }
      #expect(model.selection == ["a", "c"])
      window.close()
    }

    @Test func `a row removed during its drag is not dropped, and a row without onMove cannot be dragged`() async throws
    {
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows are laid out") { gtk_widget_get_height(list.rows[1]) > 0 }
      let drag = try #require(beginDrag(ofRow: 1, list))
      model.letters.removeFirst()
      await waitUntil("the row is removed") { window.texts.count == 7 }
      #expect(await drag.drop(on: list.listView.widget, x: 5, y: y(inRow: 3, at: 0.75, list)) == false)
      #expect(model.letters == ["b", "c", "d", "e"])

      // And neither the header nor a row of a `ForEach` without `onMove` can be dragged
      #expect(beginDrag(ofRow: 0, list) == nil)
      #expect(beginDrag(ofRow: 5, list) == nil)
      window.close()
    }

    @Test func `a list is freed when its window closes during a drag`() async throws {
      let model = Model()
      let deallocations = DeallocationWatch()
      let window = await show { Letters(model: model) }
      // The scope ends the test's references to the list and the drag.
      do {
        let list = try #require(ShownList(in: window))
        await waitUntil("the rows are laid out") { gtk_widget_get_height(list.rows[1]) > 0 }
        deallocations.watch(list.listView, "the list")
        deallocations.watch(list.rows[1], "a row")
        let drag = try #require(beginDrag(ofRow: 1, list))
        _ = drag.move(over: list.listView.widget, x: 5, y: y(inRow: 3, at: 0.75, list))
      }
      window.close()
      await deallocations.expectAll()
    }

    struct LongList: View {
      let count: Int
      let onMove: @MainActor (RowOffsets, Int) -> Void

      var body: some View {
        List { ForEach(0..<count, id: \.self) { Text(verbatim: "\($0)") }.onMove(perform: onMove) }.frame(height: 200)
      }
    }

    @Test func `a list scrolls while a drag is near its edge`() async throws {
      // Each move consists of the offset of the row and the destination.
      var moves: [[Int]] = []
      let window = await show { LongList(count: 100_000) { moves.append(Array($0) + [$1]) } }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows are laid out") { gtk_widget_get_height(list.listView.widget) > 100 }
      let drag = try #require(beginDrag(ofRow: 0, list))
      let adjustment = try #require(gtk_scrollable_get_vadjustment(list.listView))
      // Two pixels above the lower edge of the list
      let nearBottom = Double(gtk_widget_get_height(list.listView.widget)) - 2
      #expect(drag.move(over: list.listView.widget, x: 5, y: nearBottom))
      await waitUntil("the list has scrolled") { gtk_adjustment_get_value(adjustment) > 100 }
      #expect(await drag.drop(on: list.listView.widget, x: 5, y: nearBottom))
      #expect(moves.count == 1)
      // The list is 200 pixels high and has scrolled by more than 100 pixels, so its bottom is far below the fifth row.
      #expect((moves.first?.last ?? 0) > 5)
      window.close()
    }
  }
}
