public import CGtk
internal import Presentation

/// What all presenters have in common: it keeps a dialog on screen while a piece of state holds a value, and none while it holds none.
///
/// The decisions are `PresentationLifecycle`'s. This class tells it what happens on screen, and carries out what it answers. Make one of
/// ``AlertPresenter``, ``ModalWindowPresenter``, ``PopoverPresenter`` and ``NavigationPresenter``.
///
/// A presenter belongs to a *presenting widget*: its window is what the dialog stands on. While that window is not on screen the dialog
/// waits. While it holds a dialog already, the new one stands on top of the topmost. When it goes, so do its dialogs, innermost first.
///
/// While its dialog is on screen, GTK's side keeps the presenter alive. Who made it calls ``viewIsGone()`` before letting go of it.
@MainActor
public class DialogPresenter {
  let presenting: PresentingWidget
  private let source: PresentationSource
  private var driver: PresentationDriver<AnyHashable>?
  private var closing = Closing.no
  private var isWaitingForTurn = false
  /// What was to be shown last has been replaced before it was: nothing of it is to be dismissed.
  private var isOvertaken = false
  /// What the dialogs inside of this one are told when this one closes.
  private(set) var departure: PresentationLifecycle<AnyHashable>.Event = .parentDismissed
  /// Whether this one closes because what it stands in does.
  private(set) var leavesWithParent = false
  private var hostConnection: SignalConnection?
  private var focusBefore: WeakGObjectReference?
  /// Whether the dialog's window has the keys when it goes. It has them if the user closes it.
  private var wasActive = true

  /// What the dialog on screen stands on. There while a dialog is on screen, even if the window is gone.
  private var hostReference: WeakGObjectReference?

  /// The window that the dialog on screen stands on, borrowed, or `nil` if none is, or the window is gone.
  var host: UnsafeMutablePointer<GtkWindow>? { hostReference?.pointer?.window }

  private enum Closing {
    case no
    case waitingForWhatStandsOnIt
    case underWay
  }

  init(over widget: some GObjectPointer, source: PresentationSource) {
    self.source = source
    presenting = PresentingWidget(widget)
    driver = PresentationDriver(
      parent: presenting.isMapped ? .mapped : .unmapped,
      readState: source.id, clearState: source.clear, watchWrites: source.watchWrites,
      perform: { [weak self] in self?.carryOut($0) })
    presenting.onEvent = { [weak self] in self?.presentingWidgetChanged($0) }
  }

  /// Whether a dialog is on screen.
  public var isPresented: Bool { hostReference != nil }

  /// Says that the state may have changed: a value, none, another one, or the same with other content. The presenter looks at it once in
  /// this turn of the main loop, before the next frame.
  public func stateMayHaveChanged() {
    guard !isWaitingForTurn else { return }
    isWaitingForTurn = true
    WaitingPresenters.add(self)
  }

  /// Looks at the state at once, for who already gathers the changes of a turn.
  public func updateNow() {
    isWaitingForTurn = false
    driver?.stateMayHaveChanged()
  }

  /// Says that the view that presents is leaving the screen for good. A dialog that is on screen goes, and nothing is written to the state,
  /// which may have another owner by now. The presenter does nothing from here on.
  public func viewIsGone() {
    departure = .parentGone
    leavesWithParent = true
    presenting.stopWatching()
    send(.parentGone)
  }

  /// Says that the view that presents has another widget now, or none for a while. What is on screen stays there.
  ///
  /// - Parameter widget: The widget. It may be in no window yet: until it is, and while there is none, nothing new is presented.
  public func viewMoved(to widget: UnsafeMutablePointer<GtkWidget>?) {
    guard widget != presenting.widget else { return }
    presenting.move(to: widget)
    presentingWidgetMoved()
  }

  func send(_ event: PresentationLifecycle<AnyHashable>.Event) {
    driver?.send(event)
  }

  /// Shows the dialog of the item in the state. Overridden by each kind of presenter, as are those below.
  func showDialog(on host: UnsafeMutablePointer<GtkWindow>) {}

  /// Brings the dialog up to date with the item in the state.
  func updateDialog() {}

  /// Runs the action of a button.
  func runButton(_ position: Int) {}

  /// The dialog, if it is one that code takes off the screen and moves as a whole.
  var dialogOnScreen: (any DialogOnScreen)? { nil }

  /// Takes the dialog off the screen. ``dialogIsGone()`` follows, at once or later.
  func closeDialog() { dialogOnScreen?.cancel() }

  /// Puts the dialog on top of another window.
  func moveDialog(to host: UnsafeMutablePointer<GtkWindow>) { dialogOnScreen?.move(to: host) }

  /// The presenting widget is another one. It may not be on screen yet.
  func presentingWidgetMoved() {}

  /// The dialog's own window, on which others may stand, or `nil` if there is none.
  var dialogWindow: UnsafeMutablePointer<GtkWindow>? { dialogOnScreen?.window }

  /// Whether the dialog is a window, and not something in the one that presents it.
  var hasWindow: Bool { true }

  /// The dialogs on screen that were presented from inside of this one, oldest first.
  var presentedInside: [DialogPresenter] { dialogWindow.map { DialogStack.presented(from: $0) } ?? [] }

  /// To be called once for each dialog that was shown, when it is gone from the screen.
  func dialogIsGone(andTell events: PresentationLifecycle<AnyHashable>.Event...) {
    let formerHost = host
    hostReference = nil
    closing = .no
    hostConnection?.disconnect()
    hostConnection = nil
    DialogStack.remove(self)
    if hasWindow, let formerHost { WindowsGoingTogether.isGone(from: formerHost, wasActive: wasActive) }
    restoreFocus(in: formerHost)
    for event in events { send(event) }
    send(.dialogClosed)
    DialogStack.closeWhatWaited(for: formerHost, presenting.window)
  }
}

/// A dialog in a window of its own.
@MainActor
protocol DialogOnScreen: AnyObject {
  /// The window, borrowed, or `nil` once it is gone.
  var window: UnsafeMutablePointer<GtkWindow>? { get }
  /// Takes it off the screen. Who shows it hears of it.
  func cancel()
  /// Puts it on top of another window.
  func move(to host: UnsafeMutablePointer<GtkWindow>)
}

extension DialogPresenter {
  private func carryOut(_ command: PresentationLifecycle<AnyHashable>.Command) {
    switch command {
    case .show(let id): show(id)
    case .update: updateDialog()
    case .runButton(let position): runButton(position)
    case .close: close()
    case .dismissed: dismissed()
    case .clearState: break  // The driver does it.
    }
  }

  /// Shows a dialog, unless the state has gone on since it was looked at, as it may have while the dialog before was closing.
  private func show(_ id: AnyHashable) {
    isOvertaken = source.id() != id
    if isOvertaken {
      driver?.stateMayHaveChanged()
      return send(.dialogClosed)
    }
    guard let window = presenting.window else { return send(.dialogClosed) }
    wasActive = true
    stand(on: DialogStack.topmost(over: window))
    DialogStack.add(self)
    if let host { showDialog(on: host) }
  }

  private func dismissed() {
    guard !isOvertaken else { return isOvertaken = false }
    source.onDismiss()
    // A setter that kept the value, or an action that wrote it again, asks for the dialog again. The views are updated first.
    if case .idle? = driver?.lifecycle.phase, source.id() != nil { stateMayHaveChanged() }
  }

  private func stand(on window: UnsafeMutablePointer<GtkWindow>) {
    hostReference = WeakGObjectReference(window)
    focusBefore = WeakGObjectReference(gtk_window_get_focus(window))
    hostConnection?.disconnect()
    hostConnection = connect(window, .unrealize) { [weak self] in self?.hostIsGone() }
  }

  private func close() {
    guard isPresented, case .no = closing else { return }
    closing = .waitingForWhatStandsOnIt
    closeUnlessSomethingStandsOnIt()
  }

  /// Closes the dialog once nothing is on top of it: what was presented from inside of it goes first, innermost first, and what was
  /// presented from elsewhere moves to what this one stands on.
  func closeUnlessSomethingStandsOnIt() {
    guard case .waitingForWhatStandsOnIt = closing else { return }
    for presenter in presentedInside.reversed() { presenter.parentIsClosing(departure) }
    if let window = dialogWindow, let host = host ?? presenting.window {
      for presenter in DialogStack.standing(on: window) where presenter.presenting.window != window {
        presenter.move(to: host)
      }
    }
    guard presentedInside.isEmpty else { return }
    // What went before may have closed this one already.
    guard case .waitingForWhatStandsOnIt = closing else { return }
    closing = .underWay
    wasActive = dialogWindow.map { gtk_window_is_active($0) != 0 } ?? false
    closeDialog()
  }

  /// Whether the dialog waits for this window, or for what was presented from it, to go.
  func waitsToClose(without window: UnsafeMutablePointer<GtkWindow>) -> Bool {
    guard case .waitingForWhatStandsOnIt = closing else { return false }
    return (dialogWindow ?? presenting.window) == window
  }

  /// Puts what stands on a window of this dialog's on top of another, which takes its place.
  func moveWhatStands(on window: UnsafeMutablePointer<GtkWindow>, to other: UnsafeMutablePointer<GtkWindow>) {
    for presenter in DialogStack.standing(on: window) { presenter.move(to: other) }
  }

  func parentIsClosing(_ event: PresentationLifecycle<AnyHashable>.Event) {
    departure = event
    leavesWithParent = true
    send(event)
  }

  private func move(to window: UnsafeMutablePointer<GtkWindow>) {
    stand(on: window)
    moveDialog(to: window)
  }

  /// The window that the dialog stands on was destroyed, by no presenter. If it was only a dialog too, this one moves to what is left.
  private func hostIsGone() {
    guard let window = presenting.window, window != host, gtk_widget_get_mapped(window.widget) != 0 else { return }
    move(to: window)
  }

  private func presentingWidgetChanged(_ event: PresentingWidget.Event) {
    switch event {
    case .mapped: send(.parentMapped)
    case .unmapped: send(.parentUnmapped)
    case .gone:
      departure = .parentGone
      leavesWithParent = true
      send(.parentGone)
    }
  }

  /// GTK keeps the focus of a window that a modal one covers, unless the widget that had it was changed meanwhile.
  private func restoreFocus(in window: UnsafeMutablePointer<GtkWindow>?) {
    defer { focusBefore = nil }
    guard let window, let widget = focusBefore?.widget, gtk_widget_get_mapped(widget) != 0 else { return }
    guard let root = gtk_widget_get_root(widget), UnsafeMutableRawPointer(root) == window.rawPointer else { return }
    if let focus = gtk_window_get_focus(window), focus != widget, gtk_widget_get_mapped(focus) != 0 { return }
    gtk_window_set_focus(window, widget)
  }
}

/// The presenters that look at their state in this turn of the main loop.
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
