internal import CGtk
internal import CGtkBridge
internal import GtkBridge

extension View {
  /// Sets the priority with which the view receives space in its stack.
  ///
  /// If a stack is too small for the ideal sizes of its views, each view first receives its minimum size. Then the
  /// views with the highest priority receive their ideal size, or all remaining space if they expand. The space that is
  /// left goes to the views with the next lower priority, and so on. Views with the same priority share the space. The
  /// default priority is 0. A frame or a padding around the view has the view's priority.
  ///
  /// - Parameter value: The priority. Views with higher values receive space earlier. The value may be negative.
  public nonisolated func layoutPriority(_ value: Double) -> some View {
    AttributedView(self, LayoutPriority(value: value))
  }
}

/// The priority with which a view receives space in its stack.
nonisolated struct LayoutPriority: WidgetAttribute {
  let value: Double

  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    cgtk_widget_set_priority(widget, value)
    // GTK may have cached the height of the enclosing horizontal stack. That height depends on the previous priority.
    gtk_widget_queue_resize(widget)
  }

  /// Returns the indices of the views, in groups of the same priority, from the highest priority to the lowest. Returns
  /// `nil` if all views have the same priority.
  static func priorityGroups(of views: [UnsafeMutablePointer<GtkWidget>]) -> [[Int]]? {
    guard cgtk_priorities_are_used() else { return nil }
    let priorities = views.map { priority(of: $0) }
    guard let first = priorities.first, priorities.contains(where: { $0 != first }) else { return nil }
    return Set(priorities).sorted(by: >).map { groupPriority in
      priorities.indices.filter { priorities[$0] == groupPriority }
    }
  }

  /// Returns the priority of a widget. A wrapper, such as the box of a frame, has the priority of the only view in it.
  /// The default is 0.
  private static func priority(of widget: UnsafeMutablePointer<GtkWidget>) -> Double {
    var (view, value) = (widget, 0.0)
    while !cgtk_widget_get_priority(view, &value) {
      guard AccessibleName.isWrapper(view), let onlyChild = gtk_widget_get_first_child(view),
        gtk_widget_get_next_sibling(onlyChild) == nil
      else { return 0 }
      view = onlyChild
    }
    return value
  }
}
