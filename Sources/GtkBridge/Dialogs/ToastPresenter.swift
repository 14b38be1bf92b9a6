public import CGtk
internal import Presentation

/// Shows a toast at the bottom of a window while a piece of state holds a value. A toast is a short text that does not
/// block the window. It can have a button, such as "Undo".
///
/// The toast closes after its timeout, or when the user closes it or presses its button. The state then becomes `nil`.
/// The toast is shown in the ``ToastLayer`` of the presenting widget's window.
@MainActor
public final class ToastPresenter: DialogPresenter {
  /// Starts a timer for a number of seconds in the window of a widget. The timer runs until the returned object is
  /// released. The widget is borrowed.
  public typealias StartTimer =
    @MainActor (UnsafeMutablePointer<GtkWidget>, _ seconds: Double, _ action: @escaping @MainActor () -> Void) ->
    AnyObject

  private let content: @MainActor () -> ToastContent?
  private let startTimer: StartTimer
  /// The content of the visible toast.
  private var visibleContent: ToastContent?
  private var toast: ToastWidget?
  /// The running timer.
  private var timer: AnyObject?
  /// The signal connection that removes the toast when the layer leaves its window.
  private var layerConnection: SignalConnection?

  /// Creates a presenter without a visible toast. The presenter reads the state after
  /// ``DialogPresenter/stateMayHaveChanged()``.
  ///
  /// - Parameters:
  ///   - widget: The presenting widget.
  ///   - source: The state that opens and closes the toast.
  ///   - startTimer: Starts the timer that closes the toast. The default is a ``LoopTimer``. Tests pass a clock that
  ///     they advance.
  ///   - content: Returns the content for the item in the state. If the content is `nil`, no toast is shown, and
  ///     a visible toast does not change. The closure is called only while the state holds an item.
  public init(
    over widget: some GObjectPointer, source: PresentationSource,
    startTimer: @escaping StartTimer = { _, seconds, action in LoopTimer(after: seconds, action) },
    content: @escaping @MainActor () -> ToastContent?
  ) {
    self.content = content
    self.startTimer = startTimer
    super.init(over: widget, source: source)
  }

  override var hasWindow: Bool { false }

  override func showDialog(on host: UnsafeMutablePointer<GtkWindow>) {
    guard let widget = presentingWidget.widget, let layer = ToastLayer.outermost(around: widget),
      let content = content()
    else { return dialogDidClose() }
    visibleContent = content
    toast = ToastWidget(in: layer, content) { [weak self] in self?.handle($0) }
    layerConnection = connect(layer, .unrealize) { [weak self] in self?.removeToast() }
    restartTimer()
  }

  override func updateDialog() {
    guard toast != nil, let content = content() else { return }
    let timeoutDidChange = content.timeout != visibleContent?.timeout
    visibleContent = content
    toast?.update(content)
    if timeoutDidChange { restartTimer() }
  }

  // The position is ignored, because a toast has only one button.
  override func runButton(_ position: Int) {
    visibleContent?.action()
  }

  override func closeDialog() {
    removeToast()
  }

  private func handle(_ event: ToastWidget.Event) {
    switch event {
    case .actionButtonClicked: send(.buttonActivated(0))
    case .closeRequested: send(.userAskedToClose)
    case .pointerOrFocusEnteredOrLeft: restartTimer()
    }
  }

  /// Restarts the timer, or stops it while the pointer or the focus is in the toast. When the time is over, the
  /// presenter sends the same event as a dialog whose content closes it.
  private func restartTimer() {
    timer = nil
    guard let toast, !toast.containsPointerOrFocus, let timeout = visibleContent?.timeout else { return }
    timer = startTimer(toast.widget, timeout) { [weak self] in self?.send(.contentAskedToClose) }
  }

  private func removeToast() {
    guard let toast else { return }
    self.toast = nil
    visibleContent = nil
    timer = nil
    layerConnection?.disconnect()
    layerConnection = nil
    toast.remove()
    dialogDidClose()
  }
}
