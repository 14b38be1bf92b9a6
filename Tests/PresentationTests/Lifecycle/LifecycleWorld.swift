import Presentation

/// A model of one presentation: its state, its window, its parent and its lifecycle. The model checks the rules that
/// must always hold.
///
/// The model is hashable, so that a test can try every sequence of events and examine each situation once.
struct LifecycleWorld: Hashable {
  /// The events that a test sends to the model. They lead to the events of ``PresentationLifecycle``.
  enum Event: CaseIterable {
    case setNil, setA, setAWithNewContent, setB
    case userCloses, windowIsGone, parentMapped, parentGone
    // The events that `basic` does not contain.
    case buttonThatDoesNothing, buttonThatSetsB, dismissalDisabled, contentCloses, parentUnmapped, parentDismissed,
      turnEnds

    /// The events of which a test tries all sequences up to a length.
    static let basic: [Event] = [
      .setNil, .setA, .setAWithNewContent, .setB, .userCloses, .windowIsGone, .parentMapped, .parentGone,
    ]
  }

  /// When a window is gone after a command to close it: at once, or at the next event `windowIsGone`.
  enum Closing: CaseIterable { case atOnce, later }
  /// When the lifecycle is notified of a change of the state: at once, or at the next event `turnEnds`, which ends a
  /// turn of the main loop.
  enum NotificationTime: CaseIterable { case atOnce, atTheEndOfTheTurn }

  /// A broken rule.
  struct Violation: Error, CustomStringConvertible {
    var description: String
  }

  enum ID: Hashable { case a, b }

  struct Item: Hashable {
    var id: ID
    var content = 0
  }

  /// The window of the dialog that shows an item.
  struct Window: Hashable {
    var item: Item
    var isClosing = false
  }

  enum Parent: Hashable { case unmapped, mapped, gone }

  private(set) var lifecycle = PresentationLifecycle<ID>(parent: .unmapped)
  private(set) var state: Item?
  private(set) var window: Window?
  private(set) var parent = Parent.unmapped
  /// The id of the item whose dialog was shown and whose `onDismiss` has not been called.
  private(set) var undismissedID: ID?
  let closing: Closing
  let notificationTime: NotificationTime
  private var pendingEvents: [PresentationLifecycle<ID>.Event] = []

  init(closing: Closing, notificationTime: NotificationTime) {
    self.closing = closing
    self.notificationTime = notificationTime
  }

  /// Applies an event, and checks that no rule is broken.
  mutating func receive(_ event: Event) throws(Violation) {
    switch event {
    case .setNil: try set(nil)
    case .setA: try set(Item(id: .a))
    case .setAWithNewContent: try set(Item(id: .a, content: 1))
    case .setB: try set(Item(id: .b))
    case .userCloses: try send(.userAskedToClose)
    case .windowIsGone: try windowIsGone()
    case .parentMapped: try mapParent()
    case .parentUnmapped: try unmapParent()
    case .parentGone: try endParent(.parentGone)
    case .parentDismissed: try endParent(.parentDismissed)
    case .buttonThatDoesNothing: try send(.buttonActivated(0))
    case .buttonThatSetsB: try send(.buttonActivated(1))
    case .dismissalDisabled: try send(.interactiveDismissalChanged(to: .disabled))
    case .contentCloses: try send(.contentAskedToClose)
    case .turnEnds: try send(.stateChanged(to: state?.id))
    }
    try require(undismissedID == window?.item.id, "a window and its onDismiss belong together")
  }

  /// Completes all pending steps in a copy, and checks that the screen matches the state.
  func checkAtRest() throws(Violation) {
    var world = self
    try world.receive(.turnEnds)
    while let window = world.window, window.isClosing { try world.receive(.windowIsGone) }
    switch world.parent {
    case .mapped: try require(world.window?.item == world.state, "at rest the screen shows the state")
    case .unmapped:
      try require(world.window == nil || world.window?.item == world.state, "at rest nothing stale is shown")
    case .gone: try require(world.window == nil, "nothing outlives its parent")
    }
    try require(
      world.undismissedID == world.window?.item.id, "at rest onDismiss was called once for each dialog that is gone")
  }

  private mutating func set(_ item: Item?) throws(Violation) {
    state = item
    if notificationTime == .atOnce { try send(.stateChanged(to: item?.id)) }
  }

  private mutating func windowIsGone() throws(Violation) {
    window = nil
    try send(.dialogClosed)
  }

  private mutating func mapParent() throws(Violation) {
    guard parent != .gone else { return }
    parent = .mapped
    try send(.parentMapped)
  }

  private mutating func unmapParent() throws(Violation) {
    guard parent != .gone else { return }
    parent = .unmapped
    try send(.parentUnmapped)
  }

  private mutating func endParent(_ event: PresentationLifecycle<ID>.Event) throws(Violation) {
    let formerParent = parent
    // Commands that follow from `parentDismissed` may clear the state. Commands that follow from `parentGone` must not.
    // So for `parentGone`, the parent is gone before the commands are performed, and `clear` reports a violation.
    if event == .parentGone { parent = .gone }
    guard formerParent != .gone else { return }
    try send(event)
    parent = .gone
  }

  /// Sends an event to the lifecycle, and executes the returned commands as ``PresentationDriver`` does.
  private mutating func send(_ event: PresentationLifecycle<ID>.Event) throws(Violation) {
    pendingEvents.append(event)
    while !pendingEvents.isEmpty {
      for command in lifecycle.receive(pendingEvents.removeFirst()) { try perform(command) }
    }
  }

  private mutating func perform(_ command: PresentationLifecycle<ID>.Command) throws(Violation) {
    switch command {
    case .show(let id): try show(id)
    case .update(let id):
      try require(window?.item.id == id && window?.isClosing == false, "only an open dialog of that item is updated")
      if let state, state.id == id { window?.item = state }
    case .runButton(let position):
      try require(window?.isClosing == false, "a button acts only while its dialog is open")
      // The first button does nothing. The second button sets B.
      if position == 1 { try set(Item(id: .b)) }
    case .clearState(let id): try clear(id)
    case .close: try close()
    case .dismissed(let id):
      try require(undismissedID == id, "onDismiss belongs to the dialog that was shown, and is called once")
      try require(window == nil, "onDismiss is called when the window is gone")
      undismissedID = nil
    }
  }

  private mutating func show(_ id: ID) throws(Violation) {
    try require(window == nil, "never two dialogs at once")
    try require(undismissedID == nil, "onDismiss of the former dialog comes first")
    try require(parent == .mapped, "never shown where there is no parent on screen")
    // If the lifecycle is notified at the end of the turn, the state may hold another item by now, or none.
    guard let state, state.id == id else { return pendingEvents.append(.replacedBeforeShown(by: self.state?.id)) }
    window = Window(item: state)
    undismissedID = id
  }

  private mutating func clear(_ id: ID) throws(Violation) {
    try require(parent != .gone, "nothing is written once another view may own the state")
    try require(undismissedID == id, "only the dialog that was shown clears the state")
    if state?.id == id { state = nil }
    pendingEvents.append(.stateChanged(to: state?.id))
  }

  private mutating func close() throws(Violation) {
    guard window != nil else { return }
    try require(window?.isClosing == false, "a dialog closes only once")
    switch closing {
    case .later: window?.isClosing = true
    case .atOnce:
      window = nil
      pendingEvents.append(.dialogClosed)
    }
  }

  private func require(_ condition: Bool, _ rule: String) throws(Violation) {
    if !condition { throw Violation(description: "\(rule): \(self)") }
  }
}
