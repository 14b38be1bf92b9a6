import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Testing

extension GtkBridgeTests {
  /// Strong and weak Swift references to GTK's objects.
  @MainActor @Suite struct ObjectTests {
    @Test func `an owned widget lives without a parent until its reference is released`() async {
      // Given a new widget, whose reference is floating
      let deallocations = DeallocationWatch()
      var reference: GObjectReference? = GObjectReference(gtk_label_new("floating")!)
      deallocations.watch(reference!.pointer, "the label")

      // When the widget is added to a parent and removed from it
      let box = GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!)
      gtk_box_append(box.pointer.cast(to: GtkBox.self, gtk_box_get_type()), reference!.widget)
      gtk_box_remove(box.pointer.cast(to: GtkBox.self, gtk_box_get_type()), reference!.widget)

      // Then the widget still exists, and it is finalized when the reference is released
      #expect(deallocations.survivors == ["the label"])
      #expect(cgtk_object_reference_count(reference!.pointer) == 1)
      reference = nil
      #expect(deallocations.survivors.isEmpty)
    }

    @Test func `a reference that is released on another thread frees its object`() async {
      let deallocations = DeallocationWatch()
      var reference: GObjectReference? = GObjectReference(gtk_label_new("released elsewhere")!)
      deallocations.watch(reference!.pointer, "the label")
      let sendable = SendableReference(reference!)
      reference = nil
      await Task.detached { sendable.release() }.value
      await waitUntil("the label is finalized") { deallocations.survivors.isEmpty }
    }

    @Test func `taking over a reference does not add a reference`() {
      let object = g_simple_action_new("x", nil)!
      let reference = GObjectReference(takingOver: object)
      #expect(cgtk_object_reference_count(reference.pointer) == 1)
    }

    @Test func `a weak reference returns its object until the object is finalized`() async {
      // Given a weak reference to a window
      let window = await presentWindow()
      let weak = WeakGObjectReference(window)

      // When the weak reference is read, then it returns the window and does not retain it
      let countBefore = cgtk_object_reference_count(window)
      let pointer = weak.pointer
      #expect(pointer == window.gobject)
      #expect(cgtk_object_reference_count(window) == countBefore)

      // When the window is destroyed, then the weak reference is nil
      await destroyWindow(window)
      #expect(weak.pointer == nil)
      #expect(!weak.isAlive)
    }

    @Test func `a destroyed window with an owner is hidden, and finalized when the owner releases it`() async {
      // Given a window with an owner
      let window = await presentWindow()
      var owned: GObjectReference? = GObjectReference(window)
      let weak = WeakGObjectReference(window)

      // When the window is destroyed
      await destroyWindow(window)

      // Then the window is no longer on screen, and still exists
      #expect(owned != nil)
      #expect(!openWindows().contains(window))
      #expect(weak.pointer.map { gtk_widget_get_mapped($0.widget) } == 0)

      // And the window is finalized when its owner releases it
      owned = nil
      #expect(weak.pointer == nil)
    }

    @Test func `a weak reference may be released before or after its object, and may have no object`() {
      var owned: GObjectReference? = GObjectReference(gtk_label_new(nil)!)
      var weak: WeakGObjectReference? = WeakGObjectReference(owned!.pointer)
      // The first weak reference is released before its object, the second one after its object.
      weak = nil
      weak = WeakGObjectReference(owned!.pointer)
      owned = nil
      #expect(weak?.pointer == nil)
      #expect(WeakGObjectReference(nil as OpaquePointer?).pointer == nil)
    }

    @Test func `a pointer returns the type name of its object, and whether the object is of a given type`() {
      let label = GObjectReference(gtk_label_new(nil)!)
      #expect(label.pointer.typeName == "GtkLabel")
      #expect(label.pointer.isA(gtk_widget_get_type()))
      #expect(!label.pointer.isA(gtk_window_get_type()))
    }
  }
}

/// Makes it possible to release a reference on another thread.
private final class SendableReference: @unchecked Sendable {
  // Safe because the two threads use the reference one after the other.
  private var reference: GObjectReference?

  init(_ reference: GObjectReference) {
    self.reference = reference
  }

  func release() {
    reference = nil
  }
}
