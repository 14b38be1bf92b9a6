import Presentation

/// A presenter without a screen: it obeys its driver, and writes down what it was told to do.
@MainActor
final class FakePresenter {
  struct Item: Equatable {
    var id: String
    var content = ""
  }

  /// When a window is gone that was told to close.
  enum Closing {
    /// Before the call returns, as a window that is destroyed.
    case atOnce
    /// When the test says so, as a dialog of the toolkit that answers later.
    case later
  }

  /// The state that decides. Writing to it tells nobody: the driver looks at the end of the turn.
  var item: Item?
  /// What the dialog on screen shows, or `nil` if there is none.
  private(set) var onScreen: Item?
  /// What happened, in order.
  private(set) var log: [String] = []
  /// The actions of the buttons, by position.
  var actions: [() -> Void] = []
  var onDismiss: () -> Void = {}
  /// The presentations inside of this dialog.
  var children: [FakePresenter] = []
  /// Told of each line of the log, to see several presenters in one order.
  var observer: (String) -> Void = { _ in }

  private let closing: Closing
  private(set) var driver: PresentationDriver<String>!

  init(_ closing: Closing = .later, parent: PresentationLifecycle<String>.Parent = .mapped) {
    self.closing = closing
    driver = PresentationDriver(
      parent: parent,
      readState: { [unowned self] in item?.id },
      clearState: { [unowned self] in
        record("clear \(item?.id ?? "")")
        item = nil
      },
      perform: { [unowned self] in perform($0) })
  }

  /// Ends a turn of the main loop: the driver looks at the state.
  func endTurn() {
    driver.stateMayHaveChanged()
  }

  /// Sets the state, and ends the turn.
  func set(_ item: Item?) {
    self.item = item
    endTurn()
  }

  /// The window that was told to close is gone now, or it went by itself.
  func windowIsGone() {
    onScreen = nil
    driver.send(.dialogClosed)
  }

  func times(_ line: String) -> Int {
    log.count { $0 == line }
  }

  private func perform(_ command: PresentationLifecycle<String>.Command) {
    switch command {
    case .show(let id):
      onScreen = item
      record("show \(id)")
    case .update(let id):
      guard onScreen != item else { return }
      onScreen = item
      record("update \(id)")
    case .runButton(let position):
      record("run \(position)")
      actions[position]()
    case .close:
      for child in children { child.driver.send(.parentDismissed) }
      record("close")
      if closing == .atOnce, onScreen != nil { windowIsGone() }
    case .dismissed(let id):
      record("dismissed \(id)")
      onDismiss()
    case .clearState: break
    }
  }

  private func record(_ line: String) {
    log.append(line)
    observer(line)
  }
}
