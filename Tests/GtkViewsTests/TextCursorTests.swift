import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The position of the cursor and the selection in a text field while the program changes the field.
  @MainActor @Suite struct TextCursorTests {
    @Observable @MainActor final class Model {
      var text = "Ein Hühnchen läuft"
      /// State outside of the field's text, on which the field's title depends.
      var count = 0
    }

    struct NotesForm: View {
      @Bindable var model: Model
      let axis: Axis

      var body: some View {
        VStack {
          Text(verbatim: "\(model.count)")
          TextField(model.count % 2 == 0 ? "Notes" : "Other Notes", text: $model.text, axis: axis)
        }
      }
    }

    /// A selection as two offsets in characters: the cursor and the other end. Without selected text, both are equal.
    struct Selection: Equatable {
      var otherEnd: Int32
      var cursor: Int32
    }

    /// The widget of the text field: an entry for a single line, or a text view for several lines.
    @MainActor struct Field {
      let widget: UnsafeMutablePointer<GtkWidget>
      private let buffer: UnsafeMutablePointer<GtkTextBuffer>?

      init(in window: ViewWindow<NotesForm>) throws {
        let textView = window.window.flatMap { widgets(ofType: gtk_text_view_get_type(), in: $0).first }
        let entry = window.window.flatMap { widgets(ofType: gtk_entry_get_type(), in: $0).first }
        widget = try #require(textView ?? entry)
        buffer = textView.flatMap { gtk_text_view_get_buffer(UnsafeMutablePointer($0.opaque)) }
      }

      var text: String {
        guard let buffer else { return String(cString: gtk_editable_get_text(widget.opaque)) }
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        let text = gtk_text_buffer_get_text(buffer, &start, &end, 0)!
        defer { g_free(text) }
        return String(cString: text)
      }

      var selection: Selection {
        guard let buffer else {
          var (start, end): (Int32, Int32) = (0, 0)
          gtk_editable_get_selection_bounds(widget.opaque, &start, &end)
          let cursor = gtk_editable_get_position(widget.opaque)
          return Selection(otherEnd: cursor == start ? end : start, cursor: cursor)
        }
        var (cursor, otherEnd) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_iter_at_mark(buffer, &cursor, gtk_text_buffer_get_insert(buffer))
        gtk_text_buffer_get_iter_at_mark(buffer, &otherEnd, gtk_text_buffer_get_selection_bound(buffer))
        return Selection(otherEnd: gtk_text_iter_get_offset(&otherEnd), cursor: gtk_text_iter_get_offset(&cursor))
      }

      /// Selects text as the user does. Pending events of an earlier selection would clear this selection, so they are
      /// handled first.
      func select(_ selection: Selection) async {
        gdk_display_sync(gtk_widget_get_display(widget))
        await mainLoopSettles()
        await performInEventHandler {
          guard let buffer else {
            return gtk_editable_select_region(widget.opaque, selection.otherEnd, selection.cursor)
          }
          var (cursor, otherEnd) = (GtkTextIter(), GtkTextIter())
          gtk_text_buffer_get_iter_at_offset(buffer, &cursor, selection.cursor)
          gtk_text_buffer_get_iter_at_offset(buffer, &otherEnd, selection.otherEnd)
          gtk_text_buffer_select_range(buffer, &cursor, &otherEnd)
        }
      }
    }

    /// An empty selection and the word “Hühnchen” for each kind of field, and for several lines also the word from its
    /// end to its start. In GTK's single-line field, only the user can select backward. The word is between the offsets
    /// 4 and 12, and the empty selection is in the word.
    private nonisolated static let selections: [(Axis, Selection)] = [
      (.horizontal, Selection(otherEnd: 6, cursor: 6)), (.horizontal, Selection(otherEnd: 4, cursor: 12)),
      (.vertical, Selection(otherEnd: 6, cursor: 6)),
      (.vertical, Selection(otherEnd: 4, cursor: 12)), (.vertical, Selection(otherEnd: 12, cursor: 4)),
    ]

    @Test(arguments: selections)
    func `the cursor and the selection stay when other state changes`(axis: Axis, selection: Selection) async throws {
      // Given a field in which something is selected
      let model = Model()
      let window = await show(width: 300) { NotesForm(model: model, axis: axis) }
      let field = try Field(in: window)
      await field.select(selection)

      // When the view around the field is evaluated again, and the field's title changes
      model.count += 1
      await waitUntil("the view follows") { window.texts.first == "1" }
      await mainLoopSettles()

      // Then the selection has not changed
      #expect(field.selection == selection)
      let laterField = try Field(in: window)
      #expect(laterField.widget == field.widget)
      window.close()
    }

    @Test(arguments: selections)
    func `the cursor and the selection stay when text after them changes, and only the cursor stays in a new text`(
      axis: Axis, selection: Selection
    ) async throws {
      let model = Model()
      let window = await show(width: 300) { NotesForm(model: model, axis: axis) }
      let field = try Field(in: window)
      await field.select(selection)

      // When the text changes after its first 13 characters, “Ein Hühnchen ”, then the selection before the change
      // stays. The new text ends with a character of four bytes
      model.text = "Ein Hühnchen ist gelaufen\u{1F414}"
      await waitUntil("the field follows") { field.text == model.text }
      #expect(field.selection == selection)

      // When the text becomes shorter, then positions beyond its end move to the end, after 5 characters
      model.text = "Ein H"
      await waitUntil("the field follows") { field.text == model.text }
      #expect(field.selection == Selection(otherEnd: min(selection.otherEnd, 5), cursor: min(selection.cursor, 5)))

      // When the whole text is replaced, then the cursor keeps its position, and nothing is selected, also after the
      // display's pending events
      model.text = "etwas ganz anderes"
      await waitUntil("the field follows") { field.text == model.text }
      let cursor = min(selection.cursor, 5)
      #expect(field.selection == Selection(otherEnd: cursor, cursor: cursor))
      gdk_display_sync(gtk_widget_get_display(field.widget))
      await mainLoopSettles()
      #expect(field.selection == Selection(otherEnd: cursor, cursor: cursor))
      #expect(model.text == "etwas ganz anderes")
      window.close()
    }
  }
}
