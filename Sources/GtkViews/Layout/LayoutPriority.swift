internal import CGtk
internal import CGtkBridge
internal import GtkBridge

extension View {
  /// Gives the view room before other views of its stack.
  ///
  /// A stack that is too small for the ideal sizes of all its views leaves each what it needs at least. Then the views of the highest priority
  /// have what they would like or, if they grow, all that is left; what they leave is for those of the next priority, and so on. Views of the same
  /// priority share it. All have the priority 0 unless something is said. A frame or a padding around the view has the view's priority.
  ///
  /// - Parameter value: The priority: the higher the sooner, and below 0 after the others.
  public nonisolated func layoutPriority(_ value: Double) -> some View {
    AttributedView(self, LayoutPriority(value: value))
  }
}

/// When a view gets room in its stack, compared with its neighbours.
nonisolated struct LayoutPriority: WidgetAttribute {
  let value: Double

  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    cgtk_widget_set_priority(widget, value)
    // The row above may have remembered a height for other widths.
    gtk_widget_queue_resize(widget)
  }

  /// The numbers of the views of each priority, the highest first; `nil` if all have the same.
  static func ranks(of views: [UnsafeMutablePointer<GtkWidget>]) -> [[Int]]? {
    guard cgtk_priorities_are_used() else { return nil }
    let priorities = views.map { priority(of: $0) }
    guard let first = priorities.first, priorities.contains(where: { $0 != first }) else { return nil }
    return Set(priorities).sorted(by: >).map { rank in priorities.indices.filter { priorities[$0] == rank } }
  }

  /// The priority of a widget, or of the one view that it is only around.
  private static func priority(of widget: UnsafeMutablePointer<GtkWidget>) -> Double {
    var (view, value) = (widget, 0.0)
    while !cgtk_widget_get_priority(view, &value) {
      guard AccessibleName.isWrapper(view), let only = gtk_widget_get_first_child(view), gtk_widget_get_next_sibling(only) == nil else { return 0 }
      view = only
    }
    return value
  }
}
