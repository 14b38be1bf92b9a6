import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// `contextMenu(forSelectionType:menu:primaryAction:)`.
  @MainActor @Suite struct RowActionTests {
    @Observable @MainActor final class Model {
      var letters = ["a", "b", "c", "d"]
      var selection: Set<String> = []
      var one: String?
      var canDelete = true
      var hasAction = true
      @ObservationIgnored var acted: [Set<String>] = []
      @ObservationIgnored var menus: [Set<String>] = []

      func act(on letters: Set<String>) { acted.append(letters) }
    }

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
          let _ = model.menus.append(letters)
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

    private func openMenu<Content>(in window: ViewWindow<Content>) -> ShownMenu? {
      window.window.flatMap {
        widgets(ofType: gtk_popover_menu_get_type(), in: $0).first { gtk_widget_get_mapped($0) != 0 }
      }.map { ShownMenu($0) }
    }

    /// Opens the menu at a row, or below all rows, and returns it.
    private func openMenu<Content>(
      at position: Int?, _ list: ShownList, in window: ViewWindow<Content>
    ) async throws -> ShownMenu {
      var (x, y) = (20.0, 390.0)
      if let position { gtk_widget_translate_coordinates(list.rows[position], list.view.widget, 5, 5, &x, &y) }
      await longPress(list.view.widget, at: x, y)
      await waitUntil("the menu") { openMenu(in: window) != nil }
      return try #require(openMenu(in: window))
    }

    /// Closes a menu without selecting an item. The menu is gone when the function returns.
    private func close<Content>(_ menu: ShownMenu, in window: ViewWindow<Content>) async {
      await performInSource { gtk_popover_popdown(UnsafeMutablePointer(OpaquePointer(menu.popover))) }
      await waitUntil("the menu is closed") { openMenu(in: window) == nil }
    }

    private func shown<Content>(_ window: ViewWindow<Content>) async throws -> ShownList {
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows have room") { list.rows.allSatisfy { gtk_widget_get_height($0) > 0 } }
      return list
    }

    @Test func `Return acts on an unselected row alone, or on all selected rows`() async throws {
      // Given a list with two selected rows
      let model = Model()
      model.selection = ["a", "c"]
      let window = await show { Letters(model: model) }
      let list = try await shown(window)
      await waitUntil("they are selected") { list.selected == [1, 3] }

      // When Return is pressed on a row that is not selected
      await performInSource { _ = gtk_widget_activate(list.rows[2]) }
      // Then the action is for that row alone, and the selection stays
      #expect(model.acted == [["b"]])
      #expect(model.selection == ["a", "c"])

      // When Return is pressed on a selected row
      await performInSource { _ = gtk_widget_activate(list.rows[3]) }
      // Then the action is for all selected rows
      #expect(model.acted.last == ["a", "c"])

      // And a header has no action
      await performInSource { _ = gtk_widget_activate(list.rows[0]) }
      #expect(model.acted.count == 2)
      window.close()
    }

    @Test func `an action includes rows selected in the same turn and excludes missing values`() async throws {
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try await shown(window)
      await performInSource {
        model.selection = ["a", "b", "elsewhere"]
        gtk_widget_activate(list.rows[1])
      }
      #expect(model.acted == [["a", "b"]])
      window.close()
    }

    @Test func `a double-click selects the row and runs the primary action once`() async throws {
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try await shown(window)

      // When a row is double-clicked with a mouse
      doubleClick(list.rows[2])
      await waitUntil("it is done") { !model.acted.isEmpty }

      // Then the row is selected, and the action was called once
      #expect(model.acted == [["b"]])
      #expect(model.selection == ["b"])
      window.close()
    }

    struct One: View {
      @Bindable var model: Model

      var body: some View {
        List(model.letters, id: \.self, selection: $model.one) { Text(verbatim: $0) }
          .frame(width: 300, height: 400)
          .contextMenu(forSelectionType: String.self) { letters in
            Button("Open \(letters.sorted().joined())") {}
          } primaryAction: {
            model.act(on: $0)
          }
      }
    }

    struct Plain: View {
      @Bindable var model: Model

      var body: some View {
        List(model.letters, id: \.self, selection: $model.one) { Text(verbatim: $0) }
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
      model.one = "a"
      let window = await show { One(model: model) }
      let list = try await shown(window)
      await performInSource { _ = gtk_widget_activate(list.rows[0]) }
      await performInSource { _ = gtk_widget_activate(list.rows[1]) }
      #expect(model.acted == [["a"], ["b"]])
      #expect(model.one == "a")
      window.close()
    }

    @Test func `without a primary action for its value type, Return selects the row`() async throws {
      let model = Model()
      let window = await show { Plain(model: model) }
      let list = try await shown(window)
      await performInSource { _ = gtk_widget_activate(list.rows[1]) }
      #expect(model.acted.isEmpty)
      #expect(model.one == "b")
      window.close()
    }

    @Test func `the context menu is for the row under the pointer, all selected rows, or no row`()
      async throws
    {
      // Given a list with two selected rows
      let model = Model()
      model.selection = ["a", "c"]
      let window = await show { Letters(model: model) }
      let list = try await shown(window)
      await waitUntil("they are selected") { list.selected == [1, 3] }

      // When the menu is opened on a row that is not selected, then it is for that row
      var menu = try await openMenu(at: 2, list, in: window)
      #expect(model.menus == [["b"]])
      #expect(menu.titles == ["Open", "Delete 1"])
      #expect(model.selection == ["a", "c"])
      await close(menu, in: window)

      // On a selected row, it is for both
      menu = try await openMenu(at: 3, list, in: window)
      #expect(model.menus.last == ["a", "c"])
      #expect(menu.titles == ["Open", "Delete 2"])
      await menu.select("Open")
      #expect(model.acted == [["a", "c"]])
      await waitUntil("it is gone") { openMenu(in: window) == nil }

      // Below all rows, and on a header, it is for no row
      menu = try await openMenu(at: nil, list, in: window)
      #expect(menu.titles == ["New"])
      await close(menu, in: window)
      menu = try await openMenu(at: 0, list, in: window)
      #expect(menu.titles == ["New"])
      await menu.select("New")
      await waitUntil("it is there") { model.letters.last == "new" && openMenu(in: window) == nil }

      // And a row's own menu takes precedence
      menu = try await openMenu(at: 6, list, in: window)
      #expect(menu.titles == ["Its Own"])
      await close(menu, in: window)
      window.close()
    }

    @Test func `the menu key opens the focused row's menu, which follows its state`() async throws {
      let model = Model()
      let window = await show { Letters(model: model) }
      let list = try await shown(window)
      await performInSource { _ = gtk_widget_grab_focus(list.rows[2]) }
      model.selection = ["b", "d"]
      #expect(await pressKey(UInt32(GDK_KEY_Menu), on: list.view.widget))
      await waitUntil("the menu") { openMenu(in: window) != nil }
      let menu = try #require(openMenu(in: window))
      #expect(menu.titles == ["Open", "Delete 2"])

      // When the state that the menu reads changes
      model.canDelete = false
      await waitUntil("it follows") { menu.titles == ["Open"] }

      // And when its rows are removed, then it closes
      model.letters = []
      await waitUntil("it is gone") { openMenu(in: window) == nil }

      // Then the menu of an empty list is for no row
      let empty = try await openMenu(at: nil, list, in: window)
      #expect(empty.titles == ["New"])
      await empty.select("New")
      await waitUntil("it is there") { window.texts == ["Header", "new", "own"] }
      window.close()
    }

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
        .disabled(!model.canDelete)
      }
    }

    @Test func `a row without selection menu entries has the menu of its ForEach`() async throws {
      let model = Model()
      let window = await show { Editable(model: model) }
      let list = try await shown(window)
      var menu = try await openMenu(at: 0, list, in: window)
      #expect(menu.titles == ["Open"])
      await close(menu, in: window)
      menu = try await openMenu(at: 1, list, in: window)
      #expect(menu.titles == ["Delete"])
      await close(menu, in: window)

      // No menu opens where everything is disabled
      model.canDelete = false
      await mainLoopSettles()
      await longPress(list.view.widget, at: 20, 10)
      await mainLoopSettles()
      #expect(openMenu(in: window) == nil)
      window.close()
    }
  }
}
