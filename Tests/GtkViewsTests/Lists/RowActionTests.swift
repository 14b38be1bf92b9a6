import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Rows with `contextMenu(forSelectionType:menu:primaryAction:)`.
  @MainActor @Suite struct RowActionTests {
    @Observable @MainActor final class Model {
      var letters = ["a", "b", "c", "d"]
      var selection: Set<String> = []
      var singleSelection: String?
      /// Whether a menu has the entry “Delete”.
      var canDelete = true
      var isDisabled = false
      /// The letters of each call of the primary action or of “Open”.
      @ObservationIgnored var actionTargets: [Set<String>] = []
      /// The letters of each menu that was created.
      @ObservationIgnored var menuTargets: [Set<String>] = []

      func act(on letters: Set<String>) { actionTargets.append(letters) }
    }

    /// A list of letters. The header is row 0, so “a” is row 1. The last row has the value “own” and its own menu.
    struct Letters: View {
      @Bindable var model: Model

      var body: some View {
        List(selection: $model.selection) {
          Text("Header")
          ForEach(model.letters, id: \.self) { Text(verbatim: $0) }
          Text("own").tag("own").contextMenu { Button("Its Own") {} }
        }
        .frame(width: 300, height: 400)
        .contextMenu(forSelectionType: String.self) { letters in
          let _ = model.menuTargets.append(letters)
          if letters.isEmpty {
            Button("New") { model.letters.append("new") }
          } else {
            Button("Open") { model.act(on: letters) }
            if model.canDelete {
              Button("Delete \(letters.count)") { model.letters.removeAll { letters.contains($0) } }
            }
          }
        } primaryAction: {
          model.act(on: $0)
        }
      }
    }

    private func visibleMenu<Content>(in window: ViewWindow<Content>) -> ShownMenu? {
      window.window.flatMap {
        widgets(ofType: gtk_popover_menu_get_type(), in: $0).first { gtk_widget_get_mapped($0) != 0 }
      }.map { ShownMenu($0) }
    }

    /// Opens the menu with a long press on the row with a position, or below all rows if the position is `nil`. Returns
    /// the menu.
    private func openMenu<Content>(
      at position: Int?, _ list: ShownList, in window: ViewWindow<Content>
    ) async throws -> ShownMenu {
      // This point is below all rows of the list, which is 400 pixels high.
      var (x, y) = (20.0, 390.0)
      if let position { gtk_widget_translate_coordinates(list.rows[position], list.listView.widget, 5, 5, &x, &y) }
      await longPress(list.listView.widget, at: x, y)
      await waitUntil("the menu is open") { visibleMenu(in: window) != nil }
      return try #require(visibleMenu(in: window))
    }

    /// Closes a menu without selecting an item. The menu is gone when the function returns.
    private func close<Content>(_ menu: ShownMenu, in window: ViewWindow<Content>) async {
      await performInEventHandler { gtk_popover_popdown(UnsafeMutablePointer(OpaquePointer(menu.popover))) }
      await waitUntil("the menu is closed") { visibleMenu(in: window) == nil }
    }

    /// Returns the list of a window when its rows are laid out.
    private func laidOutList<Content>(in window: ViewWindow<Content>) async throws -> ShownList {
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows have room") { list.rows.allSatisfy { gtk_widget_get_height($0) > 0 } }
      return list
    }

    @Test func `Return acts on an unselected row alone, or on all selected rows`() async throws {
      // Given a list with two selected rows
      let model = Model()
      model.selection = ["a", "c"]
      let window = await show { Letters(model: model) }
      let list = try await laidOutList(in: window)
      await waitUntil("the two rows are selected") { list.selectedIndices == [1, 3] }

      // When Return is pressed on a row that is not selected. GTK then activates the row, as this call does
      await performInEventHandler { _ = gtk_widget_activate(list.rows[2]) }
      // Then the action is for that row alone, and the selection stays
      #expect(model.actionTargets == [["b"]])
      #expect(model.selection == ["a", "c"])

      // When Return is pressed on a selected row
      await performInEventHandler { _ = gtk_widget_activate(list.rows[3]) }
      // Then the action is for all selected rows
      #expect(model.actionTargets.last == ["a", "c"])

      // And a header has no action
      await performInEventHandler { _ = gtk_widget_activate(list.rows[0]) }
      #expect(model.actionTargets.count == 2)
      window.close()
    }

    @Test func `an action includes rows selected just before it and excludes selected values without a row`()
      async throws
    {
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try await laidOutList(in: window)
      // The action runs in the same event as the write, before the list shows the new selection. No row has the value
      // “elsewhere”.
      await performInEventHandler {
        model.selection = ["a", "b", "elsewhere"]
        gtk_widget_activate(list.rows[1])
      }
      #expect(model.actionTargets == [["a", "b"]])
      window.close()
    }

    @Test func `a double-click selects the row and runs the primary action once`() async throws {
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try await laidOutList(in: window)

      // When a row is double-clicked with a mouse
      doubleClick(list.rows[2])
      await waitUntil("the action was called") { !model.actionTargets.isEmpty }

      // Then the row is selected, and the action was called once
      #expect(model.actionTargets == [["b"]])
      #expect(model.selection == ["b"])
      window.close()
    }

    /// A list with single selection and a primary action. It has no header, so “a” is row 0.
    struct SingleSelection: View {
      @Bindable var model: Model

      var body: some View {
        List(model.letters, id: \.self, selection: $model.singleSelection) { Text(verbatim: $0) }
          .frame(width: 300, height: 400)
          .contextMenu(forSelectionType: String.self) { letters in
            Button("Open \(letters.sorted().joined())") {}
          } primaryAction: {
            model.act(on: $0)
          }
      }
    }

    /// A list of strings. The primary action is for integers, so it does not apply to the rows.
    struct PrimaryActionForNumbers: View {
      @Bindable var model: Model

      var body: some View {
        List(model.letters, id: \.self, selection: $model.singleSelection) { Text(verbatim: $0) }
          .frame(width: 300, height: 400)
          .contextMenu(forSelectionType: String.self) { _ in Button("Open") {} }
          .contextMenu(forSelectionType: Int.self) { _ in
            Button("Other") {}
          } primaryAction: { _ in
            model.act(on: ["a number"])
          }
      }
    }

    @Test func `with single selection, Return acts on the row and keeps the selection`() async throws {
      let model = Model()
      model.singleSelection = "a"
      let window = await show { SingleSelection(model: model) }
      let list = try await laidOutList(in: window)
      await performInEventHandler { _ = gtk_widget_activate(list.rows[0]) }
      await performInEventHandler { _ = gtk_widget_activate(list.rows[1]) }
      #expect(model.actionTargets == [["a"], ["b"]])
      #expect(model.singleSelection == "a")
      window.close()
    }

    @Test func `without a primary action for the value type of a row, Return selects the row`() async throws {
      let model = Model()
      let window = await show { PrimaryActionForNumbers(model: model) }
      let list = try await laidOutList(in: window)
      await performInEventHandler { _ = gtk_widget_activate(list.rows[1]) }
      #expect(model.actionTargets.isEmpty)
      #expect(model.singleSelection == "b")
      window.close()
    }

    @Test func `the context menu is for the pressed row, all selected rows, or no row`()
      async throws
    {
      // Given a list with two selected rows
      let model = Model()
      model.selection = ["a", "c"]
      let window = await show { Letters(model: model) }
      let list = try await laidOutList(in: window)
      await waitUntil("the two rows are selected") { list.selectedIndices == [1, 3] }

      // When the menu is opened on a row that is not selected, then the menu is for that row
      var menu = try await openMenu(at: 2, list, in: window)
      #expect(model.menuTargets == [["b"]])
      #expect(menu.titles == ["Open", "Delete 1"])
      #expect(model.selection == ["a", "c"])
      await close(menu, in: window)

      // On a selected row, the menu is for both selected rows
      menu = try await openMenu(at: 3, list, in: window)
      #expect(model.menuTargets.last == ["a", "c"])
      #expect(menu.titles == ["Open", "Delete 2"])
      await menu.select("Open")
      #expect(model.actionTargets == [["a", "c"]])
      await waitUntil("the menu is closed") { visibleMenu(in: window) == nil }

      // Below all rows, and on a header, the menu is for no row
      menu = try await openMenu(at: nil, list, in: window)
      #expect(menu.titles == ["New"])
      await close(menu, in: window)
      menu = try await openMenu(at: 0, list, in: window)
      #expect(menu.titles == ["New"])
      await menu.select("New")
      await waitUntil("the new row is inserted") { model.letters.last == "new" && visibleMenu(in: window) == nil }

      // And a row with its own menu has only that menu. The row is after the header and five letters.
      menu = try await openMenu(at: 6, list, in: window)
      #expect(menu.titles == ["Its Own"])
      await close(menu, in: window)
      window.close()
    }

    @Test func `the menu key opens the focused row's menu, and the open menu follows its state`() async throws {
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try await laidOutList(in: window)
      // Given the focus on “b”, which is one of two selected rows
      await performInEventHandler { _ = gtk_widget_grab_focus(list.rows[2]) }
      model.selection = ["b", "d"]

      // When the menu key is pressed, then the menu for both selected rows opens
      #expect(await pressKey(UInt32(GDK_KEY_Menu), on: list.listView.widget))
      await waitUntil("the menu is open") { visibleMenu(in: window) != nil }
      let menu = try #require(visibleMenu(in: window))
      #expect(menu.titles == ["Open", "Delete 2"])

      // When the state that the menu reads changes, then its entries change
      model.canDelete = false
      await waitUntil("the menu follows") { menu.titles == ["Open"] }

      // And when the rows of the menu are removed, then the menu closes
      model.letters = []
      await waitUntil("the menu is closed") { visibleMenu(in: window) == nil }

      // And the menu below the remaining rows is for no row
      let menuForNoRow = try await openMenu(at: nil, list, in: window)
      #expect(menuForNoRow.titles == ["New"])
      await menuForNoRow.select("New")
      await waitUntil("the new row is shown") { window.texts == ["Header", "new", "own"] }
      window.close()
    }

    /// A list whose own menu has an entry only for “a”. `onDelete` gives each letter the menu entry “Delete”.
    struct Editable: View {
      @Bindable var model: Model

      var body: some View {
        List(selection: $model.selection) {
          ForEach(model.letters, id: \.self) { Text(verbatim: $0) }.onDelete { model.letters.remove(atOffsets: $0) }
        }
        .frame(width: 300, height: 400)
        .contextMenu(forSelectionType: String.self) { letters in
          if letters.contains("a") { Button("Open") {} }
        }
        .disabled(model.isDisabled)
      }
    }

    @Test func `a row has the menu of its ForEach if the list's menu is empty, and no menu if the list is disabled`()
      async throws
    {
      let model = Model()
      let window = await show { Editable(model: model) }
      let list = try await laidOutList(in: window)
      var menu = try await openMenu(at: 0, list, in: window)
      #expect(menu.titles == ["Open"])
      await close(menu, in: window)
      menu = try await openMenu(at: 1, list, in: window)
      #expect(menu.titles == ["Delete"])
      await close(menu, in: window)

      // When the list is disabled, then no menu opens
      model.isDisabled = true
      await mainLoopSettles()
      // The point is in the first row, whose menu was opened before.
      await longPress(list.listView.widget, at: 20, 10)
      await mainLoopSettles()
      #expect(visibleMenu(in: window) == nil)
      window.close()
    }
  }
}
