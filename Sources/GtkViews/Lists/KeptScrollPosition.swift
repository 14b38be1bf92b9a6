internal import CGtk
internal import GtkBridge

/// Keeps the visible rows of a list where they are when the list gets another height, such as when a bar appears below it.
///
/// GTK keeps the row at a fraction of the height where it is, so that the row under the pointer moves while the list shrinks. This object restores the
/// scroll position after the layout pass, before the frame is drawn. It does so only if the length of the list stays the same: otherwise GTK knows better
/// which rows were visible.
@MainActor
final class KeptScrollPosition {
  /// Borrowed. The connections keep it alive.
  private let adjustment: UnsafeMutablePointer<GtkAdjustment>
  private var connections: [SignalConnection] = []
  private var value: Double
  private var pageSize: Double
  private var upper: Double
  /// Whether the height has changed in the current layout pass.
  private var isResized = false
  /// Whether the program scrolls the list in the next layout pass.
  private var isAccepted = false

  /// Starts with the current scroll position.
  ///
  /// - Parameters:
  ///   - adjustment: The adjustment that scrolls the list.
  ///   - clock: The frame clock of the list's window.
  init(_ adjustment: UnsafeMutablePointer<GtkAdjustment>, _ clock: some GObjectPointer) {
    self.adjustment = adjustment
    value = gtk_adjustment_get_value(adjustment)
    pageSize = gtk_adjustment_get_page_size(adjustment)
    upper = gtk_adjustment_get_upper(adjustment)
    connections = [
      connect(adjustment, .plain("changed"), order: .after) { [weak self] in self?.sizeChanged() },
      connect(adjustment, .plain("value-changed"), order: .after) { [weak self] in self?.valueChanged() },
      connect(clock, .plain("layout"), order: .after) { [weak self] in self?.restore() },
    ]
  }

  /// Accepts the position that the next layout pass gives the list, because the program scrolls it.
  func acceptNext() { isAccepted = true }

  func end() {
    for connection in connections { connection.disconnect() }
  }

  private func sizeChanged() {
    let newPageSize = gtk_adjustment_get_page_size(adjustment)
    let newUpper = gtk_adjustment_get_upper(adjustment)
    if !isAccepted, newPageSize != pageSize, pageSize > 0, abs(newUpper - upper) < 1 { isResized = true }
    pageSize = newPageSize
    upper = newUpper
  }

  private func valueChanged() {
    if !isResized { value = gtk_adjustment_get_value(adjustment) }
  }

  private func restore() {
    isAccepted = false
    guard isResized else { return }
    isResized = false
    let target = max(min(value, upper - pageSize), 0)
    // The value that GTK has set is kept if it is the same row to within a pixel.
    if abs(gtk_adjustment_get_value(adjustment) - target) >= 1 { gtk_adjustment_set_value(adjustment, target) }
    value = gtk_adjustment_get_value(adjustment)
  }
}
