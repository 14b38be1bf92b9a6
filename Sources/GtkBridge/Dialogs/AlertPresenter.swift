public import CGtk
internal import Presentation

/// Shows an alert, or a confirmation dialog, while a piece of state holds a value.
///
/// ```swift
/// let presenter = AlertPresenter(over: button, source: PresentationSource($failure, id: \.id)) {
///   AlertContent(title: "The Feed Cannot Be Reached", message: failure?.remedy)
/// }
/// presenter.stateMayHaveChanged()  // After each possible change of `failure`.
/// ```
///
/// A button's action runs once, and then the state becomes `nil`. Escape and the close button have the effect of the
/// button with the cancel role. Without such a button, or if it is disabled, they only set the state to `nil`. An alert
/// can contain an *accessory*: a widget between the message and the buttons, such as a text field.
@MainActor
public final class AlertPresenter: DialogPresenter {
  private let content: @MainActor () -> AlertContent?
  private let makeAccessory: @MainActor () -> UnsafeMutablePointer<GtkWidget>?
  private let backend: AlertBackend
  /// The content of the visible alert.
  private var visibleContent: AlertContent?
  /// The visible alert.
  private var alert: (any AlertWindow)?
  /// Whether Escape and the close button close the alert.
  private var isDismissible = true

  /// The GTK API with which new presenters show alerts. Only tests set this property.
  package static var backend = AlertBackend.automatic

  /// Creates a presenter without a visible alert. The presenter reads the state after
  /// ``DialogPresenter/stateMayHaveChanged()``.
  ///
  /// - Parameters:
  ///   - widget: The presenting widget. The alert is shown above the window of this widget.
  ///   - source: The state.
  ///   - makeAccessory: Returns a new accessory, or `nil` for an alert without an accessory. GTK's own dialog cannot
  ///     contain a widget, so an alert with an accessory is a window of ours that looks and behaves the same. When an
  ///     alert without an accessory is updated, the closure is called again. If the closure then returns a widget, a
  ///     window of ours replaces GTK's dialog. The caller updates the accessory.
  ///   - content: Returns the alert for the value of the state, or `nil` if the state holds no value. The closure is
  ///     called only while the state holds a value.
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
    guard let content = content() else { return dialogDidClose() }
    visibleContent = content
    if let accessory = makeAccessory() {
      alert = CustomAlertWindow(on: host, content, accessory: accessory, onEnd: onEnd)
    } else {
      alert = NativeAlertWindow(on: host, content, backend: backend, onEnd: onEnd)
    }
    // `content()` may have disabled closing.
    if !isDismissible { alert?.setDismissible(false) }
  }

  private var onEnd: @MainActor (AlertOutcome) -> Void {
    { [weak self] in self?.alertEnded($0) }
  }

  override func updateDialog() {
    guard let old = visibleContent, let new = content() else { return }
    // The actions may have changed even if the appearance has not.
    visibleContent = new
    if let native = alert as? NativeAlertWindow, let host, let accessory = makeAccessory() {
      return replace(native, on: host, with: new, accessory: accessory)
    }
    if !new.looksLike(old) { alert?.update(new) }
  }

  /// Replaces GTK's dialog with a window of ours. Setting `alert` frees GTK's dialog, which then closes without a
  /// callback.
  private func replace(
    _ native: NativeAlertWindow, on host: UnsafeMutablePointer<GtkWindow>, with content: AlertContent,
    accessory: UnsafeMutablePointer<GtkWidget>
  ) {
    let custom = CustomAlertWindow(on: host, content, accessory: accessory, onEnd: onEnd)
    if !isDismissible { custom.setDismissible(false) }
    if let old = native.window, let new = custom.window { DialogStack.send(.windowReplaced(old, by: new)) }
    alert = custom
  }

  override func runButton(_ position: Int) {
    guard let buttons = visibleContent?.shownButtons, buttons.indices.contains(position) else { return }
    buttons[position].action()
  }

  override var visibleDialog: (any DialogWindow)? { alert }

  /// Enables or disables Escape and the close button of the visible alert. If this function is called while the content
  /// is created, it applies to the alert that will be shown.
  public func setInteractiveDismissDisabled(_ isDisabled: Bool) {
    isDismissible = !isDisabled
    alert?.setDismissible(isDismissible)
    send(.interactiveDismissalChanged(to: isDisabled ? .disabled : .enabled))
  }

  private func alertEnded(_ outcome: AlertOutcome) {
    alert = nil
    switch outcome {
    case .button(let position): dialogDidClose(thenSend: .buttonActivated(position))
    case .dismissed: dialogDidClose(thenSend: .userAskedToClose)
    case .cancelled, .hostDestroyed: dialogDidClose()
    }
    // `dialogDidClose` may already have shown the next alert.
    if alert == nil { visibleContent = nil }
  }
}
