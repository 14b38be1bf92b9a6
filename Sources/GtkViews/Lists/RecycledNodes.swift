/// The nodes of rows that are gone or offscreen, for the rows of other elements.
@MainActor
final class RecycledNodes<Node: ViewNode> {
  /// How many nodes stay when the list has settled. While it changes, all of its rows may be exchanged, so more are kept.
  private static var limit: (settled: Int, changing: Int) { (24, 512) }

  /// The last to come is the last. The part of GTK's list that still has the widget, if one has.
  @exclusivity(unchecked) private var nodes: [(node: Node, listItem: ListItem?)] = []
  private var isTrimming = false

  func add(_ node: Node, in listItem: ListItem?) {
    nodes.append((node, listItem))
    if nodes.count > Self.limit.changing { nodes.removeFirst().node.unmount() }
    guard !isTrimming else { return }
    isTrimming = true
    ViewGraph.shared.afterUpdate { [weak self] in self?.trim() }
  }

  /// Takes a node, if there is one: that whose widget is in a place already, rather than another one.
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
