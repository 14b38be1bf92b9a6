/// The special capabilities of a type of node. Most nodes have none.
///
/// Most capabilities have a protocol, such as `RowContributing`. Nodes with the capability conform to this protocol.
/// Code checks the set before it casts a node to the protocol, because a failing cast takes much longer than the check.
struct NodeCapabilities: OptionSet {
  let rawValue: UInt16

  /// The container above uses the views below this node as its own children, as if this node did not exist. For
  /// example, each of these views becomes a row of a list.
  static let forwardsChildren = NodeCapabilities(rawValue: 1)
  /// The node is a ``RowContributing`` node: the node, and not the list above, determines which rows the views below
  /// become.
  static let contributesRows = NodeCapabilities(rawValue: 1 << 1)
  /// The node is a ``RowHosting`` node, which determines the list in which the views below become rows.
  static let hostsRows = NodeCapabilities(rawValue: 1 << 2)
  /// The node is a ``ViewsScrolling`` node, which scrolls the views below.
  static let scrolls = NodeCapabilities(rawValue: 1 << 3)
  /// The node overrides ``ViewNode/textDidChange()`` to handle changes of the texts below.
  static let followsTexts = NodeCapabilities(rawValue: 1 << 4)
  /// The view is one control that the user clicks, such as a button. Texts in such a view show links as plain text.
  static let isSingleControl = NodeCapabilities(rawValue: 1 << 5)
  /// The node is an ``OnscreenObserving`` node, which is notified when its row goes offscreen and when the row is
  /// realized again.
  static let observesOnscreen = NodeCapabilities(rawValue: 1 << 6)
  /// The node is a ``TransactionAdjusting`` node, which changes the transactions of the nodes below.
  static let adjustsTransactions = NodeCapabilities(rawValue: 1 << 7)
}
