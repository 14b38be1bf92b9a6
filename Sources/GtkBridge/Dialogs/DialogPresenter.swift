public import CGtk
internal import Presentation

/// The base class of all presenters. It shows a dialog while a piece of state holds a value, and no dialog while the
/// state is `nil`.
///
/// `PresentationLifecycle` decides when the dialog is shown and closed. This class sends events to the lifecycle, such
/// as the press of a button, and carries out the lifecycle's commands. Create a subclass, such as ``AlertPresenter``,
/// ``ModalWindowPresenter``, ``PopoverPresenter`` or ``NavigationPresenter``.
///
/// A presenter belongs to a *presenting widget*. The dialog is shown above the window of that widget. While that window
/// is not on screen, no dialog is shown. If the window already has a dialog, the new dialog is shown above the topmost
/// one. When the window is destroyed, its dialogs close, innermost first.
///
/// A presenter stays alive while its dialog is on screen. Its owner calls ``viewWasRemoved()`` before releasing it.
@MainActor
public class DialogPresenter {
  /// Observes the presenting widget.
  let presentingWidget: PresentingWidget
  /// The state that the presenter shows.
  private let source: PresentationSource
  /// Contains the lifecycle, and calls `carryOut(_:)` for its commands except `clearState`. `nil` only during `init`.
  private var driver: PresentationDriver<AnyHashable>?
  /// Whether the presenter will read the state in this turn of the main loop.
  private var isUpdateScheduled = false
  /// The event that ended the presentation from outside: the dialog that contains the presenting widget closes, the
  /// window of that widget was destroyed, or the presenting view was removed. `nil` until then.
  private(set) var parentClosingEvent: PresentationLifecycle<AnyHashable>.Event?
  /// The signal connection that reports the destruction of the window below the dialog.
  private var hostConnection: SignalConnection?
  /// Weak. The widget that had the focus in the host before the dialog was shown.
  private var formerFocus: WeakGObjectReference?
  /// Why the dialog closes: `user` unless `closeNow()` closes the dialog. The cause determines whether the window below
  /// the dialog must be activated.
  private var closingCause = ClosingCause.user

  /// The window below the visible dialog, borrowed. `nil` if no dialog is on screen or the window was destroyed.
  var host: UnsafeMutablePointer<GtkWindow>? { DialogStack.host(of: self) }

  /// Why a dialog closes.
  private enum ClosingCause {
    /// The user closes the dialog, so the dialog's window is active.
    case user
    /// Code closes the dialog, whose window may be inactive.
    case code(isWindowActive: Bool)

    /// Whether the dialog's window is active.
    var isWindowActive: Bool {
      switch self {
      case .user: true
      case .code(let isWindowActive): isWindowActive
      }
    }
  }

  init(over widget: some GObjectPointer, source: PresentationSource) {
    self.source = source
    presentingWidget = PresentingWidget(widget)
    driver = PresentationDriver(
      parent: presentingWidget.isMapped ? .mapped : .unmapped,
      readState: source.id, clearState: source.clear, runDetectingWrites: source.runDetectingWrites,
      perform: { [weak self] in self?.carryOut($0) })
    presentingWidget.onEvent = { [weak self] in self?.presentingWidgetChanged($0) }
  }

  /// Whether a dialog is on screen.
  public var isPresented: Bool { DialogStack.contains(self) }

  /// Schedules an update, because the state may have changed: to a value, to `nil`, to another item, or to the same
  /// item with other content. The presenter reads the state once in this turn of the main loop, before the next frame.
  public func stateMayHaveChanged() {
    guard !isUpdateScheduled else { return }
    isUpdateScheduled = true
    WaitingPresenters.add(self)
  }

  /// Reads the state immediately. Call this function at most once in a turn of the main loop.
  public func updateNow() {
    isUpdateScheduled = false
    driver?.stateMayHaveChanged()
  }

  /// Ends the presentation, because the presenting view was removed. A visible dialog closes. The state is not written,
  /// because it may have another owner by now. Afterwards, the presenter ignores all changes.
  public func viewWasRemoved() {
    parentClosingEvent = .parentGone
    presentingWidget.stopObserving()
    send(.parentGone)
  }

  /// Replaces the widget of the presenting view, or removes it for a while. A visible dialog stays on screen.
  ///
  /// - Parameter widget: The widget. While it is in no window, and while it is `nil`, no new dialog is presented.
  public func viewMoved(to widget: UnsafeMutablePointer<GtkWidget>?) {
    guard widget != presentingWidget.widget else { return }
    presentingWidget.move(to: widget)
    presentingWidgetMoved()
  }

  /// Sends an event to the lifecycle, and carries out the resulting commands.
  func send(_ event: PresentationLifecycle<AnyHashable>.Event) {
    driver?.send(event)
  }

  /// Shows the dialog of the item in the state. Subclasses override this function. They also override those of
  /// the following members, down to ``dialogsInside``, whose defaults do not fit.
  func showDialog(on host: UnsafeMutablePointer<GtkWindow>) {}

  /// Updates the dialog with the item in the state.
  func updateDialog() {}

  /// Runs the action of a button.
  func runButton(_ position: Int) {}

  /// The dialog on screen, which the defaults of `closeDialog`, `moveDialog(to:)` and `ownWindow` use.
  var visibleDialog: (any DialogWindow)? { nil }

  /// Closes the dialog. `dialogDidClose` is called afterwards, immediately or later.
  func closeDialog() { visibleDialog?.cancel() }

  /// Moves the dialog's window above another window.
  func moveDialog(to host: UnsafeMutablePointer<GtkWindow>) { visibleDialog?.move(to: host) }

  /// Called when the presenting widget was replaced or removed. A new widget may not be on screen yet.
  func presentingWidgetMoved() {}

  /// The dialog's own window, above which other dialogs may be shown, or `nil` if there is none.
  var ownWindow: UnsafeMutablePointer<GtkWindow>? { visibleDialog?.window }

  /// Whether the dialog is a window of its own and not a part of the presenting window.
  var hasWindow: Bool { true }

  /// The current location of the dialog among the windows.
  var location: PresentationStack<DialogPresenter, UnsafeMutablePointer<GtkWindow>>.Location {
    .init(presentingWindow: presentingWidget.window, ownWindow: ownWindow, inside: dialogsInside)
  }

  /// The presenters of the visible dialogs that were presented from inside this dialog, oldest first.
  var dialogsInside: [DialogPresenter] { ownWindow.map { DialogStack.presented(from: $0) } ?? [] }

  /// Cleans up after a dialog has left the screen. Subclasses call this function once for each call of
  /// `showDialog(on:)`.
  ///
  /// - Parameter events: Events for the lifecycle that are sent before `dialogClosed`, such as a pressed button.
  func dialogDidClose(thenSend events: PresentationLifecycle<AnyHashable>.Event...) {
    let formerHost = host
    hostConnection?.disconnect()
    hostConnection = nil
    DialogStack.send(.closed(self))
    if hasWindow, let formerHost {
      WindowActivation.windowDidClose(above: formerHost, wasActive: closingCause.isWindowActive)
    }
    restoreFocus(in: formerHost)
    for event in events { send(event) }
    send(.dialogClosed)
    for window in [formerHost, presentingWidget.window].compactMap(\.self) {
      DialogStack.send(.presenterFinished(window))
    }
  }
}

/// A dialog in a window of its own.
@MainActor
protocol DialogWindow: AnyObject {
  /// The window, borrowed, or `nil` after it was destroyed.
  var window: UnsafeMutablePointer<GtkWindow>? { get }
  /// Closes the dialog and notifies the presenter that shows it.
  func cancel()
  /// Moves the dialog above another window.
  func move(to host: UnsafeMutablePointer<GtkWindow>)
}

extension DialogPresenter {
  private func carryOut(_ command: PresentationLifecycle<AnyHashable>.Command) {
    switch command {
    case .show(let id): show(id)
    case .update: updateDialog()
    case .runButton(let position): runButton(position)
    case .close: DialogStack.send(.closeRequested(self))
    case .dismissed: dismissed()
    case .clearState: break  // The driver writes the state.
    }
  }

  /// Shows a dialog, unless the state has changed since the lifecycle read it, for example while the previous dialog
  /// was closing. Without a presenting window, the lifecycle is notified as if the dialog had closed.
  private func show(_ id: AnyHashable) {
    let current = source.id()
    guard current == id else { return send(.replacedBeforeShown(by: current)) }
    guard let window = presentingWidget.window else { return send(.dialogClosed) }
    closingCause = .user
    let host = DialogStack.topmost(over: window)
    DialogStack.send(.shown(self, above: host))
    observeHost(host)
    showDialog(on: host)
  }

  /// Calls `onDismiss` after the dialog has closed.
  private func dismissed() {
    source.onDismiss()
    // The state still holds a value if a setter refused the `nil`, or if an action wrote a value again. The dialog is
    // then shown again, after the views have been updated.
    if case .idle? = driver?.lifecycle.phase, source.id() != nil { stateMayHaveChanged() }
  }

  /// Stores the focused widget of the window below the dialog, and observes the destruction of that window. GTK emits
  /// `unrealize` when a window is destroyed.
  private func observeHost(_ host: UnsafeMutablePointer<GtkWindow>) {
    formerFocus = WeakGObjectReference(gtk_window_get_focus(host))
    hostConnection?.disconnect()
    hostConnection = connect(host, .unrealize) { [weak self] in self?.hostWasDestroyed() }
  }

  /// Closes the dialog immediately. `DialogStack` calls this function when no dialog is inside this dialog any more.
  func closeNow() {
    closingCause = .code(isWindowActive: ownWindow.map { gtk_window_is_active($0) != 0 } ?? false)
    closeDialog()
  }

  /// Closes the dialog, because the dialog that contains the presenting widget closes.
  ///
  /// - Parameter event: The `closingEvent` of the containing dialog.
  func parentIsClosing(_ event: PresentationLifecycle<AnyHashable>.Event) {
    parentClosingEvent = event
    send(event)
  }

  /// The event that the presenters inside this dialog receive when this dialog closes.
  var closingEvent: PresentationLifecycle<AnyHashable>.Event { parentClosingEvent ?? .parentDismissed }

  /// Observes another window below the dialog, and moves the dialog above it.
  func move(to window: UnsafeMutablePointer<GtkWindow>) {
    observeHost(window)
    moveDialog(to: window)
  }

  /// Called when code other than a presenter has destroyed the window below the dialog. If that window was a dialog
  /// itself, this dialog moves above the presenting window. If that window was the presenting window,
  /// `presentingWidgetChanged(_:)` ends the presentation.
  private func hostWasDestroyed() {
    let window = presentingWidget.window.flatMap { gtk_widget_get_mapped($0.widget) != 0 ? $0 : nil }
    DialogStack.send(.hostDestroyed(self, presentingWindow: window))
  }

  private func presentingWidgetChanged(_ event: PresentingWidget.Event) {
    switch event {
    case .mapped: send(.parentMapped)
    case .unmapped: send(.parentUnmapped)
    case .destroyed:
      parentClosingEvent = .parentGone
      send(.parentGone)
    }
  }

  /// Gives the focus back to the formerly focused widget of the window below a closed dialog. If the dialog is a
  /// modal window, GTK does this itself, unless the window below has lost its focused widget in the meantime. If
  /// another visible widget of that window has the focus by now, the focus is not moved.
  private func restoreFocus(in window: UnsafeMutablePointer<GtkWindow>?) {
    defer { formerFocus = nil }
    guard let window, let widget = formerFocus?.widget, gtk_widget_get_mapped(widget) != 0 else { return }
    guard let root = gtk_widget_get_root(widget), UnsafeMutableRawPointer(root) == window.rawPointer else { return }
    if let focus = gtk_window_get_focus(window), focus != widget, gtk_widget_get_mapped(focus) != 0 { return }
    gtk_window_set_focus(window, widget)
  }
}

extension DialogPresenter: Hashable {
  /// Compares the identities of two presenters.
  public nonisolated static func == (left: DialogPresenter, right: DialogPresenter) -> Bool { left === right }

  /// Hashes the identity of the presenter.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The presenters that read their state in this turn of the main loop.
@MainActor private enum WaitingPresenters {
  private static var presenters: [DialogPresenter] = []
  private static let update = ScheduledUpdate {
    let waiting = presenters
    presenters.removeAll(keepingCapacity: true)
    for presenter in waiting { presenter.updateNow() }
  }

  static func add(_ presenter: DialogPresenter) {
    presenters.append(presenter)
    update.schedule()
  }
}
