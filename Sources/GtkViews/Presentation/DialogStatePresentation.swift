internal import CGtk
internal import GtkBridge

/// The presentation of an ``AlertState`` or a ``ConfirmationDialogState``. The texts and the buttons of its dialog are
/// data, so no views are created for the dialog.
nonisolated struct DialogStatePresentation<Item>: ItemPresentation {
  let item: Binding<Item?>
  /// Returns the identity of an item. An item with another identity is presented in a new dialog.
  let identify: @MainActor (Item) -> AnyHashable
  let style: DialogStyle
  /// Returns the texts and the buttons of an item's dialog.
  let content: @MainActor (Item) -> DialogStateContent

  typealias Controller = DialogStateController<Item>
}

/// The texts and the buttons of an ``AlertState`` or a ``ConfirmationDialogState``.
@MainActor
struct DialogStateContent {
  let title: TextState
  let isTitleHidden: Bool
  let message: TextState?
  let buttons: [Button]

  @MainActor
  struct Button {
    let label: TextState
    let role: ButtonStateRole?
    let action: @MainActor () -> Void
  }

  /// Creates the content of an alert. `handler` receives the action of the activated button, or `nil` if the button has
  /// no action.
  init<Action>(_ alert: AlertState<Action>, _ handler: @escaping @MainActor (Action?) -> Void) {
    (title, message, isTitleHidden) = (alert.title, alert.message, false)
    buttons = alert.presentedButtons.map { Button($0, handler) }
  }

  /// Creates the content of a confirmation dialog. `handler` receives the action of the activated button, or `nil` if
  /// the button has no action.
  init<Action>(_ dialog: ConfirmationDialogState<Action>, _ handler: @escaping @MainActor (Action?) -> Void) {
    (title, message, isTitleHidden) = (dialog.title, dialog.message, dialog.titleVisibility == .hidden)
    buttons = dialog.presentedButtons.map { Button($0, handler) }
  }
}

extension DialogStateContent.Button {
  fileprivate init<Action>(_ button: ButtonState<Action>, _ handler: @escaping @MainActor (Action?) -> Void) {
    self.init(label: button.label, role: button.role) { button.withAction(handler) }
  }
}

/// Presents the dialog of a ``DialogStatePresentation``.
@MainActor
final class DialogStateController<Item>: PresentationController {
  private let model: PresentationModel<DialogStatePresentation<Item>>
  private var alertPresenter: AlertPresenter!
  /// A reference to this object while the dialog is on screen. This reference keeps the object alive if the presenting
  /// view is removed before the dialog closes.
  private var selfWhilePresented: DialogStateController?

  init(over widget: UnsafeMutablePointer<GtkWidget>, model: PresentationModel<DialogStatePresentation<Item>>) {
    self.model = model
    alertPresenter = AlertPresenter(
      over: widget,
      source: model.source.withDismissal { [weak self] in self?.selfWhilePresented = nil },
      content: { [weak self] in self?.content() })
  }

  var presenter: DialogPresenter { alertPresenter }

  var presentedNodes: [ViewNode] { [] }

  func environmentDidChange(to environment: EnvironmentValues) {}

  /// Returns the current texts and buttons, or `nil` if the state holds no item. If there is an item, also
  /// keeps this object alive until the dismissal.
  private func content() -> AlertContent? {
    guard let item = model.kind.item.wrappedValue else { return nil }
    selfWhilePresented = self
    let content = model.kind.content(item)
    let message = content.message?.translated(reportedAs: "The message of a dialog", in: model.node) ?? ""
    return AlertContent(
      title: content.title.translated(reportedAs: model.kind.style.titleName, in: model.node),
      isTitleHidden: content.isTitleHidden,
      message: message.isEmpty ? nil : message,
      buttons: content.buttons.map { button in
        let label = button.label.translated(reportedAs: "The label of a dialog's button", in: model.node)
        return AlertButton(label, role: button.role, action: button.action)
      })
  }
}

extension View {
  /// Presents a dialog whose texts and buttons are data. All modifiers with such a dialog use this function.
  nonisolated func dialog<Item>(
    _ item: Binding<Item?>, identify: @escaping @MainActor (Item) -> AnyHashable, style: DialogStyle = .alert,
    content: @escaping @MainActor (Item) -> DialogStateContent
  ) -> some View {
    PresentingView(
      content: self, kind: DialogStatePresentation(item: item, identify: identify, style: style, content: content))
  }
}
