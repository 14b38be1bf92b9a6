import Presentation

/// A presenter without a screen. It executes the commands of its driver and records them.
@MainActor
final class FakePresenter {
  /// The state of a dialog. A new `id` requests another dialog, and a new `content` updates the dialog on screen.
  struct Item: Equatable {
    var id: String
    var content = ""
  }

  /// When the window of a dialog is gone after the command to close the dialog.
  enum Closing {
    /// During the command, like a window that is destroyed.
    case atOnce
    /// When the test calls `removeWindow`, like a toolkit dialog that responds later.
    case later
  }

  /// The state that determines the dialog. A write does not notify the driver. The driver reads the state at the end of
  /// the turn.
  var item: Item?
  /// The item of the dialog on screen, or `nil` if there is no dialog.
  private(set) var onScreen: Item?
  /// The recorded commands, in order.
  private(set) var log: [String] = []
  /// The actions of the buttons, by position.
  var actions: [() -> Void] = []
  var onDismiss: () -> Void = {}
  /// The presenters of the dialogs inside this dialog.
  var children: [FakePresenter] = []
  /// Called with each new line of the log. A test uses this closure to record the commands of several presenters in one
  /// order.
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

  /// Ends a turn of the main loop. The driver reads the state.
  func endTurn() {
    driver.stateMayHaveChanged()
  }

  /// Sets the state and ends the turn.
  func set(_ item: Item?) {
    self.item = item
    endTurn()
  }

  /// Removes the window of the dialog and notifies the driver. A test calls this function after the command to close
  /// the dialog, or without a command, as if the user had closed the window.
  func removeWindow() {
    onScreen = nil
    driver.send(.dialogClosed)
  }

  /// Returns how often a command is in the log.
  func count(of line: String) -> Int {
    log.count { $0 == line }
  }

  private func perform(_ command: PresentationLifecycle<String>.Command) {
    switch command {
    case .show(let id):
      onScreen = item
      record("show \(id)")
    case .update(let id):
      // An update that changes nothing is not recorded.
      guard onScreen != item else { return }
      onScreen = item
      record("update \(id)")
    case .runButton(let position):
      record("run \(position)")
      actions[position]()
    case .close:
      for child in children { child.driver.send(.parentDismissed) }
      record("close")
      if closing == .atOnce, onScreen != nil { removeWindow() }
    case .dismissed(let id):
      record("dismissed \(id)")
      onDismiss()
    // The driver calls its closure `clearState` instead.
    case .clearState: break
    }
  }

  private func record(_ line: String) {
    log.append(line)
    observer(line)
  }
}
