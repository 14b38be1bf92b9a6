public import CGtk
internal import CMainLoopTesting
internal import GtkBridge

/// A drag from one widget to others, without a pointer device: this class calls the drag source of the first widget and
/// the drop targets of the others. Each method that gets a point and a widget uses the coordinates of this widget.
@MainActor public final class TestDrag {
  /// The widget that the drag comes from, borrowed. `nil` if the drag comes from another program.
  private let source: UnsafeMutablePointer<GtkWidget>?
  /// The dragged content, a `GdkContentProvider`. Owned.
  private let content: GObjectReference

  /// Begins a drag at a point of a widget. Returns `nil` if nothing can be dragged there.
  public init?(from source: UnsafeMutablePointer<GtkWidget>, _ x: Double = 1, _ y: Double = 1) {
    guard let content = mainloop_testing_drag_from(source, x, y) else { return nil }
    self.source = source
    self.content = GObjectReference(takingOver: content)
  }

  /// Begins a drag of this content from another program.
  public init(of content: UnsafeMutablePointer<GdkContentProvider>) {
    source = nil
    self.content = GObjectReference(content)
  }

  /// The dragged content, borrowed.
  public var provider: UnsafeMutablePointer<GdkContentProvider> {
    content.pointer.cast(to: GdkContentProvider.self, gdk_content_provider_get_type())
  }

  /// Moves the drag to a point of a widget. Returns whether the content can be dropped there.
  public func move(over widget: UnsafeMutablePointer<GtkWidget>, x: Double = 1, y: Double = 1) -> Bool {
    mainloop_testing_drag_over(widget, x, y)
  }

  /// Moves the drag away from a widget.
  public func leave(_ widget: UnsafeMutablePointer<GtkWidget>) {
    mainloop_testing_drag_leave(widget)
  }

  /// Drops the content on a widget, and ends the drag. Returns whether the widget has accepted the drop.
  @discardableResult
  public func drop(on widget: UnsafeMutablePointer<GtkWidget>, x: Double = 1, y: Double = 1) async -> Bool {
    let (source, provider) = (source, provider)
    let isAccepted = await performInEventHandler { mainloop_testing_drop(widget, provider, x, y) }
    await performInEventHandler { if let source { mainloop_testing_drag_end(source) } }
    return isAccepted
  }

  /// Ends the drag without a drop.
  public func cancel() async {
    await performInEventHandler { [source] in if let source { mainloop_testing_drag_end(source) } }
  }
}
