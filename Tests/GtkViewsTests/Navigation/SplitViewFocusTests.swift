import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The focus and other state that hidden columns of a split view keep, and the bindings and keys of a split view.
  ///
  /// In a window 900 pixels wide, a split view shows its columns side by side. In a window 400 pixels wide, a split
  /// view is folded: the window shows one column at a time. The sidebar of a ``SplitViewFixture`` has a list with
  /// the rows “Anna”, “Bela” and “Cora”, and above the list a button “Count 0”. The detail has a text “About …”, a text
  /// field and a button “Detail”.
  @MainActor @Suite struct SplitViewFocusTests {
    typealias Model = SplitViewFixture.Model

    @Test func `unfolding the columns restores the focus and the cursor position`() async throws {
      // Given a wide window with the focus in a text field of the detail, and without a selection
      let fixture = await SplitViewFixture(width: 900, Model())
      let entry = try #require(fixture.firstWidget(ofType: gtk_entry_get_type()))
      await performInEventHandler {
        _ = gtk_widget_grab_focus(entry)
        gtk_editable_set_position(entry.opaque, 3)
      }
      // GTK gives the focus of a field to the text widget inside it.
      #expect(fixture.focusedWidget.map { gtk_widget_is_ancestor($0, entry) } == 1)

      // When the columns fold, then the first button of the sidebar, which is the visible column, has the focus
      await fixture.resize(to: 400)
      await waitUntil("the first button has the focus") {
        fixture.focusedWidget.map { texts(in: $0) } == ["Count 0"]
      }

      // When the columns unfold, then the focus is in the text field again, with the same cursor position
      await fixture.resize(to: 900)
      await waitUntil("the text field has the focus") {
        fixture.focusedWidget.map { gtk_widget_is_ancestor($0, entry) } == 1
      }
      #expect(gtk_editable_get_position(entry.opaque) == 3)
      fixture.end()
    }

    @Test func `a focus that the user moved while the columns were folded stays when they unfold`() async throws {
      // Given a wide window with a selection, and with the focus on a row of the list
      let model = Model()
      model.selection = "Anna"
      let fixture = await SplitViewFixture(width: 900, model)
      let row = try #require(fixture.list?.rows[0])
      await performInEventHandler { _ = gtk_widget_grab_focus(row) }

      // When the columns fold, then the focus leaves the row, because only the detail is visible
      await fixture.resize(to: 400)
      await waitUntil("the detail has the focus") {
        fixture.focusedWidget.map { gtk_widget_is_ancestor($0, row) == 0 && $0 != row } == true
      }

      // When the user moves the focus to a button and the columns unfold, then the button keeps the focus
      let detailButton = try #require(button("Detail", in: fixture.gtkWindow))
      await performInEventHandler { _ = gtk_widget_grab_focus(detailButton) }
      await fixture.resize(to: 900)
      #expect(fixture.focusedWidget == detailButton)
      fixture.end()
    }

    @Test func `selecting a row and going back move the focus between the columns`() async throws {
      // Given a narrow window with the focus on a row
      let fixture = await SplitViewFixture(width: 400, Model())
      let list = try #require(fixture.list)
      await performInEventHandler { _ = gtk_widget_grab_focus(list.rows[1]) }

      // When the row is selected, then the text field of the detail has the focus
      await list.select(1)
      await waitUntil("the text field has the focus") {
        fixture.focusedWidget.map { $0.isA(gtk_text_get_type()) } == true
      }

      // When the user goes back, then the row has the focus again
      await click(try #require(fixture.backButton))
      await waitUntil("the row has the focus") { fixture.focusedWidget == list.rows[1] }
      fixture.end()
    }

    @Test func `a hidden column keeps its scroll position`() async throws {
      // Given a long list that is scrolled, in a wide window
      let model = Model()
      let fixture = await SplitViewFixture(width: 900) {
        NavigationSplitView {
          List(0..<500, id: \.self, selection: .constant(Int?.none)) { Text("Row \($0)") }
        } detail: {
          SplitViewFixture.Detail(model: model)
        }
      }
      let list = try #require(fixture.list)
      await list.scroll(to: 300)
      await waitUntil("the row is visible") { fixture.visibleTexts.contains("Row 300") }

      // When the columns fold and unfold, then the list has the same scroll position
      await fixture.resize(to: 400)
      await fixture.resize(to: 900)
      await waitUntil("the row and the detail are visible") {
        fixture.visibleTexts.contains("Row 300") && fixture.visibleTexts.contains("Detail")
      }
      fixture.end()
    }

    /// A split view that binds the visibility of its columns, and the column that it shows while it is folded.
    struct BoundSplitView: View {
      @Bindable var model: Model

      var body: some View {
        NavigationSplitView(columnVisibility: $model.visibility, preferredCompactColumn: $model.compactColumn) {
          SplitViewFixture.Sidebar(model: model)
        } detail: {
          SplitViewFixture.Detail(model: model)
        }
      }
    }

    @Test func `preferredCompactColumn sets the column of a folded split view and follows the user`() async throws {
      // Given a selection, and a binding whose value is the sidebar
      let model = Model()
      model.selection = "Anna"
      let fixture = await SplitViewFixture(width: 400) { BoundSplitView(model: model) }
      #expect(fixture.visibleTexts.contains("Cora"))

      // When the binding changes, the view follows
      model.compactColumn = .detail
      await waitUntil("the detail is visible") {
        fixture.visibleTexts == ["About Anna", "Detail"] && fixture.backButton != nil
      }
      #expect(model.selection == "Anna")

      // When the user goes back and selects another row, the binding follows
      await click(try #require(fixture.backButton))
      await waitUntil("the list is visible") {
        fixture.visibleTexts.contains("Cora") && model.compactColumn == .sidebar
      }
      await fixture.list?.select(2)
      await waitUntil("the detail is visible") {
        fixture.visibleTexts.contains("About Cora") && model.compactColumn == .detail
      }
      fixture.end()
    }

    @Test func `detailOnly hides the sidebar, except in a folded split view`() async {
      // Given a wide window with a hidden sidebar. The bar has only the button of the detail.
      let model = Model()
      model.visibility = .detailOnly
      let fixture = await SplitViewFixture(width: 900) { BoundSplitView(model: model) }
      #expect(fixture.visibleTexts == ["About nobody", "Detail"])
      #expect(fixture.barButtonTitles == ["Share"])

      // When the visibility changes, then the sidebar appears and disappears
      model.visibility = .all
      await waitUntil("both columns are visible") {
        fixture.visibleTexts.contains("Anna") && fixture.visibleTexts.contains("Detail")
      }
      model.visibility = .detailOnly
      await waitUntil("the sidebar is hidden") { !fixture.visibleTexts.contains("Anna") }

      // When the columns fold, then the sidebar is visible, although the visibility is `detailOnly`
      await fixture.resize(to: 400)
      await waitUntil("the list is visible") {
        fixture.visibleTexts.contains("Anna") && !fixture.visibleTexts.contains("Detail")
      }
      fixture.end()
    }

    @Test func `in a folded list, the arrow keys move the focus without selecting a row`() async throws {
      // Given a narrow window with the focus on the first row
      let model = Model()
      let fixture = await SplitViewFixture(width: 400, model)
      let list = try #require(fixture.list)
      await performInEventHandler { _ = gtk_widget_grab_focus(list.rows[0]) }

      // When Down is pressed, then the next row has the focus, and nothing is selected
      await press(GDK_KEY_Down, in: list)
      await waitUntil("the next row has the focus") { fixture.focusedWidget == list.rows[1] }
      #expect(model.writtenSelections.isEmpty)
      await press(GDK_KEY_Up, in: list)
      await waitUntil("the first row has the focus") { fixture.focusedWidget == list.rows[0] }

      // And when End or Home is pressed, then the last or the first row has the focus, and nothing is selected
      await press(GDK_KEY_End, in: list)
      await waitUntil("the last row has the focus") { fixture.focusedWidget == list.rows.last }
      await press(GDK_KEY_Home, in: list)
      await waitUntil("the first row has the focus") { fixture.focusedWidget == list.rows[0] }
      #expect(model.writtenSelections.isEmpty)
      #expect(fixture.backButton == nil)
      fixture.end()
    }

    /// Presses a key in a list. The result of `pressKey`, whether the list has handled the key, is ignored.
    private func press(_ key: Int32, in list: ShownList) async {
      await pressKey(UInt32(key), on: list.listView.widget)
    }

    @Test func `a selection opens the next of three folded columns, and the back button closes it`() async throws {
      // Given a folded split view of three columns, of which the first one is visible
      let (firstModel, secondModel) = (Model(), Model())
      let fixture = await SplitViewFixture(width: 400) {
        NavigationSplitView {
          SplitViewFixture.Sidebar(model: firstModel)
        } content: {
          SplitViewFixture.Sidebar(model: secondModel).navigationTitle("Second")
        } detail: {
          SplitViewFixture.Detail(model: secondModel)
        }
      }
      let lists = widgets(ofType: gtk_list_view_get_type(), in: fixture.gtkWindow).map {
        ShownList(listView: $0.opaque)
      }
      #expect(fixture.title == "People")

      // When rows are selected in the first and the second column, then the next column opens each time
      await lists[0].select(0)
      await waitUntil("the second column is visible") { fixture.title == "Second" }
      await lists[1].select(1)
      await waitUntil("the third column is visible") { fixture.visibleTexts.contains("About Bela") }

      // When the user goes back once, then only the selection that had opened the closed column is removed
      await click(try #require(fixture.backButton))
      await waitUntil("the second column is visible") { fixture.title == "Second" }
      #expect(firstModel.selection == "Anna")
      #expect(secondModel.selection == nil)
      await click(try #require(fixture.backButton))
      await waitUntil("the first column is visible") { fixture.title == "People" && fixture.backButton == nil }

      // When the columns unfold, then both lists and the detail are visible
      await fixture.resize(to: 1000)
      await waitUntil("all three columns are visible") {
        fixture.visibleTexts.filter { $0 == "Anna" }.count == 2 && fixture.visibleTexts.contains("Detail")
      }
      fixture.end()
    }

    @Test func `the back button pops the stack in a column before it leaves the column`() async throws {
      // Given a folded split view that shows the detail, which is a stack
      let model = Model()
      model.selection = "Anna"
      let fixture = await SplitViewFixture(width: 400) {
        NavigationSplitView {
          SplitViewFixture.Sidebar(model: model)
        } detail: {
          NavigationStack { NavigationLink("More") { Text("Page") } }
        }
      }

      // When the user opens a page and goes back, then the root of the stack is visible
      await click(try #require(button("More", in: fixture.gtkWindow)))
      await waitUntil("the page is visible") { fixture.visibleTexts == ["Page"] && fixture.backButton != nil }
      await click(try #require(fixture.backButton))
      await waitUntil("the root of the stack is visible") {
        fixture.visibleTexts == ["More"] && fixture.backButton != nil
      }
      #expect(model.selection == "Anna")

      // When the user goes back again, then the list is visible, and nothing is selected
      await click(try #require(fixture.backButton))
      await waitUntil("the list is visible") { fixture.visibleTexts.contains("Cora") }
      #expect(model.selection == nil)
      fixture.end()
    }
  }
}
