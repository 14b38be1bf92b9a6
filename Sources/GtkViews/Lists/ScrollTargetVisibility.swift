internal import GtkBridge

extension View {
  /// Performs an action when the visible rows of a ``List`` or a lazy stack in this view change.
  ///
  /// GTK realizes rows far beyond the edges of the list. So a row for which ``onAppear(perform:)`` was called may not
  /// be visible. If this view contains several lists or lazy stacks, only the first one that is laid out is observed.
  ///
  /// - Parameters:
  ///   - idType: The type of the ids. Rows whose id has another type, and rows without an id, such as headers, are
  ///     omitted.
  ///   - threshold: The fraction of a row's length that must be visible, from 0 to 1. The length is the row's size in
  ///     the direction of scrolling.
  ///   - action: Receives the ids of the visible rows, from the first to the last. It is called after the layout, in a
  ///     later turn of the main loop.
  @MainActor package func onScrollTargetVisibilityChange<ID: Hashable>(
    idType: ID.Type, threshold: Double = 0.5, _ action: @escaping @MainActor ([ID]) -> Void
  ) -> some View {
    RowVisibilityView(content: self, threshold: threshold) { action($0.compactMap { $0.base as? ID }) }
  }
}

private struct RowVisibilityView<Content: View>: View {
  let content: Content
  let threshold: Double
  let action: @MainActor ([AnyHashable]) -> Void
  @State private var observer = RowVisibilityObserver()

  var body: some View {
    let _ = observer.setAction(action, threshold: threshold)
    content.environment(\.rowVisibilityObserver, observer)
  }
}

/// Observes which rows of one list or lazy stack are visible. A row counts as visible if the visible fraction of its
/// length is at least the threshold.
@MainActor
final class RowVisibilityObserver {
  /// The observed list or lazy stack.
  private weak var rowsView: RowsView?
  private var threshold = 0.5
  private var action: @MainActor ([AnyHashable]) -> Void = { _ in }
  /// The ids of the visible rows after the last layout pass. `nil` before the first layout pass.
  private var visibleIDs: [AnyHashable]?

  /// Replaces the threshold and the action when the view is evaluated.
  func setAction(_ action: @escaping @MainActor ([AnyHashable]) -> Void, threshold: Double) {
    self.threshold = threshold
    self.action = action
  }

  /// Called after each layout pass of a list or a lazy stack. Performs the action if other rows are visible than after
  /// the previous pass, or if rows are visible after the first pass.
  ///
  /// - Parameters:
  ///   - rowsView: The list or lazy stack. Only the first one that calls this function is observed.
  ///   - positions: Returns the positions of the visible rows for a threshold, in order.
  func layoutEnded(of rowsView: RowsView, positions: (_ threshold: Double) -> [Int]) {
    if self.rowsView == nil { self.rowsView = rowsView }
    guard self.rowsView === rowsView else { return }
    let ids = positions(threshold).compactMap { rowsView.rows.scrollID(at: $0) }
    guard ids != visibleIDs else { return }
    let isFirstPass = visibleIDs == nil
    visibleIDs = ids
    guard !(isFirstPass && ids.isEmpty) else { return }
    // The action may change views, which must not happen during a layout pass.
    MainLoop.onNextTurn { [weak self] in
      if let self, visibleIDs == ids { action(ids) }
    }
  }
}

private struct RowVisibilityKey: EnvironmentKey {
  static var defaultValue: RowVisibilityObserver? { nil }
}

extension EnvironmentValues {
  /// The observer of the visible rows of a list or a lazy stack. `nil` if no view above observes visible rows.
  var rowVisibilityObserver: RowVisibilityObserver? {
    get { self[RowVisibilityKey.self] }
    set { self[RowVisibilityKey.self] = newValue }
  }
}
