internal import GtkBridge

/// The nodes of removed or offscreen rows, for reuse by the rows of other elements.
///
/// A node retains the view of its last element and the objects that the view's closures capture. So a timer releases
/// all nodes. The timer starts when a node is added while no timer runs, and lasts one second.
@MainActor
final class RecycledNodes {
  /// The maximum number of nodes after an update and during an update. More nodes are kept during an update, because a
  /// change of the list may replace all rows.
  private static let maxCount = (afterUpdate: 24, duringUpdate: 512)

  /// The nodes, of which the most recent one comes last. `listItem` is the list item that still contains the node's
  /// widget, if there is one.
  @exclusivity(unchecked) private var nodes: [(node: ViewNode, listItem: ListItem?)] = []
  private var isTrimScheduled = false
  /// The running timer that removes the nodes that were not reused. `nil` if no timer runs.
  private var expiry: LoopTimer?

  /// Adds a node of a row that was removed or went offscreen.
  func add(_ node: ViewNode, in listItem: ListItem?) {
    nodes.append((node, listItem))
    if nodes.count > Self.maxCount.duringUpdate { nodes.removeFirst().node.unmount() }
    if expiry == nil { expiry = LoopTimer(after: 1) { [weak self] in self?.removeAll() } }
    guard !isTrimScheduled else { return }
    isTrimScheduled = true
    ViewGraph.shared.afterUpdate { [weak self] in self?.trim() }
  }

  /// Removes and returns a node. Prefers the node whose widget is already in the list item. `nil` if there is no node.
  func removeNode(preferringIn listItem: ListItem?) -> (node: ViewNode, listItem: ListItem?)? {
    // A loop is used instead of `lastIndex(where:)`, because the runtime would check for the main actor at each call of
    // the closure.
    for index in nodes.indices.reversed() where listItem != nil && nodes[index].listItem === listItem {
      return nodes.remove(at: index)
    }
    return nodes.popLast()
  }

  /// Unmounts the oldest nodes that exceed the maximum number of nodes after an update.
  private func trim() {
    isTrimScheduled = false
    while nodes.count > Self.maxCount.afterUpdate { nodes.removeFirst().node.unmount() }
  }

  /// Removes and unmounts all nodes.
  func removeAll() {
    expiry = nil
    let removed = nodes
    nodes = []
    for (node, _) in removed { node.unmount() }
  }
}
