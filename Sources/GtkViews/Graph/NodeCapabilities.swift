/// The properties of a type of node in which it differs from most nodes.
///
/// Features above the graph declare a protocol for what such a node does, for example to contribute rows to a list. The set shows which nodes conform,
/// because a cast to a protocol takes much longer than a call.
struct NodeCapabilities: OptionSet {
  let rawValue: UInt16

  /// The container above treats the views below as if this node did not exist, so that each can become a row of a list.
  static let isTransparent = NodeCapabilities(rawValue: 1)
  /// The node determines the rows that the views below become.
  static let contributesRows = NodeCapabilities(rawValue: 1 << 1)
  /// The node determines the list in which the views below become rows.
  static let hostsRows = NodeCapabilities(rawValue: 1 << 2)
  /// The node scrolls the views below.
  static let scrolls = NodeCapabilities(rawValue: 1 << 3)
  /// The node handles changes of the texts below, with its own ``ViewNode/textDidChange()``.
  static let followsTexts = NodeCapabilities(rawValue: 1 << 4)
  /// The view is pressed as a whole, so that its texts contain no links.
  static let isPressedAsWhole = NodeCapabilities(rawValue: 1 << 5)
  /// The node is a ``SightObserving`` node.
  static let observesSight = NodeCapabilities(rawValue: 1 << 6)
  /// The node is a ``TransactionAdjusting`` node.
  static let adjustsTransactions = NodeCapabilities(rawValue: 1 << 7)
}
