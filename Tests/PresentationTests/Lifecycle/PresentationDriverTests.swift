import Presentation
import TestTraits
import Testing

/// The driver, which keeps one presentation in step with its state. A test sends events and records the commands.
@MainActor
@Suite struct PresentationDriverTests {
  @Test func `an event sent during a command is processed after the command`() {
    // Given a dialog whose onDismiss presents dialog c at once, unless c was shown already
    let presenter = FakePresenter(.atOnce)
    presenter.onDismiss = { [unowned presenter] in
      if presenter.count(of: "dismissed a") == 1, presenter.count(of: "show c") == 0 { presenter.set(.init(id: "c")) }
    }
    presenter.set(.init(id: "a"))

    // When dialog b replaces the dialog, so that onDismiss runs before the command to show b
    presenter.set(.init(id: "b"))

    // Then b is still shown before c. Never more than one dialog is on screen, and the last dialog is c
    #expect(
      presenter.log == ["show a", "close", "dismissed a", "show b", "close", "dismissed b", "show c"])
  }

  @Test func `a state that cannot be cleared is presented again only when the driver reads it again`() {
    // Given a state that is always 1 and cannot be cleared
    var shown: [Int] = []
    var dismissed: [Int] = []
    let driver = PresentationDriver<Int>(readState: { 1 }, clearState: {}) { command in
      if case .show(let id) = command { shown.append(id) }
      if case .dismissed(let id) = command { dismissed.append(id) }
    }
    driver.stateMayHaveChanged()

    // When the user closes the dialog
    driver.send(.userAskedToClose)
    driver.send(.dialogClosed)

    // Then the dialog is gone until the driver reads the state again
    #expect(shown == [1])
    #expect(dismissed == [1])
    driver.stateMayHaveChanged()
    #expect(shown == [1, 1])
  }

  @Test func `an equal alert set by an alert's action is presented without a change notification`() {
    // Given an alert whose action sets an equal alert. An observer that compares values does not notice the change.
    func noConnectionAlert() -> AlertState<Never> { AlertState { TextState("No connection") } }
    var alert: AlertState<Never>? = noConnectionAlert()
    var shown: [DialogID] = []
    let driver = PresentationDriver<DialogID>(readState: { alert?.id }, clearState: { alert = nil }) { command in
      if case .show(let id) = command { shown.append(id) }
      if case .runButton = command { alert = noConnectionAlert() }
    }
    driver.stateMayHaveChanged()

    // When the button of the alert is clicked
    driver.send(.buttonActivated(0))
    driver.send(.dialogClosed)

    // Then the new alert is on screen
    #expect(shown.count == 2)
    #expect(shown.last == alert?.id)
  }

  /// `presentationLine` is the row of the table in `docs/library/presentation.md` that a test covers.
  @Test(.presentationLine(19)) func `a driver is released with its presenter`() {
    // Given a presenter with a dialog on screen
    var presenter: FakePresenter? = FakePresenter()
    presenter?.set(.init(id: "a"))
    weak let driver = presenter?.driver

    // When the presenter is released
    presenter = nil

    // Then nothing retains the driver
    #expect(driver == nil)
  }
}
