/// A node that decides which rows it adds to a list. A node that only forwards its children adds the rows of its
/// children. For any other node, each of its widgets becomes a row.
@MainActor
protocol RowContributing: ViewNode {
  /// Adds this node's rows to the rows of the nearest list above, in order.
  func contributeRows(to rows: inout RowCollector)
}

/// A node that determines the list in which the views below become rows: its ``RowHost``, if it has one.
@MainActor
protocol RowHosting: ViewNode {
  /// The list in which the views below this node become lazy rows. A lazy row is created only when GTK requests it.
  /// `nil` if the rows cannot be lazy, and are created together with the list above.
  var ownRowHost: (any RowHost)? { get }
}

/// A node that scrolls the views below.
@MainActor
protocol ViewsScrolling: ViewNode {
  /// The scroll direction in which a stack or grid below can be lazy. `nil` if the node scrolls in both directions, or
  /// if it may contain no view or several views.
  var lazyAxis: Axis? { get }
}

extension ViewNode {
  /// Adds the rows that this view contributes to the list above, in order.
  func collectRows(into rows: inout RowCollector) {
    let capabilities = capabilities
    if capabilities.contains(.contributesRows), let node = self as? any RowContributing {
      return node.contributeRows(to: &rows)
    }
    guard capabilities.contains(.forwardsChildren) else { return rows.add(widgets) }
    for child in children { child.collectRows(into: &rows) }
  }

  /// The list in which each of the views below becomes a row: the ``RowHosting/ownRowHost`` of the nearest node that
  /// determines it. `nil` if there is none.
  var rowHost: (any RowHost)? {
    nearest(.hostsRows).flatMap { $0 as? any RowHosting }?.ownRowHost
  }

  /// The scroll direction of the scroll view above in which this view can be lazy. `nil` if there is no scroll view
  /// above, if it scrolls in both directions, if it may contain no view or several views, or if another view, such as a
  /// stack, is in between.
  var lazyScrollAxis: Axis? {
    nearest(.scrolls).flatMap { $0 as? any ViewsScrolling }?.lazyAxis
  }

  /// Returns the nearest node with a capability: this node, or a node above. Only nodes that forward their children may
  /// be between this node and the result. Returns `nil` if there is no such node.
  private func nearest(_ capability: NodeCapabilities) -> ViewNode? {
    var node = self
    while !node.capabilities.contains(capability) {
      guard node.capabilities.contains(.forwardsChildren), let parent = node.parent else { return nil }
      node = parent
    }
    return node
  }
}

extension ContextMenuNode: RowContributing, RowHosting {
  func contributeRows(to rows: inout RowCollector) { content.collectRows(into: &rows) }

  /// `nil`, because the menu is registered on the widget of each row, so the widgets must exist. The rows are therefore
  /// not lazy.
  var ownRowHost: (any RowHost)? { nil }
}

extension IdentifiedNode: RowContributing {
  func contributeRows(to rows: inout RowCollector) { rows.identified(view.id) { content.collectRows(into: &$0) } }
}
