/// The nodes of removed or offscreen rows, for reuse by the rows of other elements.
@MainActor
final class RecycledNodes<Node: ViewNode> {
  /// The number of nodes that are kept after and during a change of the list. A change may replace all rows, so more nodes are kept during it.
  private static var limit: (settled: Int, changing: Int) { (24, 512) }

  /// The most recent node comes last. `listItem` is the list item that still contains the node's widget, if there is one.
  @exclusivity(unchecked) private var nodes: [(node: Node, listItem: ListItem?)] = []
  private var isTrimming = false

  func add(_ node: Node, in listItem: ListItem?) {
    nodes.append((node, listItem))
    if nodes.count > Self.limit.changing { nodes.removeFirst().node.unmount() }
    guard !isTrimming else { return }
    isTrimming = true
    ViewGraph.shared.afterUpdate { [weak self] in self?.trim() }
  }

  /// Removes and returns a node. Prefers the node whose widget is already in the list item.
  func take(for listItem: ListItem?) -> (node: Node, listItem: ListItem?)? {
    if let listItem, let index = nodes.lastIndex(where: { $0.listItem === listItem }) { return nodes.remove(at: index) }
    return nodes.popLast()
  }

  private func trim() {
    isTrimming = false
    while nodes.count > Self.limit.settled { nodes.removeFirst().node.unmount() }
  }

  func letGo() {
    for (node, _) in nodes { node.unmount() }
    nodes = []
  }
}
