internal import CGtk
internal import GtkBridge

/// An alert or a confirmation dialog. Its buttons and its message are views.
nonisolated struct DialogPresentation<Item, Actions: View, Message: View>: ItemPresentation {
  let item: Binding<Item?>
  let identify: @MainActor (Item) -> AnyHashable
  let style: DialogStyle
  let title: @MainActor (Item) -> TextState
  let actions: @MainActor (Item) -> Actions
  let message: @MainActor (Item) -> Message

  typealias Controller = DialogContentController<Item, Actions, Message>

  // `Binding.item` represents a Boolean as an optional `Presence`.
  static var hasBooleanState: Bool { Item.self == Presence.self }
}

/// The kind of a dialog.
nonisolated enum DialogStyle: Hashable, Sendable {
  /// The dialog informs the user.
  case alert
  /// The dialog lets the user select an action. It always has a button that cancels. The associated value is the
  /// visibility of the title.
  case confirmation(Visibility)

  /// The words for the dialog's title in reports.
  var titleName: StaticString {
    switch self {
    case .alert: "The title of an alert"
    case .confirmation: "The title of a confirmation dialog"
    }
  }
}

/// Mounts a dialog's views while the dialog is on screen, and converts them to GTK's buttons and texts.
@MainActor
final class DialogContentController<Item, Actions: View, Message: View>: PresentationController {
  private let model: PresentationModel<DialogPresentation<Item, Actions, Message>>
  /// Collects the buttons among the action views, and notifies this object when they or the message change.
  private let collector = ButtonCollector()
  /// The container of the action views that are not buttons. `nil` if there are no such views when the dialog opens,
  /// and while the dialog is not on screen.
  private var accessory: GObjectReference?
  /// The widgets in the accessory.
  private var accessoryChildren = WidgetChildren()
  private var alertPresenter: AlertPresenter!
  /// The node of the action views. `nil` while the dialog is not on screen.
  private var actionsNode: _ViewNode<PresentedContent<Actions?>>?
  /// The node of the message. `nil` while the dialog is not on screen.
  private var messageNode: _ViewNode<PresentedContent<Message?>>?
  /// A reference to this object while the dialog is on screen. It keeps the object alive if the presenting view is
  /// removed before the dialog closes.
  private var selfWhilePresented: DialogContentController?
  /// Keeps the item of the dialog until the dialog has closed, even if the state changes to `nil` before.
  private let shownItem: ShownItem<Item>
  /// The views in the dialog use this object to prevent the user from dismissing the dialog.
  private let context = PresentationContext()

  init(
    over widget: UnsafeMutablePointer<GtkWidget>,
    model: PresentationModel<DialogPresentation<Item, Actions, Message>>
  ) {
    self.model = model
    shownItem = ShownItem { model.kind.item.wrappedValue }
    var source = model.source
    if DialogPresentation<Item, Actions, Message>.hasBooleanState {
      // All presentations for a Boolean have the same id. Only a write during a button's action shows that the action
      // requests a new presentation.
      source.runDetectingWrites = { [unowned model] in model.runReportingWrite($0) }
    }
    alertPresenter = AlertPresenter(
      over: widget,
      source: source.withDismissal { [weak self] in self?.discard() },
      makeAccessory: { [weak self] in self?.makeAccessory() },
      content: { [weak self] in self?.content() })
    context.setInteractiveDismissDisabled = { [weak self] in self?.alertPresenter.setInteractiveDismissDisabled($0) }
    collector.didChange = { [weak self] in self?.alertPresenter.stateMayHaveChanged() }
  }

  var presenter: DialogPresenter { alertPresenter }

  var presentedNodes: [ViewNode] { [actionsNode as ViewNode?, messageNode as ViewNode?].compactMap { $0 } }

  func environmentDidChange(to environment: EnvironmentValues) {
    actionsNode?.updateEnvironment(actionsEnvironment(environment))
    messageNode?.updateEnvironment(messageEnvironment(environment))
  }

  /// Called when the widgets of the message or of the actions have changed.
  func presentedWidgetsDidChange() {
    collector.noteChange()
  }

  /// Mounts or updates the views, and returns the title, the message and the buttons of the dialog. Returns `nil` if
  /// the state holds no item.
  private func content() -> AlertContent? {
    guard let item = model.kind.item.wrappedValue else { return nil }
    shownItem.update()
    makeOrUpdateNodes()
    arrangeAccessory()
    let messageTexts = messageNode?.widgets.map { textOfLabels(in: $0) }.filter { !$0.isEmpty } ?? []
    return AlertContent(
      title: model.kind.title(item).translated(reportedAs: model.kind.style.titleName, in: model.node),
      isTitleHidden: model.kind.style == .confirmation(.hidden),
      message: messageTexts.isEmpty ? nil : messageTexts.joined(separator: "\n"),
      buttons: buttons)
  }

  /// The buttons of the dialog, in order.
  private var buttons: [AlertButton] {
    let collectedButtons = actionsNode.map { collector.buttons(below: $0) } ?? []
    let buttons = collectedButtons.map {
      AlertButton($0.title, role: $0.role, isEnabled: $0.isEnabled, action: $0.action)
    }
    // A confirmation dialog always has a button that cancels. If there are no buttons, none is added here, because
    // GtkBridge then adds an OK button, which cancels.
    guard model.kind.style != .alert, !buttons.isEmpty, !buttons.contains(where: { $0.role == .cancel }) else {
      return buttons
    }
    return buttons + [AlertButton(Localization.translate("Cancel"), role: .cancel) {}]
  }

  /// Creates or updates the nodes of the views.
  private func makeOrUpdateNodes() {
    selfWhilePresented = self
    let actionViews = shownItem.views { [model] in model.kind.actions($0) }
    let messageViews = shownItem.views { [model] in model.kind.message($0) }
    if let actionsNode, let messageNode {
      // The new views may differ, because the modifier's closures may have captured other values than before.
      collector.update {
        actionsNode.update(to: actionViews)
        messageNode.update(to: messageViews)
      }
    } else {
      let environment = model.node.environment
      actionsNode = PresentedContent._makeNode(
        actionViews, in: _NodeContext(below: model.node, environment: actionsEnvironment(environment)))
      messageNode = PresentedContent._makeNode(
        messageViews, in: _NodeContext(below: model.node, environment: messageEnvironment(environment)))
    }
  }

  private func actionsEnvironment(_ environment: EnvironmentValues) -> EnvironmentValues {
    var environment = environment
    environment.leaveContainersOfPresentingView()
    environment.buttonCollector = collector
    environment.textWatcher = collector
    // The action views are enabled even if the presenting view is disabled.
    environment.isEnabled = true
    environment.presentationContext = context
    return environment
  }

  private func messageEnvironment(_ environment: EnvironmentValues) -> EnvironmentValues {
    var environment = environment
    environment.leaveContainersOfPresentingView()
    environment.textWatcher = collector
    environment.presentationContext = context
    return environment
  }

  /// Creates the accessory, a container for the action views that are not buttons, such as text fields. Returns `nil`
  /// if there are no such views.
  private func makeAccessory() -> UnsafeMutablePointer<GtkWidget>? {
    guard let widgets = actionsNode?.widgets, !widgets.isEmpty else { return nil }
    let accessory = GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    self.accessory = accessory
    accessoryChildren = WidgetChildren()
    arrangeAccessory()
    return accessory.widget
  }

  /// Puts the current widgets of the action views into the accessory. Hides the accessory if there are none.
  private func arrangeAccessory() {
    guard let accessory, let widgets = actionsNode?.widgets else { return }
    accessoryChildren.update(to: widgets, .box(accessory.opaque))
    gtk_widget_set_visible(accessory.widget, widgets.isEmpty ? 0 : 1)
  }

  /// Removes the views after the dialog has closed.
  private func discard() {
    actionsNode?.unmount()
    messageNode?.unmount()
    actionsNode = nil
    messageNode = nil
    accessory = nil
    shownItem.discard()
    selfWhilePresented = nil
  }
}

/// Whether a confirmation dialog shows its title. A screen reader always speaks the title.
public enum Visibility: Hashable, Sendable {
  /// The platform's default: the title is shown.
  case automatic
  /// The title is shown.
  case visible
  /// The title is not shown.
  case hidden
}

extension View {
  /// Presents a dialog while a Boolean is true.
  nonisolated func dialog<Actions: View, Message: View>(
    _ title: TextState, isPresented: Binding<Bool>, style: DialogStyle = .alert,
    actions: @escaping @MainActor () -> Actions, message: @escaping @MainActor () -> Message
  ) -> some View {
    dialog(
      isPresented.item, identify: { $0 }, style: style, title: { _ in title }, actions: { _ in actions() },
      message: { _ in message() })
  }

  /// Presents a dialog about a value while a Boolean is true and the value is not `nil`.
  nonisolated func dialog<Value, Actions: View, Message: View>(
    _ title: TextState, isPresented: Binding<Bool>, presenting value: Value?, style: DialogStyle = .alert,
    actions: @escaping @MainActor (Value) -> Actions, message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    let boxed = MainActorValue(value)
    return dialog(
      isPresented.item(whileNotNil: boxed), identify: { $0 }, style: style, title: { _ in title },
      actions: { _ in boxed.value.map { actions($0) } }, message: { _ in boxed.value.map { message($0) } })
  }

  /// Presents a dialog while the binding holds an item. All modifiers for alerts and confirmation dialogs with views
  /// use this function.
  nonisolated func dialog<Item, Actions: View, Message: View>(
    _ item: Binding<Item?>, identify: @escaping @MainActor (Item) -> AnyHashable, style: DialogStyle = .alert,
    title: @escaping @MainActor (Item) -> TextState, actions: @escaping @MainActor (Item) -> Actions,
    message: @escaping @MainActor (Item) -> Message
  ) -> some View {
    PresentingView(
      content: self,
      kind: DialogPresentation(
        item: item, identify: identify, style: style, title: title, actions: actions, message: message))
  }
}
