import Presentation
import TestTraits
import Testing

/// The lines of the table in `docs/library/presentation.md` that can be tested with a driver and without windows. Other
/// suites cover the other lines. `.presentationLine(1)` means that a test covers line 1.
///
/// A `FakePresenter` has a state, which is an item or `nil`, and a driver, which decides when a dialog for this state
/// is shown and closed. The presenter logs the commands of its driver: `show`, `update` and `dismissed` with the id of
/// an item, `run` with the position of a button, `close`, and `clear` with the id of an item. `clear` sets the state to
/// `nil`.
///
/// After `close`, the window of a dialog is gone at once, or only when the test calls `removeWindow()`
/// (`FakePresenter.Closing`). The default is `.later`.
@MainActor
@Suite struct PresentationTableTests {
  @Test(.presentationLine(1), arguments: [FakePresenter.Closing.atOnce, .later])
  func `a value that replaces nil is presented once`(_ closing: FakePresenter.Closing) {
    // Given a state without a value
    let presenter = FakePresenter(closing)

    // When the state gets a value, and turns of the main loop end
    presenter.set(.init(id: "a", content: "first"))
    presenter.endTurn()
    presenter.endTurn()

    // Then the value is presented once
    #expect(presenter.log == ["show a"])
    #expect(presenter.onScreen?.content == "first")
  }

  @Test(.presentationLine(2), arguments: [FakePresenter.Closing.atOnce, .later])
  func `setting nil in code closes the dialog, runs no action and calls onDismiss once`(
    _ closing: FakePresenter.Closing
  ) {
    // Given a dialog on screen
    let presenter = FakePresenter(closing)
    presenter.actions = [{}]
    presenter.set(.init(id: "a"))

    // When the code sets the state to nil
    presenter.set(nil)
    if closing == .later { presenter.removeWindow() }
    presenter.endTurn()

    // Then the dialog closes, and nothing else happens
    #expect(presenter.log == ["show a", "close", "dismissed a"])
    #expect(presenter.onScreen == nil)
  }

  @Test(.presentationLine(2)) func `a button clicked while code closes its dialog runs no action`() {
    // Given a dialog that the code has closed, and whose window is still on screen
    let presenter = FakePresenter()
    presenter.actions = [{}]
    presenter.set(.init(id: "a"))
    presenter.set(nil)

    // When the user clicks the dialog's button
    presenter.driver.send(.buttonActivated(0))
    presenter.removeWindow()

    // Then the button has no effect
    #expect(presenter.log == ["show a", "close", "dismissed a"])
  }

  @Test(.presentationLine(3), arguments: [FakePresenter.Closing.atOnce, .later])
  func `clicking a button runs its action once, clears the state and calls onDismiss once`(
    _ closing: FakePresenter.Closing
  ) {
    // Given a dialog whose action reads the state that presented it
    let presenter = FakePresenter(closing)
    var idDuringAction: String?
    presenter.actions = [{ [unowned presenter] in idDuringAction = presenter.item?.id }]
    presenter.set(.init(id: "a"))

    // When the button is clicked twice
    presenter.driver.send(.buttonActivated(0))
    presenter.driver.send(.buttonActivated(0))
    if closing == .later { presenter.removeWindow() }
    presenter.endTurn()

    // Then the action ran once, while the state still had its value
    #expect(presenter.log == ["show a", "run 0", "clear a", "close", "dismissed a"])
    #expect(idDuringAction == "a")
    #expect(presenter.item == nil)
  }

  @Test(.presentationLine(4), arguments: [FakePresenter.Closing.atOnce, .later])
  func `another value set by a button's action is presented and not cleared`(_ closing: FakePresenter.Closing) {
    // Given a dialog whose action presents another dialog
    let presenter = FakePresenter(closing)
    presenter.actions = [{ [unowned presenter] in presenter.item = .init(id: "b") }]
    presenter.set(.init(id: "a"))

    // When the dialog's button is clicked. The driver is not notified of the new item before the old window is gone.
    presenter.driver.send(.buttonActivated(0))
    if closing == .later { presenter.removeWindow() }

    // Then the new dialog is on screen, and the old dialog did not set the state to nil
    #expect(presenter.log == ["show a", "run 0", "close", "dismissed a", "show b"])
    #expect(presenter.item?.id == "b")
  }

  @Test(.presentationLine(4)) func `another value set by a button's action with a notification is presented`() {
    // Given a dialog whose action presents another dialog, and notifies the driver at once
    let presenter = FakePresenter()
    presenter.actions = [{ [unowned presenter] in presenter.set(.init(id: "b")) }]
    presenter.set(.init(id: "a"))

    // When the dialog's button is clicked
    presenter.driver.send(.buttonActivated(0))
    presenter.removeWindow()

    // Then the new dialog is on screen
    #expect(presenter.log == ["show a", "run 0", "close", "dismissed a", "show b"])
  }

  @Test(.presentationLine(5)) func `Escape without a cancel button clears the state and calls onDismiss once`() {
    // Given a dialog
    let presenter = FakePresenter()
    presenter.set(.init(id: "a"))

    // When the user presses Escape twice
    presenter.driver.send(.userAskedToClose)
    presenter.driver.send(.userAskedToClose)
    presenter.removeWindow()

    // Then the dialog closes once
    #expect(presenter.log == ["show a", "clear a", "close", "dismissed a"])
    #expect(presenter.item == nil)
  }

  @Test(.presentationLine(5)) func `a dialog that the toolkit has already closed clears the state`() {
    // Given a dialog
    let presenter = FakePresenter()
    presenter.set(.init(id: "a"))

    // When the toolkit has closed the dialog without a command of the driver
    presenter.removeWindow()
    presenter.endTurn()

    // Then the state is cleared, and no window is closed again
    #expect(presenter.log == ["show a", "clear a", "dismissed a"])
    #expect(presenter.item == nil)
  }

  @Test(.presentationLine(6)) func `a value with the same id and other content updates the dialog`() {
    // Given a dialog
    let presenter = FakePresenter()
    presenter.set(.init(id: "a", content: "first"))

    // When its item changes and keeps its id
    presenter.set(.init(id: "a", content: "second"))

    // Then the dialog shows the new content
    #expect(presenter.log == ["show a", "update a"])
    #expect(presenter.onScreen?.content == "second")
  }

  @Test(.presentationLine(7), arguments: [FakePresenter.Closing.atOnce, .later])
  func `a value with another id is presented after the old dialog has closed, without clearing`(
    _ closing: FakePresenter.Closing
  ) {
    // Given a dialog
    let presenter = FakePresenter(closing)
    presenter.set(.init(id: "a"))

    // When the state holds an item with another id
    presenter.set(.init(id: "b"))
    if closing == .later {
      #expect(presenter.onScreen?.id == "a")
      presenter.removeWindow()
    }

    // Then the new dialog follows the old dialog, and the state is not written
    #expect(presenter.log == ["show a", "close", "dismissed a", "show b"])
    #expect(presenter.item?.id == "b")
  }

  @Test(.presentationLine(8))
  func `the newest value set while a window is closing is presented after the window is gone`() {
    // Given a dialog that closes because another item replaces its item
    let presenter = FakePresenter()
    presenter.set(.init(id: "a"))
    presenter.set(.init(id: "b"))

    // When the state changes again before the window is gone
    presenter.set(nil)
    presenter.set(.init(id: "c"))
    presenter.removeWindow()

    // Then only the newest item is shown
    #expect(presenter.log == ["show a", "close", "dismissed a", "show c"])
  }

  @Test(.presentationLine(9)) func `only the last of several values set within one turn is presented`() {
    // Given a state without a value
    let presenter = FakePresenter()

    // When the state is set four times before the turn ends
    presenter.item = nil
    presenter.item = .init(id: "a")
    presenter.item = nil
    presenter.item = .init(id: "b")
    presenter.endTurn()

    // Then only the last item is shown
    #expect(presenter.log == ["show b"])
  }

  @Test(.presentationLine(10))
  func `a value set before the parent is on screen is presented one time, when the parent is mapped`() {
    // Given a parent that is not on screen yet
    let presenter = FakePresenter(parent: .unmapped)
    presenter.set(.init(id: "a"))
    presenter.endTurn()
    #expect(presenter.log == [])

    // When the parent is mapped, and mapped again
    presenter.driver.send(.parentMapped)
    presenter.driver.send(.parentMapped)

    // Then the dialog is shown once
    #expect(presenter.log == ["show a"])
  }

  @Test(.presentationLine(10)) func `a value removed before the parent is on screen is never presented`() {
    // Given an item that waits for its parent
    let presenter = FakePresenter(parent: .unmapped)
    presenter.set(.init(id: "a"))

    // When the item is removed before the parent is mapped
    presenter.set(nil)
    presenter.driver.send(.parentMapped)

    // Then nothing is shown, and nothing is dismissed
    #expect(presenter.log == [])
  }

  @Test(.presentationLine(11), arguments: [FakePresenter.Closing.atOnce, .later])
  func `removing the presenting view closes the dialog without writing and calls onDismiss once`(
    _ closing: FakePresenter.Closing
  ) {
    // Given a dialog
    let presenter = FakePresenter(closing)
    presenter.set(.init(id: "a"))

    // When the presenting view leaves the tree
    presenter.driver.send(.parentGone)
    if closing == .later { presenter.removeWindow() }

    // Then the dialog closes, and the state is not written, because another view may own it
    #expect(presenter.log == ["show a", "close", "dismissed a"])
    #expect(presenter.item?.id == "a")

    // And no dialog is shown again
    presenter.driver.send(.parentMapped)
    presenter.set(.init(id: "b"))
    #expect(presenter.onScreen == nil)
  }

  @Test(.presentationLine(13))
  func `clearing the root of nested dialogs closes them innermost first and clears each state`() {
    // Given three sheets, each on top of the previous sheet
    var log: [String] = []
    let presenters = ["root", "middle", "leaf"].map { name in
      let presenter = FakePresenter(.atOnce)
      presenter.observer = { log.append($0) }
      presenter.set(.init(id: name))
      return presenter
    }
    presenters[0].children = [presenters[1]]
    presenters[1].children = [presenters[2]]
    // The commands that have shown the sheets are not compared.
    log = []

    // When the root's state becomes nil
    presenters[0].set(nil)

    // Then each sheet is dismissed once, from the innermost sheet to the outermost sheet
    #expect(log.filter { $0.hasPrefix("dismissed") } == ["dismissed leaf", "dismissed middle", "dismissed root"])
    #expect(presenters.allSatisfy { $0.item == nil && $0.onScreen == nil })
  }

  @Test(.presentationLine(14))
  func `simultaneous dismissal by the user and code closes once and calls onDismiss once`() {
    // Given a dialog that the user has closed, and whose window is still on screen
    let presenter = FakePresenter()
    presenter.set(.init(id: "a"))
    presenter.driver.send(.userAskedToClose)

    // When the code and the content close the dialog too
    presenter.set(nil)
    presenter.driver.send(.contentAskedToClose)
    presenter.removeWindow()

    // Then the dialog closes once
    #expect(presenter.count(of: "close") == 1)
    #expect(presenter.count(of: "dismissed a") == 1)
  }

  @Test(.presentationLine(15))
  func `with interactive dismissal disabled, Escape does nothing and code closes the dialog`() {
    // Given a dialog with disabled interactive dismissal
    let presenter = FakePresenter()
    presenter.set(.init(id: "a"))
    presenter.driver.send(.interactiveDismissalChanged(to: .disabled))

    // When the user presses Escape
    presenter.driver.send(.userAskedToClose)

    // Then nothing happens
    #expect(presenter.log == ["show a"])

    // And `dismiss()` in the content closes the dialog
    presenter.driver.send(.contentAskedToClose)
    presenter.removeWindow()
    #expect(presenter.log == ["show a", "clear a", "close", "dismissed a"])

    // And interactive dismissal is enabled for the next dialog
    presenter.set(.init(id: "b"))
    presenter.driver.send(.userAskedToClose)
    #expect(presenter.log.suffix(3) == ["show b", "clear b", "close"])
  }

  @Test(.presentationLine(17)) func `a value with an equal id set after nil within one turn updates the same dialog`() {
    // Given a dialog
    let presenter = FakePresenter()
    presenter.set(.init(id: "a", content: "one"))

    // When its state is nil for less than a turn, and then holds an item with the same id
    presenter.item = nil
    presenter.set(.init(id: "a", content: "other"))

    // Then the same dialog stays and is updated
    #expect(presenter.log == ["show a", "update a"])
  }

  @Test(.presentationLine(21)) func `each of two presentations on one view clears only its own state`() {
    // Given two presentations with both states set
    let first = FakePresenter()
    let second = FakePresenter()
    first.set(.init(id: "a"))
    second.set(.init(id: "b"))

    // When the user closes one dialog
    second.driver.send(.userAskedToClose)
    second.removeWindow()

    // Then the other dialog is still presented
    #expect(first.log == ["show a"])
    #expect(first.item?.id == "a")
    #expect(second.item == nil)
  }

  @Test(.presentationLine(22)) func `each of two buttons with the same title runs its own action`() {
    // Given a dialog with two buttons that differ only in their position
    let presenter = FakePresenter()
    var ranActions: [Int] = []
    presenter.actions = [{ ranActions.append(0) }, { ranActions.append(1) }]
    presenter.set(.init(id: "a"))

    // When the second button is clicked
    presenter.driver.send(.buttonActivated(1))

    // Then the action of the second button runs
    #expect(ranActions == [1])
  }

  @Test(.presentationLine(23), arguments: [FakePresenter.Closing.atOnce, .later])
  func `an equal value set after a dismissal is presented again`(_ closing: FakePresenter.Closing) {
    // Given a dialog that the user closed
    let presenter = FakePresenter(closing)
    presenter.set(.init(id: "a"))
    presenter.driver.send(.userAskedToClose)
    if closing == .later { presenter.removeWindow() }

    // When an equal value is set
    presenter.set(.init(id: "a"))

    // Then the value is presented again
    #expect(presenter.count(of: "show a") == 2)
    #expect(presenter.onScreen?.id == "a")
  }

  @Test(.presentationLine(23)) func `an equal value set by onDismiss is presented again`() {
    // Given a dialog whose onDismiss sets an equal item after the first dismissal
    let presenter = FakePresenter(.atOnce)
    presenter.onDismiss = { [unowned presenter] in
      guard presenter.count(of: "dismissed a") == 1 else { return }
      presenter.set(.init(id: "a"))
    }
    presenter.set(.init(id: "a"))

    // When the user closes the dialog
    presenter.driver.send(.userAskedToClose)

    // Then the dialog is presented again
    #expect(presenter.log == ["show a", "clear a", "close", "dismissed a", "show a"])
  }

  @Test(.presentationLine(25)) func `a lifecycle equals a new one after thousands of presentations`() {
    // Given a new lifecycle
    var lifecycle = PresentationLifecycle<Int>()
    let beginning = lifecycle

    // When ten thousand dialogs are shown and dismissed
    for id in 0..<10_000 {
      #expect(lifecycle.receive(.stateChanged(to: id)) == [.show(id)])
      #expect(lifecycle.receive(.stateChanged(to: nil)) == [.close])
      #expect(lifecycle.receive(.dialogClosed) == [.dismissed(id)])
    }

    // Then the lifecycle is equal to a new lifecycle
    #expect(lifecycle == beginning)
  }
}
