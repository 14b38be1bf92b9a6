internal import CGtk
internal import GtkBridge

/// The work of a view in a row of a list. The work starts when the row is visible. For example, it loads the view's
/// picture.
@MainActor
protocol VisibleRowWork: AnyObject {
  /// A widget of the view. Borrowed. `nil` if the view has no widget.
  var widgetInRow: UnsafeMutablePointer<GtkWidget>? { get }
  /// Starts the work. Called once.
  func rowBecameVisible()
}

/// A queue for the work of a list's rows. The work for a row waits in the queue until the row is visible.
///
/// GTK realizes about 200 rows, even if only a few of them are visible. Without the queue, a list of shows would load
/// the pictures of 200 shows.
@MainActor
final class VisibleRowQueue {
  private struct WeakWork {
    weak var work: (any VisibleRowWork)?
  }

  /// The distance from the visible part of the list, in pixels, within which a row counts as visible.
  private static let margin = 200.0

  /// The queues by the widgets of their lists.
  private static var queues: [UnsafeMutablePointer<GtkWidget>: VisibleRowQueue] = [:]

  /// The widget of the list. Borrowed.
  private let list: UnsafeMutablePointer<GtkWidget>
  /// The waiting work by the identity of its object.
  private var waiting: [ObjectIdentifier: WeakWork] = [:]
  /// Whether the list calls ``layoutEnded(pageSize:extent:)`` after each layout pass.
  private var isActive = false

  init(of list: UnsafeMutablePointer<GtkWidget>) {
    self.list = list
    Self.queues[list] = self
  }

  /// Returns the queue of the list that contains a widget. `nil` if no list contains the widget, or if the queue is not
  /// active.
  static func queue(for widget: UnsafeMutablePointer<GtkWidget>) -> VisibleRowQueue? {
    var ancestor = gtk_widget_get_parent(widget)
    while let current = ancestor {
      if RowFocus.isRowsView(current) { return queues[current].flatMap { $0.isActive ? $0 : nil } }
      ancestor = gtk_widget_get_parent(current)
    }
    return nil
  }

  /// Activates the queue. Called when the list comes on screen.
  func activate() { isActive = true }

  /// Adds work, which starts after the first layout pass in which its row is visible.
  func add(_ work: any VisibleRowWork) {
    waiting[ObjectIdentifier(work)] = WeakWork(work: work)
    // The row may already be laid out, so the list needs another layout pass.
    if let clock = gtk_widget_get_frame_clock(list) {
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
    }
  }

  /// Removes work before it has started.
  func remove(_ work: any VisibleRowWork) { waiting[ObjectIdentifier(work)] = nil }

  /// Starts the work whose rows are visible. Called after each layout pass.
  ///
  /// - Parameters:
  ///   - pageSize: The length of the visible part of the list in pixels.
  ///   - extent: Returns the start and end of a row in pixels, relative to the visible part, or `nil` if the row was
  ///     not laid out.
  func layoutEnded(pageSize: Double, extent: (UnsafeMutablePointer<GtkWidget>) -> (start: Double, end: Double)?) {
    guard !waiting.isEmpty else { return }
    var readyWork: [any VisibleRowWork] = []
    for (key, entry) in waiting {
      guard let work = entry.work else {
        waiting[key] = nil
        continue
      }
      // If the view is in no row, or the row is not visible, the work continues to wait.
      guard let row = work.widgetInRow.flatMap(rowWidget), let rowExtent = extent(row),
        rowExtent.end > -Self.margin, rowExtent.start < pageSize + Self.margin
      else { continue }
      waiting[key] = nil
      readyWork.append(work)
    }
    for work in readyWork { work.rowBecameVisible() }
  }

  /// Returns the child of the list that contains a widget, or `nil` if the widget is not in the list.
  private func rowWidget(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
    var row = widget
    while let parent = gtk_widget_get_parent(row) {
      if parent == list { return row }
      row = parent
    }
    return nil
  }

  /// Removes the queue of this list from the queues that ``queue(for:)`` finds. Called when the list is removed.
  func unregister() { Self.queues[list] = nil }
}
