public import CGtk
internal import Presentation

/// Shows a toast at the bottom of a window while a piece of state holds a value: a short text that hinders nothing, with a button such as
/// "Undo".
///
/// It goes after a time, or when a person closes it, and the state is `nil`. It stands in the ``ToastLayer`` of the window of the widget that
/// presents.
@MainActor
public final class ToastPresenter: DialogPresenter {
  /// Begins to wait for a number of seconds, in the window that a widget is in, until what is returned is let go of. The widget is borrowed.
  public typealias Alarm = @MainActor (UnsafeMutablePointer<GtkWidget>, _ seconds: Double, _ action: @escaping @MainActor () -> Void) -> AnyObject

  private let content: @MainActor () -> ToastContent?
  private let startAlarm: Alarm
  private var shown: ToastContent?
  private var toast: ToastWidget?
  private var alarm: AnyObject?
  private var layerConnection: SignalConnection?

  /// Begins with nothing on screen, and looks at the state when told that it may have changed.
  ///
  /// - Parameters:
  ///   - widget: The widget that presents.
  ///   - source: The state.
  ///   - alarm: What counts the seconds: ``LoopTimer``, or a clock that a test steps.
  ///   - content: What to show for the item that the state holds, or `nil` when it holds none. It is called only while it holds one.
  public init(
    over widget: some GObjectPointer, source: PresentationSource, alarm: @escaping Alarm = { _, seconds, action in LoopTimer(after: seconds, action) },
    content: @escaping @MainActor () -> ToastContent?
  ) {
    self.content = content
    startAlarm = alarm
    super.init(over: widget, source: source)
  }

  override var hasWindow: Bool { false }

  override func showDialog(on host: UnsafeMutablePointer<GtkWindow>) {
    guard let widget = presenting.widget, let layer = ToastLayer.outermost(around: widget), let content = content() else { return dialogIsGone() }
    shown = content
    toast = ToastWidget(in: layer, content) { [weak self] in self?.received($0) }
    layerConnection = connect(layer, .unrealize) { [weak self] in self?.remove() }
    restart()
  }

  override func updateDialog() {
    guard toast != nil, let content = content() else { return }
    let isTimedAnew = content.timeout != shown?.timeout
    shown = content
    toast?.update(content)
    if isTimedAnew { restart() }
  }

  override func runButton(_ position: Int) {
    shown?.action()
  }

  override func closeDialog() {
    remove()
  }

  private func received(_ event: ToastWidget.Event) {
    switch event {
    case .actionChosen: send(.buttonChosen(0))
    case .askedToClose: send(.userAskedToClose)
    case .attentionChanged: restart()
    }
  }

  /// Counts the seconds from the beginning, or not at all while a person is at the toast.
  private func restart() {
    alarm = nil
    guard let toast, !toast.hasAttention, let timeout = shown?.timeout else { return }
    alarm = startAlarm(toast.widget, timeout) { [weak self] in self?.send(.contentAskedToClose) }
  }

  private func remove() {
    guard let toast else { return }
    self.toast = nil
    shown = nil
    alarm = nil
    layerConnection?.disconnect()
    layerConnection = nil
    toast.remove()
    dialogIsGone()
  }
}
