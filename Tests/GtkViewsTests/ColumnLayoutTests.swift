import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The sizes that a column's layout caches.
  @MainActor @Suite struct ColumnLayoutTests {
    private func width(of widget: UnsafeMutablePointer<GtkWidget>) -> Int32 {
      var natural: Int32 = 0
      gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
      return natural
    }

    private func place(of widget: UnsafeMutablePointer<GtkWidget>) -> Int32 { gtk_widget_get_width(widget) }

    @Test func `a child that returns to a hidden column with another size is measured again`() async throws {
      // Given a column whose child is measured and on screen
      let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: box)
      cgtk_column_set_alignment(box, GTK_ALIGN_START)
      let child = GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
      gtk_widget_set_size_request(child.widget, 50, 20)
      gtk_widget_insert_before(child.widget, box, nil)
      let window = await presentWindow(child: box)
      await drawFrame(of: window)
      #expect(width(of: box) == 50)
      #expect(place(of: child.widget) == 50)

      // When the child leaves the hidden column, and another child has its address
      gtk_widget_set_visible(box, 0)
      gtk_widget_unparent(child.widget)
      gtk_widget_set_size_request(child.widget, 120, 20)
      gtk_widget_insert_before(child.widget, box, nil)
      gtk_widget_set_visible(box, 1)

      // Then the column has the size of that child
      #expect(width(of: box) == 120)
      await drawFrame(of: window)
      #expect(place(of: child.widget) == 120)
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
      #expect(width(of: box.widget) == 70)

      // When the larger one ends while the column is hidden
      gtk_widget_set_visible(box.widget, 0)
      gtk_widget_unparent(gtk_widget_get_last_child(box.widget))
      _ = width(of: box.widget)
      gtk_widget_set_visible(box.widget, 1)

      // Then the column has the size of the other
      #expect(width(of: box.widget) == 50)
      gtk_widget_unparent(gtk_widget_get_first_child(box.widget))
    }
  }
}
