internal import GtkBridge

/// The nodes of removed or offscreen rows, for reuse by the rows of other elements.
///
/// A node retains the last element's view and the objects that its closures capture. So all nodes are released one
/// second after the first of them was added.
@MainActor
final class RecycledNodes {
  /// The maximum number of nodes. More are kept while the list changes, because a change may replace all rows.
  private static let maxCount = (settled: 24, changing: 512)

  /// The most recent node comes last. `listItem` is the list item that still contains the node's widget, if there is
  /// one.
  @exclusivity(unchecked) private var nodes: [(node: ViewNode, listItem: ListItem?)] = []
  private var isTrimming = false
  /// Removes the nodes that were not reused. `nil` if there are none.
  private var expiry: LoopTimer?

  /// Adds a node of a row that was removed or went offscreen.
  func add(_ node: ViewNode, in listItem: ListItem?) {
    nodes.append((node, listItem))
    if nodes.count > Self.maxCount.changing { nodes.removeFirst().node.unmount() }
    if expiry == nil { expiry = LoopTimer(after: 1) { [weak self] in self?.removeAll() } }
    guard !isTrimming else { return }
    isTrimming = true
    ViewGraph.shared.afterUpdate { [weak self] in self?.trim() }
  }

  /// Removes and returns a node. Prefers the node whose widget is already in the list item. `nil` if there is no node.
  func take(for listItem: ListItem?) -> (node: ViewNode, listItem: ListItem?)? {
    // Not with a closure, because the runtime would check for the main actor for each node.
    for index in nodes.indices.reversed() where listItem != nil && nodes[index].listItem === listItem {
      return nodes.remove(at: index)
    }
    return nodes.popLast()
  }

  private func trim() {
    isTrimming = false
    while nodes.count > Self.maxCount.settled { nodes.removeFirst().node.unmount() }
  }

  /// Removes and unmounts all nodes.
  func removeAll() {
    expiry = nil
    let ending = nodes
    nodes = []
    for (node, _) in ending { node.unmount() }
  }
}
