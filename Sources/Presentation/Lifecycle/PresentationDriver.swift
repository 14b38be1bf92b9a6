/// Keeps one presentation in step with its state: carries out what ``PresentationLifecycle`` answers, one thing after another.
///
/// Carrying out a command makes things happen: a button's action writes to the state, a window is gone while it is being closed, an
/// `onDismiss` presents something else. What is told meanwhile waits until the commands before it are done, so a presenter may tell the
/// driver anything from anywhere, without a flag of its own.
///
/// The driver owns its closures. A presenter that owns the driver captures itself weakly in them.
@MainActor
public final class PresentationDriver<ID: Hashable> {
  /// The lifecycle in its present phase.
  public private(set) var lifecycle: PresentationLifecycle<ID>

  private let readState: () -> ID?
  private let clearState: () -> Void
  private let perform: (PresentationLifecycle<ID>.Command) -> Void
  private let watchWrites: (@MainActor (_ action: () -> Void) -> Bool)?
  /// Whether the action of a button wrote the state again: the state asks for a new dialog.
  private var isWrittenAgain = false
  private var events: [PresentationLifecycle<ID>.Event] = []
  private var activity = Activity.resting

  private enum Activity {
    case resting
    case performing
  }

  /// Begins with nothing on screen.
  ///
  /// - Parameters:
  ///   - parent: Whether there is something on screen already that a dialog could stand on.
  ///   - readState: Gives the id of the item that the state holds now.
  ///   - clearState: Writes `nil` to the state. It is called only while the state holds the item that was shown.
  ///   - watchWrites: Runs the action of a button, and returns whether it wrote the state that presents the dialog. It is for state without an id, such as
  ///     a Boolean: a write then starts a new presentation. Without it only the id tells one presentation from the next.
  ///   - perform: Carries out one command. It is never given ``PresentationLifecycle/Command/clearState(_:)``, which the driver does.
  public init(
    parent: PresentationLifecycle<ID>.Parent = .mapped,
    readState: @escaping @MainActor () -> ID?,
    clearState: @escaping @MainActor () -> Void,
    watchWrites: (@MainActor (_ action: () -> Void) -> Bool)? = nil,
    perform: @escaping @MainActor (PresentationLifecycle<ID>.Command) -> Void
  ) {
    self.lifecycle = PresentationLifecycle(parent: parent)
    self.readState = readState
    self.clearState = clearState
    self.watchWrites = watchWrites
    self.perform = perform
  }

  /// Tells what happened. What follows from it is done when this returns, unless this is called while a command is being carried out: then
  /// it is done after that command and those that go with it.
  public func send(_ event: PresentationLifecycle<ID>.Event) {
    events.append(event)
    guard case .resting = activity else { return }
    activity = .performing
    defer { activity = .resting }
    while !events.isEmpty {
      for command in lifecycle.receive(events.removeFirst()) {
        carryOut(command)
      }
    }
  }

  /// Looks at the state, and tells what it holds. To be called once in each turn of the main loop in which the state may have changed.
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
    isWrittenAgain = false
    guard let watchWrites else { return perform(command) }
    isWrittenAgain = watchWrites { perform(command) }
  }

  private func clearState(of id: ID) {
    defer { isWrittenAgain = false }
    // The presenter reads the state again when the dialog is gone, and then presents it anew.
    if isWrittenAgain { return }
    if readState() == id { clearState() }
    // A state that still holds the item has refused the write or puts it off. The presenter reads the state again when the dialog is gone.
    let current = readState()
    if current != id { events.append(.stateChanged(to: current)) }
  }
}
