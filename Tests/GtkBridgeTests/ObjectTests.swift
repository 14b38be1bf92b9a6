import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Testing

extension GtkBridgeTests {
  @MainActor @Suite struct ObjectTests {
    @Test func `an owned widget lives outside of a parent and ends with its reference`() async {
      // Given a new widget, whose reference is floating
      let deaths = DeathWatch()
      var reference: GObjectReference? = GObjectReference(gtk_label_new("floating")!)
      deaths.watch(reference!.pointer, "the label")

      // When it is put into a parent and taken out of it
      let box = GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!)
      gtk_box_append(box.pointer.cast(to: GtkBox.self, gtk_box_get_type()), reference!.widget)
      gtk_box_remove(box.pointer.cast(to: GtkBox.self, gtk_box_get_type()), reference!.widget)

      // Then it still exists, and goes with the reference
      #expect(deaths.survivors == ["the label"])
      #expect(cgtk_object_reference_count(reference!.pointer) == 1)
      reference = nil
      #expect(deaths.survivors.isEmpty)
    }

    @Test func `a reference that is let go of on another thread is given back on the first one`() async {
      let deaths = DeathWatch()
      var reference: GObjectReference? = GObjectReference(gtk_label_new("far away")!)
      deaths.watch(reference!.pointer, "the label")
      let box = Carrier(reference!)
      reference = nil
      await Task.detached { box.letGo() }.value
      await waitUntil("the label to end") { deaths.survivors.isEmpty }
    }

    @Test func `taking over a reference adds none`() {
      let object = g_simple_action_new("x", nil)!
      let reference = GObjectReference(takingOver: object)
      #expect(cgtk_object_reference_count(reference.pointer) == 1)
    }

    @Test func `a weak reference knows its object until it is gone`() async {
      // Given a weak reference to a window
      let window = await presentWindow()
      let weak = WeakGObjectReference(window)
      #expect(weak.pointer == window.gobject)
      #expect(cgtk_object_reference_count(window) == cgtk_object_reference_count(weak.pointer!))

      // When the window is destroyed, then it is nil
      await destroyWindow(window)
      #expect(weak.pointer == nil)
      #expect(!weak.isAlive)
    }

    @Test func `a destroyed window that somebody owns is off the screen, and lives until it is let go of`() async {
      // Given a window that is owned
      let window = await presentWindow()
      var owned: GObjectReference? = GObjectReference(window)
      let weak = WeakGObjectReference(window)

      // When it is destroyed
      await destroyWindow(window)

      // Then it is no longer on screen, and still exists
      #expect(owned != nil)
      #expect(!openWindows().contains(window))
      #expect(weak.pointer.map { gtk_widget_get_mapped($0.widget) } == 0)

      // And it goes with its owner
      owned = nil
      #expect(weak.pointer == nil)
    }

    @Test func `a weak reference may outlive its object or end before it`() {
      var owned: GObjectReference? = GObjectReference(gtk_label_new(nil)!)
      var weak: WeakGObjectReference? = WeakGObjectReference(owned!.pointer)
      weak = nil
      weak = WeakGObjectReference(owned!.pointer)
      owned = nil
      #expect(weak?.pointer == nil)
      #expect(WeakGObjectReference(nil as OpaquePointer?).pointer == nil)
    }

    @Test func `a pointer knows its type`() {
      let label = GObjectReference(gtk_label_new(nil)!)
      #expect(label.pointer.typeName == "GtkLabel")
      #expect(label.pointer.isA(gtk_widget_get_type()))
      #expect(!label.pointer.isA(gtk_window_get_type()))
    }
  }
}

/// Carries a reference to another thread, to release it there.
private final class Carrier: @unchecked Sendable {
  // Safe because only one thread after the other uses it.
  private var reference: GObjectReference?

  init(_ reference: GObjectReference) {
    self.reference = reference
  }

  func letGo() {
    reference = nil
  }
}
