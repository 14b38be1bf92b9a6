internal import CGtk

/// The insertions and removals of a node's children, and the removed children that are still visible.
///
/// A node creates this object in the first update that may be animated and that inserts or removes a child. This class
/// animates nothing. A subclass in the folder `Transitions` animates the insertions and removals.
@MainActor
class ChildTransitions {
  /// The class of the objects that nodes create. `RootNode` sets the animating subclass before the first view is
  /// created, because this folder does not depend on `Transitions`.
  static var animatingClass: ChildTransitions.Type = ChildTransitions.self
  /// Whether the program has created a transition with its own animation. Such a transition also runs in an update
  /// without an animation, so each update must then look for transitions.
  static var hasTransitionWithOwnAnimation = false
  /// The node whose children are inserted and removed. It owns this object.
  final unowned let owner: ViewNode

  required init(_ owner: ViewNode) {
    self.owner = owner
  }

  /// Unmounts a child of a node. If the child has a transition, its widgets stay visible for the duration of the
  /// transition.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - tag: The identity of the child among the children of its owner.
  ///   - owner: The node that contains the child.
  ///   - transitions: The owner's insertions and removals. Created if necessary.
  ///   - isReplaced: Whether another view takes the child's space immediately.
  ///   - previous: The tag of the preceding child, if the owner displays its children in order.
  static func remove(
    _ child: ViewNode, _ tag: AnyHashable, of owner: ViewNode, _ transitions: inout ChildTransitions?,
    isReplaced: Bool = false,
    after previous: AnyHashable? = nil
  ) {
    if mayAnimate {
      transitions = transitions ?? animatingClass.init(owner)
      transitions?.startRemoval(of: child, tag, isReplaced: isReplaced, after: previous)
    }
    transitions?.stopInsertion(tag)
    child.unmount()
  }

  /// Starts the transition of a new child of a node, if the child has one. `isReplacing` is whether the child takes the
  /// space of a removed child. The other parameters have the same meaning as in
  /// ``remove(_:_:of:_:isReplaced:after:)``.
  static func insert(
    _ child: ViewNode, _ tag: AnyHashable, to owner: ViewNode, _ transitions: inout ChildTransitions?,
    isReplacing: Bool = false
  ) {
    guard !ViewGraph.shared.isRecycling, mayAnimate || transitions != nil else { return }
    transitions = transitions ?? animatingClass.init(owner)
    transitions?.startInsertion(of: child, tag, isReplacing: isReplacing)
  }

  /// Whether the current update may animate insertions and removals.
  private static var mayAnimate: Bool {
    guard !ViewGraph.shared.isRecycling else { return false }
    return hasTransitionWithOwnAnimation || ViewGraph.shared.transactions.current.animation != nil
  }

  /// Whether no transition of a child is running.
  var isIdle: Bool { true }

  /// Adds the widgets of removed children that are still visible.
  func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {}

  /// Adds the widgets of removed children that are still visible after the child with the tag `previous`. If `previous`
  /// is `nil`, adds the widgets that are visible before all children.
  func collectWidgets(after previous: AnyHashable?, into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {}

  /// Stops all transitions, because the owner is removed.
  func stopAll() {}

  /// Starts the removal transition of a child that is about to be unmounted.
  func startRemoval(of child: ViewNode, _ tag: AnyHashable, isReplaced: Bool, after previous: AnyHashable?) {}

  /// Starts the insertion transition of a new child.
  func startInsertion(of child: ViewNode, _ tag: AnyHashable, isReplacing: Bool) {}

  /// Stops the insertion transition of a child, because the child is removed.
  func stopInsertion(_ tag: AnyHashable) {}
}
