internal import CGtk
internal import GtkBridge

/// Collects the buttons of views that become the buttons of a dialog, in the order in which they are written.
///
/// The actions of an alert are views: groups, conditions and loops of ``Button``s. Buttons that are mounted with a collector in their environment
/// create no widgets. The collector reads them as data, and follows them as the views change.
@MainActor
final class ButtonCollector {
  /// Called when a button, or the set of buttons, has changed.
  var didChange: @MainActor () -> Void = {}
  private var isStale = false

  /// Returns the buttons below a node, in order.
  func buttons(below node: ViewNode) -> [CollectedButton] {
    var buttons: [CollectedButton] = []
    collect(node, into: &buttons)
    return buttons
  }

  private func collect(_ node: ViewNode, into buttons: inout [CollectedButton]) {
    if let node = node as? any ButtonCollecting { buttons.append(node.collected) }
    for child in node.children { collect(child, into: &buttons) }
  }

  /// Updates the views without a notification of their changes, because the caller reads the views again in any case.
  func update(_ views: () -> Void) {
    let wasStale = isStale
    isStale = true
    views()
    isStale = wasStale
  }

  func noteChange() {
    guard !isStale else { return }
    isStale = true
    ViewGraph.shared.beforeLayout { [weak self] in
      self?.isStale = false
      self?.didChange()
    }
  }
}

/// A button of a dialog.
@MainActor
struct CollectedButton {
  let title: String
  let role: ButtonStateRole?
  let isEnabled: Bool
  let action: @MainActor () -> Void
}

/// A node that a dialog shows as a button.
@MainActor
protocol ButtonCollecting: AnyObject {
  var collected: CollectedButton { get }
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

  /// The object that is notified when a text changes, because it shows the text in its own widget.
  var textWatcher: ButtonCollector? {
    get { self[TextWatcherKey.self] }
    set { self[TextWatcherKey.self] = newValue }
  }
}
