import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The sizes that `StackLayout` caches for the children of a column, a vertical stack.
  @MainActor @Suite struct ColumnLayoutTests {
    private func naturalWidth(of widget: UnsafeMutablePointer<GtkWidget>) -> Int32 {
      var natural: Int32 = 0
      gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
      return natural
    }

    private func allocatedWidth(of widget: UnsafeMutablePointer<GtkWidget>) -> Int32 { gtk_widget_get_width(widget) }

    @Test func `a child that returns to a hidden column with another size is measured again`() async throws {
      // Given a column whose child is measured and on screen
      let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: box)
      // The child gets its natural width, not the width of the column.
      cgtk_column_set_alignment(box, GTK_ALIGN_START)
      let child = GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
      gtk_widget_set_size_request(child.widget, 50, 20)
      gtk_widget_insert_before(child.widget, box, nil)
      let window = await presentWindow(child: box)
      await drawFrame(of: window)
      #expect(naturalWidth(of: box) == 50)
      #expect(allocatedWidth(of: child.widget) == 50)

      // When the child leaves the hidden column, and returns with another size. The cache knows children by their
      // addresses. So the returned child stands for a new child at the address of a removed one.
      gtk_widget_set_visible(box, 0)
      gtk_widget_unparent(child.widget)
      gtk_widget_set_size_request(child.widget, 120, 20)
      gtk_widget_insert_before(child.widget, box, nil)
      gtk_widget_set_visible(box, 1)

      // Then the column has the new size of the child
      #expect(naturalWidth(of: box) == 120)
      await drawFrame(of: window)
      #expect(allocatedWidth(of: child.widget) == 120)
      await destroyWindow(window)
    }

    @Test func `a hidden column whose child was finalized can be measured`() async {
      // Given a column that has measured two children
      let box = GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
      StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: box.widget)
      for width in [Int32(50), 70] {
        let child = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        gtk_widget_set_size_request(child, width, 20)
        gtk_widget_insert_before(child, box.widget, nil)
      }
      #expect(naturalWidth(of: box.widget) == 70)

      // When the wider child is freed while the column is hidden, and the hidden column is measured. The measurement
      // must not use the freed child
      gtk_widget_set_visible(box.widget, 0)
      gtk_widget_unparent(gtk_widget_get_last_child(box.widget))
      _ = naturalWidth(of: box.widget)
      gtk_widget_set_visible(box.widget, 1)

      // Then the column has the width of the other child
      #expect(naturalWidth(of: box.widget) == 50)
      gtk_widget_unparent(gtk_widget_get_first_child(box.widget))
    }
  }
}
