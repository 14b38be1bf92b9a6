internal import CGtk
internal import GtkBridge

/// Collects the ``Button``s among views as data, in their order, for a dialog. Notifies a dialog or a menu when its
/// views change.
///
/// The actions of an alert are views: groups, conditions and loops of ``Button``s. Buttons whose environment contains a
/// collector create no widgets. The collector reads the buttons as data, and is notified when they change. A menu uses
/// only the notifications. The menu reads its entries itself, because not all entries are buttons.
@MainActor
final class ButtonCollector {
  /// Called once before the next layout pass after buttons, other controls of a menu, or texts have changed.
  var didChange: @MainActor () -> Void = {}
  /// Whether a notification is scheduled, or suppressed by ``update(_:)``.
  private var ignoresChanges = false

  /// Returns the buttons below a node, in order.
  func buttons(below node: ViewNode) -> [CollectedButton] {
    var buttons: [CollectedButton] = []
    collect(node, into: &buttons)
    return buttons
  }

  private func collect(_ node: ViewNode, into buttons: inout [CollectedButton]) {
    if let node = node as? any CollectableButton { buttons.append(node.collectedButton) }
    for child in node.children { collect(child, into: &buttons) }
  }

  /// Runs a closure that updates the views. Changes during the closure do not call ``didChange``, because the caller
  /// reads the buttons again afterwards.
  func update(_ updateViews: () -> Void) {
    let ignoredChangesBefore = ignoresChanges
    ignoresChanges = true
    updateViews()
    ignoresChanges = ignoredChangesBefore
  }

  /// Schedules ``didChange`` before the next layout pass. Nodes call this function when a button, another control of a
  /// menu, or a text has changed.
  func noteChange() {
    guard !ignoresChanges else { return }
    ignoresChanges = true
    ViewGraph.shared.beforeLayout { [weak self] in
      self?.ignoresChanges = false
      self?.didChange()
    }
  }
}

/// A button of a dialog as data.
@MainActor
struct CollectedButton {
  let title: String
  let role: ButtonStateRole?
  let isEnabled: Bool
  let action: @MainActor () -> Void
}

/// The node of a button that becomes data.
@MainActor
protocol CollectableButton: AnyObject {
  /// The current data of the button.
  var collectedButton: CollectedButton { get }
}

private struct ButtonCollectorKey: EnvironmentKey {
  static var defaultValue: ButtonCollector? { nil }
}

private struct TextWatcherKey: EnvironmentKey {
  static var defaultValue: ButtonCollector? { nil }
}

extension EnvironmentValues {
  /// The collector of buttons that become data instead of widgets.
  var buttonCollector: ButtonCollector? {
    get { self[ButtonCollectorKey.self] }
    set { self[ButtonCollectorKey.self] = newValue }
  }

  /// The collector that is notified when a text changes, because a dialog or a menu displays a copy of the text.
  var textWatcher: ButtonCollector? {
    get { self[TextWatcherKey.self] }
    set { self[TextWatcherKey.self] = newValue }
  }
}
