/// Decides when a dialog must be shown, replaced or closed so that the screen agrees with a piece of optional state.
///
/// The rule is: a value is present, so its dialog is on screen; the value is gone, so the dialog is gone. Alerts, confirmation dialogs,
/// sheets, covers, popovers and pushed destinations all obey it, and this is the one place where it is written.
///
/// The lifecycle never touches a widget, a closure or the state: it is told what happened, and answers with what to do next, in order, so
/// that the whole of the logic can be tested without a display. ``PresentationDriver`` carries the answers out.
///
/// ```
///                  parent is mapped
///        ┌───────┐  (show)    ┌───────────┐
///        │waiting│───────────▶│           │◀─┐ the same id (update)
///        └───────┘            │ presented │──┘
///  a value │ ▲ │ nil          │           │
///  parent  │ │ │  ┌──────────▶└───────────┘
///  not     │ │ ▼  │ a value (show)   │ nil or another id (close)
///  mapped  ┌──────┐                  │ the user, a button (run, clearState, close)
///     ┌────│ idle │                  ▼
///     │    └──────┘           ┌───────────┐
///     │      ▲  next is nil   │  closing  │ a value becomes the next one
///     │      └────────────────│ (id, next)│ nil: there is no next one
///     │        the window is  └───────────┘
///     │        gone (dismissed)  next is a value: show it, or wait
///     │ the parent is gone
///     ▼                the window is gone
///  ┌─────┐              (dismissed)   ┌───────┐  the parent is gone while presented (close)
///  │ended│◀───────────────────────────│leaving│◀ or closing
///  └─────┘                            └───────┘
/// ```
///
/// What the presenter owes it:
/// - It tells the *newest* state, once per turn of the main loop: of nil, a, nil, b within one turn, it hears of b only.
/// - It tells ``Event/dialogClosed`` once for each ``Command/show(_:)``, when the window is really gone, whoever closed it.
/// - It tells ``Event/parentGone`` before the dialogs of that parent go.
///
/// An item that is replaced by another with the same id is the same item with other content: the dialog stays, and is updated. That is so
/// by design. To present it again as a new one, let its state be `nil` for a turn in between, or give it another id.
public struct PresentationLifecycle<ID: Hashable> {
  /// Where the dialog is in its life.
  public private(set) var phase: Phase = .idle
  /// Whether there is something on screen that a dialog could stand on.
  public private(set) var parent: Parent

  /// Where a dialog is in its life.
  public enum Phase: Hashable {
    /// Nothing is on screen, and the state asks for nothing.
    case idle
    /// The state asks for this item. It is shown as soon as its parent is on screen.
    case waiting(ID)
    /// The dialog of this item is on screen.
    case presented(ID, InteractiveDismissal)
    /// The dialog of this item was told to close. When it is gone, the next one is shown, if there is one.
    case closing(ID, next: ID?)
    /// The presenter is gone. The dialog of this item was told to close.
    case leaving(ID)
    /// The presenter is gone, and nothing of it is on screen. Nothing will ever be shown again.
    case ended
  }

  /// What a dialog stands on: the window of the view that presents it.
  public enum Parent: Hashable, Sendable {
    /// On screen.
    case mapped
    /// Not on screen, or not yet.
    case unmapped
  }

  /// Whether the user can close the dialog without choosing one of its buttons.
  public enum InteractiveDismissal: Hashable, Sendable {
    /// Escape and the close button close it.
    case enabled
    /// Escape and the close button do nothing.
    case disabled
  }

  /// What happened.
  public enum Event: Hashable {
    /// The state holds this item now: a new one, the same with other content, or none.
    case stateChanged(to: ID?)
    /// The dialog's content allows or forbids to close it without a button. Each dialog begins by allowing it.
    case interactiveDismissalChanged(to: InteractiveDismissal)
    /// The user pressed Escape, or the window's close button, and the window is still there.
    case userAskedToClose
    /// The dialog's own content asks to close it: `dismiss()`.
    case contentAskedToClose
    /// The user chose the button at this position, or pressed Escape where the button with the cancel role is at this position.
    case buttonChosen(Int)
    /// The dialog's window is gone, because it was told to close or for any other reason.
    case dialogClosed
    /// The parent came on screen.
    case parentMapped
    /// The parent is no longer on screen, but may come back. A dialog that is open stays open.
    case parentUnmapped
    /// The dialog in which the presenting view stands is closing, and this one must go before it.
    case parentDismissed
    /// The presenting view left the tree, or its window was destroyed. Someone else may own the state now.
    case parentGone
  }

  /// What the presenter must do next.
  public enum Command: Hashable {
    /// Show a dialog for this item. Nothing is on screen.
    case show(ID)
    /// Bring the content of the dialog on screen up to date. It is the same item.
    case update(ID)
    /// Run the action of the button at this position, once.
    case runButton(Int)
    /// Write `nil` to the state, but only if it still holds this item; then tell what the state holds.
    case clearState(ID)
    /// Close the dialog that is on screen. If it is gone already, do nothing: that it is gone was told, or will be.
    case close
    /// The dialog of this item is gone, and nobody will hear of it again: call its `onDismiss`.
    case dismissed(ID)
  }

  /// Begins with nothing on screen.
  ///
  /// - Parameter parent: Whether there is something on screen already that a dialog could stand on.
  public init(parent: Parent = .mapped) {
    self.parent = parent
  }

  /// Tells what happened, and gives what the presenter must do next, in this order.
  public mutating func receive(_ event: Event) -> [Command] {
    switch event {
    case .stateChanged(let id): stateChanged(to: id)
    case .interactiveDismissalChanged(let dismissal): interactiveDismissalChanged(to: dismissal)
    case .userAskedToClose: userAskedToClose()
    case .contentAskedToClose: closeAndClear(after: [])
    case .buttonChosen(let position): closeAndClear(after: [.runButton(position)])
    case .dialogClosed: dialogClosed()
    case .parentMapped: parentMapped()
    case .parentUnmapped: parentUnmapped()
    case .parentDismissed: parentDismissed()
    case .parentGone: parentGone()
    }
  }
}

extension PresentationLifecycle {
  private mutating func stateChanged(to id: ID?) -> [Command] {
    switch phase {
    case .idle, .waiting:
      return present(id)
    case .presented(let shown, _):
      if let id, id == shown { return [.update(shown)] }
      phase = .closing(shown, next: id)
      return [.close]
    case .closing(let shown, _):
      phase = .closing(shown, next: id)
      return []
    case .leaving, .ended:
      return []
    }
  }

  /// Shows an item where nothing is on screen, or waits until there is something to show it on.
  private mutating func present(_ id: ID?) -> [Command] {
    guard let id else {
      phase = .idle
      return []
    }
    switch parent {
    case .mapped:
      phase = .presented(id, .enabled)
      return [.show(id)]
    case .unmapped:
      phase = .waiting(id)
      return []
    }
  }

  private mutating func interactiveDismissalChanged(to dismissal: InteractiveDismissal) -> [Command] {
    if case .presented(let shown, _) = phase { phase = .presented(shown, dismissal) }
    return []
  }

  private mutating func userAskedToClose() -> [Command] {
    if case .presented(_, .disabled) = phase { return [] }
    return closeAndClear(after: [])
  }

  /// Closes the dialog on screen from its own side. What is closing already is not closed again, and its buttons are dead.
  private mutating func closeAndClear(after commands: [Command]) -> [Command] {
    guard case .presented(let shown, _) = phase else { return [] }
    phase = .closing(shown, next: nil)
    return commands + [.clearState(shown), .close]
  }

  private mutating func dialogClosed() -> [Command] {
    switch phase {
    case .presented(let shown, _):
      phase = .idle
      return [.clearState(shown), .dismissed(shown)]
    case .closing(let shown, let next):
      return [.dismissed(shown)] + present(next)
    case .leaving(let shown):
      phase = .ended
      return [.dismissed(shown)]
    case .idle, .waiting, .ended:
      return []
    }
  }

  private mutating func parentMapped() -> [Command] {
    parent = .mapped
    guard case .waiting(let id) = phase else { return [] }
    return present(id)
  }

  private mutating func parentUnmapped() -> [Command] {
    parent = .unmapped
    return []
  }

  private mutating func parentDismissed() -> [Command] {
    guard case .presented(let shown, _) = phase else { return parentGone() }
    phase = .leaving(shown)
    return [.clearState(shown), .close]
  }

  private mutating func parentGone() -> [Command] {
    parent = .unmapped
    switch phase {
    case .presented(let shown, _):
      phase = .leaving(shown)
      return [.close]
    case .closing(let shown, _), .leaving(let shown):
      phase = .leaving(shown)
      return []
    case .idle, .waiting, .ended:
      phase = .ended
      return []
    }
  }
}

extension PresentationLifecycle: Equatable {}
extension PresentationLifecycle: Hashable {}
extension PresentationLifecycle: Sendable where ID: Sendable {}
extension PresentationLifecycle.Phase: Sendable where ID: Sendable {}
extension PresentationLifecycle.Event: Sendable where ID: Sendable {}
extension PresentationLifecycle.Command: Sendable where ID: Sendable {}
