/// Keeps one presentation in step with its state by carrying out the commands of ``PresentationLifecycle``, one after
/// another.
///
/// Carrying out a command can cause further events: a button's action writes the state, a window closes, or an
/// `onDismiss` presents another item. Events that are sent during a command are handled after the commands of the
/// current event. A presenter may therefore send events at any time.
///
/// The driver owns its closures. A presenter that owns the driver captures itself weakly in them.
@MainActor
public final class PresentationDriver<ID: Hashable> {
  /// The lifecycle, with its current phase.
  public private(set) var lifecycle: PresentationLifecycle<ID>

  private let readState: () -> ID?
  private let clearState: () -> Void
  private let perform: (PresentationLifecycle<ID>.Command) -> Void
  private let runDetectingWrites: (@MainActor (_ action: () -> Void) -> Bool)?
  /// Whether the action of the last button wrote the state, and thereby requested a new dialog.
  private var didActionWriteState = false
  /// The events that are not handled yet, oldest first.
  private var events: [PresentationLifecycle<ID>.Event] = []
  private var activity = Activity.idle

  /// Whether the driver is carrying out commands.
  private enum Activity {
    case idle
    case carryingOutCommands
  }

  /// Creates a driver with nothing on screen.
  ///
  /// - Parameters:
  ///   - parent: Whether a parent window for the dialog is already on screen.
  ///   - readState: Returns the id of the item that the state holds now, or `nil` if it holds no item.
  ///   - clearState: Writes `nil` to the state. This closure is called only while the state holds the item that was
  ///     shown.
  ///   - runDetectingWrites: Runs the action of a button, and returns whether the action wrote the state that presents
  ///     the dialog. This closure is for state without an id, such as a Boolean. A write then starts a new
  ///     presentation. Without `runDetectingWrites`, only the id distinguishes one presentation from the next.
  ///   - perform: Carries out one command. It never receives ``PresentationLifecycle/Command/clearState(_:)``, which
  ///     the driver carries out.
  public init(
    parent: PresentationLifecycle<ID>.Parent = .mapped,
    readState: @escaping @MainActor () -> ID?,
    clearState: @escaping @MainActor () -> Void,
    runDetectingWrites: (@MainActor (_ action: () -> Void) -> Bool)? = nil,
    perform: @escaping @MainActor (PresentationLifecycle<ID>.Command) -> Void
  ) {
    self.lifecycle = PresentationLifecycle(parent: parent)
    self.readState = readState
    self.clearState = clearState
    self.runDetectingWrites = runDetectingWrites
    self.perform = perform
  }

  /// Sends an event, and carries out the resulting commands before it returns. If this method is called while a command
  /// is being carried out, the event is handled after that command and the other commands of the same event.
  public func send(_ event: PresentationLifecycle<ID>.Event) {
    events.append(event)
    guard case .idle = activity else { return }
    activity = .carryingOutCommands
    defer { activity = .idle }
    while !events.isEmpty {
      for command in lifecycle.receive(events.removeFirst()) {
        carryOut(command)
      }
    }
  }

  /// Reads the state and sends the id of its item in an event. Call this method once in each turn of the main loop in
  /// which the state may have changed.
  public func stateMayHaveChanged() {
    send(.stateChanged(to: readState()))
  }

  private func carryOut(_ command: PresentationLifecycle<ID>.Command) {
    switch command {
    case .runButton: runButton(command)
    case .clearState(let id): clearState(of: id)
    default: perform(command)
    }
  }

  private func runButton(_ command: PresentationLifecycle<ID>.Command) {
    didActionWriteState = false
    guard let runDetectingWrites else { return perform(command) }
    didActionWriteState = runDetectingWrites { perform(command) }
  }

  private func clearState(of id: ID) {
    defer { didActionWriteState = false }
    // The state must keep the value that the action wrote. The presenter reads this value when the old dialog is gone,
    // and presents a new dialog.
    if didActionWriteState { return }
    if readState() == id { clearState() }
    // If the state still holds the item, the owner of the state refused or postponed the write. No event is sent then,
    // because the presenter reads the state again when the dialog is gone.
    let current = readState()
    if current != id { events.append(.stateChanged(to: current)) }
  }
}
