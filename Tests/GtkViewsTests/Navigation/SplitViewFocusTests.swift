import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The state that the columns of a split view keep while they are hidden, and the split view's bindings and keys.
  @MainActor @Suite struct SplitViewFocusTests {
    typealias Model = SplitStage.Model

    @Test func `the focus is where it was when the columns unfold`() async throws {
      // Given a wide window with the focus in a text field of the detail, and without a selection
      let stage = await SplitStage(width: 900, Model())
      let entry = try #require(stage.widget(gtk_entry_get_type()))
      await performInSource {
        _ = gtk_widget_grab_focus(entry)
        gtk_editable_set_position(entry.opaque, 3)
      }
      #expect(stage.focus.map { gtk_widget_is_ancestor($0, entry) } == 1)

      // When the columns fold, then the focus goes to the visible column
      await stage.resize(to: 400)
      await waitUntil("the first has it") { stage.focus.map { texts(in: $0) } == ["Count 0"] }

      // When they unfold, then the focus is in the text again, with the same cursor position
      await stage.resize(to: 900)
      await waitUntil("the text has it") { stage.focus.map { gtk_widget_is_ancestor($0, entry) } == 1 }
      #expect(gtk_editable_get_position(entry.opaque) == 3)
      stage.end()
    }

    @Test func `a focus that a person has moved while the columns were folded stays`() async throws {
      let model = Model()
      model.chosen = "Anna"
      let stage = await SplitStage(width: 900, model)
      let row = try #require(stage.list?.rows[0])
      await performInSource { _ = gtk_widget_grab_focus(row) }
      await stage.resize(to: 400)
      await waitUntil("the detail has it") {
        stage.focus.map { gtk_widget_is_ancestor($0, row) == 0 && $0 != row } == true
      }
      let elsewhere = try #require(button("Detail", in: stage.gtk))
      await performInSource { _ = gtk_widget_grab_focus(elsewhere) }
      await stage.resize(to: 900)
      #expect(stage.focus == elsewhere)
      stage.end()
    }

    @Test func `going on and back takes the focus along`() async throws {
      // Given a narrow window with the focus on a row
      let stage = await SplitStage(width: 400, Model())
      let list = try #require(stage.list)
      await performInSource { _ = gtk_widget_grab_focus(list.rows[1]) }

      // When the row is selected, then the detail has the focus
      await list.select(1)
      await waitUntil("the detail has it") { stage.focus.map { $0.isA(gtk_text_get_type()) } == true }

      // When the user goes back, then the row has the focus again
      await click(try #require(stage.backButton))
      await waitUntil("the row has it") { stage.focus == list.rows[1] }
      stage.end()
    }

    @Test func `a column that is not seen stays scrolled`() async throws {
      // Given a long list that is scrolled, in a wide window
      let model = Model()
      let stage = await SplitStage(width: 900) {
        NavigationSplitView {
          List(0..<500, id: \.self, selection: .constant(Int?.none)) { Text("Row \($0)") }
        } detail: {
          SplitStage.Detail(model: model)
        }
      }
      let list = try #require(stage.list)
      await list.scroll(to: 300)
      await waitUntil("it is there") { stage.seen.contains("Row 300") }
      model.column = .detail

      // When the columns fold and unfold, then the list has the same scroll position
      await stage.resize(to: 400)
      await stage.resize(to: 900)
      await waitUntil("it is there") { stage.seen.contains("Row 300") && stage.seen.contains("Detail") }
      stage.end()
    }

    struct Bound: View {
      @Bindable var model: Model

      var body: some View {
        NavigationSplitView(columnVisibility: $model.visibility, preferredCompactColumn: $model.column) {
          SplitStage.Sidebar(model: model)
        } detail: {
          SplitStage.Detail(model: model)
        }
      }
    }

    @Test func `the binding says which column is seen, and is told where a person has gone`() async throws {
      // Given a selection, while the binding's value is the sidebar
      let model = Model()
      model.chosen = "Anna"
      let stage = await SplitStage(width: 400) { Bound(model: model) }
      #expect(stage.seen.contains("Cora"))

      // When the binding changes, the view follows
      model.column = .detail
      await waitUntil("the detail") { stage.seen == ["About Anna", "Detail"] && stage.backButton != nil }
      #expect(model.chosen == "Anna")

      // When the user goes back and forth, the binding follows
      await click(try #require(stage.backButton))
      await waitUntil("the list") { stage.seen.contains("Cora") && model.column == .sidebar }
      await stage.list?.select(2)
      await waitUntil("the detail") { stage.seen.contains("About Cora") && model.column == .detail }
      stage.end()
    }

    @Test func `a column is left out while the binding says so, and folded it is there`() async {
      let model = Model()
      model.visibility = .detailOnly
      let stage = await SplitStage(width: 900) { Bound(model: model) }
      #expect(stage.seen == ["About nobody", "Detail"])
      #expect(stage.bar == ["Share"])
      model.visibility = .all
      await waitUntil("both") { stage.seen.contains("Anna") && stage.seen.contains("Detail") }
      model.visibility = .detailOnly
      await waitUntil("one") { !stage.seen.contains("Anna") }
      await stage.resize(to: 400)
      await waitUntil("the list") { stage.seen.contains("Anna") && !stage.seen.contains("Detail") }
      stage.end()
    }

    @Test func `folded, the arrow keys move from row to row without going on`() async throws {
      // Given a narrow window with the focus on the first row
      let model = Model()
      let stage = await SplitStage(width: 400, model)
      let list = try #require(stage.list)
      await performInSource { _ = gtk_widget_grab_focus(list.rows[0]) }

      // When Down is pressed, then the next row has the focus, and nothing is selected
      await press(GDK_KEY_Down, in: list)
      await waitUntil("the next has it") { stage.focus == list.rows[1] }
      #expect(model.writes.isEmpty)
      await press(GDK_KEY_Up, in: list)
      await waitUntil("the first has it") { stage.focus == list.rows[0] }

      // The keys for the last row and the first row select nothing either
      await press(GDK_KEY_End, in: list)
      await waitUntil("the last has it") { stage.focus == list.rows.last }
      await press(GDK_KEY_Home, in: list)
      await waitUntil("the first has it") { stage.focus == list.rows[0] }
      #expect(model.writes.isEmpty)
      #expect(stage.backButton == nil)
      stage.end()
    }

    private func press(_ key: Int32, in list: ShownList) async {
      await pressKey(UInt32(key), on: list.view.widget)
    }

    @Test func `three columns go on one by one, and back one by one`() async throws {
      let (first, second) = (Model(), Model())
      let stage = await SplitStage(width: 400) {
        NavigationSplitView {
          SplitStage.Sidebar(model: first)
        } content: {
          SplitStage.Sidebar(model: second).navigationTitle("Second")
        } detail: {
          SplitStage.Detail(model: second)
        }
      }
      let lists = widgets(ofType: gtk_list_view_get_type(), in: stage.gtk).map { ShownList(view: $0.opaque) }
      #expect(stage.title == "People")
      await lists[0].select(0)
      await waitUntil("the second") { stage.title == "Second" }
      await lists[1].select(1)
      await waitUntil("the third") { stage.seen.contains("About Bela") }
      await click(try #require(stage.backButton))
      await waitUntil("the second") { stage.title == "Second" }
      #expect(first.chosen == "Anna")
      #expect(second.chosen == nil)
      await click(try #require(stage.backButton))
      await waitUntil("the first") { stage.title == "People" && stage.backButton == nil }
      await stage.resize(to: 1000)
      await waitUntil("all three") { stage.seen.filter { $0 == "Anna" }.count == 2 && stage.seen.contains("Detail") }
      stage.end()
    }

    @Test func `a stack in a column goes back before the columns do`() async throws {
      let model = Model()
      model.chosen = "Anna"
      let stage = await SplitStage(width: 400) {
        NavigationSplitView {
          SplitStage.Sidebar(model: model)
        } detail: {
          NavigationStack { NavigationLink("More") { Text("Page") } }
        }
      }
      await click(try #require(button("More", in: stage.gtk)))
      await waitUntil("the page") { stage.seen == ["Page"] && stage.backButton != nil }
      await click(try #require(stage.backButton))
      await waitUntil("the root of the stack") { stage.seen == ["More"] && stage.backButton != nil }
      #expect(model.chosen == "Anna")
      await click(try #require(stage.backButton))
      await waitUntil("the list") { stage.seen.contains("Cora") }
      #expect(model.chosen == nil)
      stage.end()
    }
  }
}
