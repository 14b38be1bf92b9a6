public import CGtk
internal import Presentation

/// Shows an alert, or a confirmation dialog, while a piece of state holds a value.
///
/// ```swift
/// let presenter = AlertPresenter(over: button, source: PresentationSource($failure, id: \.id)) {
///   AlertContent(title: "The Feed Cannot Be Reached", message: failure?.remedy)
/// }
/// presenter.stateMayHaveChanged()  // Whenever it may have.
/// ```
///
/// A button's action runs once, and then the state is `nil`. Escape and the close button do what the button of the cancel role does, or
/// only clear the state if there is none. An alert with widgets of its own, such as a text field, is given them by `makeAccessory`.
@MainActor
public final class AlertPresenter: DialogPresenter {
  private let content: @MainActor () -> AlertContent?
  private let makeAccessory: @MainActor () -> UnsafeMutablePointer<GtkWidget>?
  private let backend: AlertBackend
  private var shown: AlertContent?
  private var alert: (any AlertWindow)?
  private var isDismissible = true

  /// What shows the alerts of presenters that are made from now on. For tests.
  package static var backend = AlertBackend.automatic

  /// Begins with nothing on screen, and looks at the state when told that it may have changed.
  ///
  /// - Parameters:
  ///   - widget: The widget that presents. Its window is what the alert stands on.
  ///   - source: The state.
  ///   - makeAccessory: Gives a widget to stand between the message and the buttons of a new alert, or `nil`, which most alerts have. GTK's
  ///     own dialog cannot hold one: such an alert is a window of ours that looks and behaves the same. It is asked again when an alert
  ///     without one is brought up to date, which then becomes such a window; a widget that is given changes by itself from then on.
  ///   - content: What to show for the item that the state holds, or `nil` when it holds none. It is called only while it holds one.
  public init(
    over widget: some GObjectPointer, source: PresentationSource,
    makeAccessory: @escaping @MainActor () -> UnsafeMutablePointer<GtkWidget>? = { nil },
    content: @escaping @MainActor () -> AlertContent?
  ) {
    self.content = content
    self.makeAccessory = makeAccessory
    backend = Self.backend
    super.init(over: widget, source: source)
  }

  override func showDialog(on host: UnsafeMutablePointer<GtkWindow>) {
    isDismissible = true
    guard let content = content() else { return dialogIsGone() }
    shown = content
    if let accessory = makeAccessory() {
      alert = CustomAlertWindow(on: host, content, accessory: accessory, onEnd: onEnd)
    } else {
      alert = NativeAlertWindow(on: host, content, backend: backend, onEnd: onEnd)
    }
    if !isDismissible { alert?.setDismissible(false) }
  }

  private var onEnd: @MainActor (AlertOutcome) -> Void {
    { [weak self] in self?.alertEnded($0) }
  }

  override func updateDialog() {
    guard let shown, let new = content() else { return }
    // The actions may have changed even where nothing looks different.
    self.shown = new
    if let native = alert as? NativeAlertWindow, let host, let accessory = makeAccessory() {
      return exchange(native, on: host, for: new, accessory)
    }
    if !new.looksLike(shown) { alert?.update(new) }
  }

  /// Puts a window of ours in the place of GTK's dialog, which is freed, and so ends without telling.
  private func exchange(
    _ native: NativeAlertWindow, on host: UnsafeMutablePointer<GtkWindow>, for content: AlertContent,
    _ accessory: UnsafeMutablePointer<GtkWidget>
  ) {
    let custom = CustomAlertWindow(on: host, content, accessory: accessory, onEnd: onEnd)
    if !isDismissible { custom.setDismissible(false) }
    if let old = native.window, let new = custom.window { moveWhatStands(on: old, to: new) }
    alert = custom
  }

  override func runButton(_ position: Int) {
    guard let buttons = shown?.shownButtons, buttons.indices.contains(position) else { return }
    buttons[position].action()
  }

  override var dialogOnScreen: (any DialogOnScreen)? { alert }

  /// Allows or forbids Escape and the close button, for the alert that is on screen, or, called while its content is made, will be.
  public func setInteractiveDismissDisabled(_ isDisabled: Bool) {
    isDismissible = !isDisabled
    alert?.setDismissible(isDismissible)
    send(.interactiveDismissalChanged(to: isDisabled ? .disabled : .enabled))
  }

  private func alertEnded(_ outcome: AlertOutcome) {
    alert = nil
    switch outcome {
    case .button(let position): dialogIsGone(andTell: .buttonChosen(position))
    case .dismissed: dialogIsGone(andTell: .userAskedToClose)
    case .cancelled, .lost: dialogIsGone()
    }
    if alert == nil { shown = nil }
  }
}
