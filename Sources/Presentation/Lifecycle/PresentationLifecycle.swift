/// Decides when a dialog must be shown, replaced or closed so that the screen agrees with a piece of optional state.
///
/// The rule is: while the state holds an item, the dialog of this item is on screen. While the state is `nil`, there is
/// no dialog. The rule applies to alerts, confirmation dialogs, sheets, covers, popovers and pushed destinations. It is
/// implemented only here.
///
/// The parent of a dialog is the window of the view that presents the dialog.
///
/// The lifecycle never touches a widget, a closure or the state. It receives events and returns the commands to carry
/// out next, in order, so the whole logic can be tested without a display. ``PresentationDriver`` carries out the
/// commands.
///
/// ```
///                  parent is mapped
///        ┌───────┐  (show)    ┌───────────┐
///        │waiting│───────────▶│           │◀─┐ the same id (update)
///        └───────┘            │ presented │──┘
///  an item │ ▲ │ nil          │           │
///  parent  │ │ │  ┌──────────▶└───────────┘
///  not     │ │ ▼  │ an item (show)   │ nil or another id (close)
///  mapped  ┌──────┐                  │ the user, a button (run, clearState, close)
///     ┌────│ idle │                  ▼
///     │    └──────┘           ┌───────────┐
///     │      ▲  next is nil   │  closing  │ an item becomes the next one
///     │      └────────────────│ (id, next)│ nil: there is no next one
///     │        the window is  └───────────┘
///     │        gone (dismissed)  next is an item: show it, or wait
///     │ the parent is gone
///     ▼                the window is gone
///  ┌─────┐              (dismissed)   ┌───────┐  the parent is gone while presented (close)
///  │ended│◀───────────────────────────│leaving│◀ or closing
///  └─────┘                            └───────┘
/// ```
///
/// The diagram does not contain ``Event/replacedBeforeShown(by:)``, nor the transition from *presented* to *idle* when
/// the window is gone without a ``Command/close`` (clearState, dismissed), nor the transition from *waiting* to *ended*
/// when the parent is gone. ``Event/parentDismissed`` has the same transitions as “the parent is gone”, but also clears
/// the state of a presented dialog (clearState, close).
///
/// Requirements of the presenter, which is the object that shows the dialog of one piece of state:
/// - The presenter sends the *newest* state, once per turn of the main loop. For the writes nil, a, nil, b within one
///   turn, it sends only b.
/// - It sends ``Event/dialogClosed`` once for each ``Command/show(_:)``, when the window has left the screen,
///   regardless of the cause. If it does not create the dialog because the state has changed, it sends
///   ``Event/replacedBeforeShown(by:)`` instead.
/// - If another dialog contains the presenting view, the presenter sends ``Event/parentDismissed`` or
///   ``Event/parentGone`` before that dialog is removed.
///
/// Two items with the same id count as the same item with other content. If one replaces the other, the dialog stays on
/// screen and is updated. To present the item in a new dialog, set the state to `nil` for one turn in between, or give
/// the item another id.
public struct PresentationLifecycle<ID: Hashable> {
  /// The current phase of the dialog.
  public private(set) var phase: Phase = .idle
  /// Whether the dialog's parent is on screen.
  public private(set) var parent: Parent

  /// A phase in the life of a dialog.
  public enum Phase: Hashable {
    /// Nothing is on screen, and the state holds no item.
    case idle
    /// The state holds this item. Its dialog is shown as soon as the parent is on screen.
    case waiting(ID)
    /// The dialog of this item is on screen.
    case presented(ID, InteractiveDismissal)
    /// The dialog of this item is closing. When it is gone, the next item is shown, if there is one.
    case closing(ID, next: ID?)
    /// The parent is closing or gone. The dialog of this item is closing.
    case leaving(ID)
    /// The parent is gone, and no dialog is on screen. No further dialog is shown.
    case ended
  }

  /// Whether the parent is on screen.
  public enum Parent: Hashable, Sendable {
    /// The window is on screen.
    case mapped
    /// The window is not on screen.
    case unmapped
  }

  /// Whether the user can close the dialog without clicking one of its buttons.
  public enum InteractiveDismissal: Hashable, Sendable {
    /// Escape and the close button close the dialog.
    case enabled
    /// Escape and the close button do nothing.
    case disabled
  }

  /// An event that the presenter sends.
  public enum Event: Hashable {
    /// The state holds this item now: a new item, the same item with other content, or none.
    case stateChanged(to: ID?)
    /// The dialog's content allows or forbids closing the dialog without a button. Initially, closing is allowed.
    case interactiveDismissalChanged(to: InteractiveDismissal)
    /// The user pressed Escape or clicked the window's close button. The window is still on screen.
    case userAskedToClose
    /// The dialog's own content called `dismiss()`.
    case contentAskedToClose
    /// The user activated the button at this position, or pressed Escape and the button at this position has the cancel
    /// role.
    case buttonActivated(Int)
    /// The dialog's window is gone, because of ``Command/close`` or for any other reason.
    case dialogClosed
    /// The presenter did not create the dialog of ``Command/show(_:)``, because the state held another item, or none,
    /// by then.
    case replacedBeforeShown(by: ID?)
    /// The parent appeared on screen.
    case parentMapped
    /// The parent is no longer on screen, but may come back. An open dialog stays open.
    case parentUnmapped
    /// The dialog that contains the presenting view is closing. The dialog of this lifecycle must close first.
    case parentDismissed
    /// The presenting view was removed from the view tree, or its window was destroyed. The state must not be cleared,
    /// because the state may have another owner now.
    case parentGone
  }

  /// A command that the presenter must carry out next.
  public enum Command: Hashable {
    /// Show a dialog for this item. No other dialog of the presenter is on screen.
    case show(ID)
    /// Update the content of the dialog on screen, because the same item has other content.
    case update(ID)
    /// Run the action of the button at this position, once.
    case runButton(Int)
    /// Write `nil` to the state, but only if the state still holds this item. If the state holds another item then, or
    /// none, send ``Event/stateChanged(to:)``.
    case clearState(ID)
    /// Close the dialog that is on screen. If it is already gone, do nothing: its ``Event/dialogClosed`` was sent or
    /// will be sent.
    case close
    /// Call the `onDismiss` of this item's dialog. The dialog is gone, and this is the last command for it.
    case dismissed(ID)
  }

  /// Creates a lifecycle with nothing on screen.
  ///
  /// - Parameter parent: Whether the dialog's parent is already on screen.
  public init(parent: Parent = .mapped) {
    self.parent = parent
  }

  /// Handles an event, and returns the commands that the presenter must carry out next, in this order.
  public mutating func receive(_ event: Event) -> [Command] {
    switch event {
    case .stateChanged(let id): stateChanged(to: id)
    case .interactiveDismissalChanged(let dismissal): interactiveDismissalChanged(to: dismissal)
    case .userAskedToClose: userAskedToClose()
    case .contentAskedToClose: clearAndClose(after: [])
    case .buttonActivated(let position): clearAndClose(after: [.runButton(position)])
    case .dialogClosed: dialogClosed()
    case .replacedBeforeShown(let id): replacedBeforeShown(by: id)
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

  /// Shows an item, or waits until the parent is on screen. Called only when no dialog is on screen.
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
    return clearAndClose(after: [])
  }

  /// Clears the state and closes the dialog on screen, after `firstCommands`. A dialog that is already closing is
  /// not closed again, and its buttons do nothing.
  private mutating func clearAndClose(after firstCommands: [Command]) -> [Command] {
    guard case .presented(let shown, _) = phase else { return [] }
    phase = .closing(shown, next: nil)
    return firstCommands + [.clearState(shown), .close]
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

  private mutating func replacedBeforeShown(by id: ID?) -> [Command] {
    switch phase {
    case .presented, .closing: return present(id)
    case .leaving:
      phase = .ended
      return []
    case .idle, .waiting, .ended: return []
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
