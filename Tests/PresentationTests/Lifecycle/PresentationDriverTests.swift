import Presentation
import Testing

@MainActor
@Suite struct PresentationDriverTests {
  @Test func `what is told while a command is carried out waits for its turn`() {
    // Given a dialog whose onDismiss presents another at once
    let presenter = FakePresenter(.atOnce)
    presenter.onDismiss = { [unowned presenter] in
      if presenter.times("dismissed a") == 1, presenter.times("show c") == 0 { presenter.set(.init(id: "c")) }
    }
    presenter.set(.init(id: "a"))

    // When it is replaced, so that onDismiss runs between the old and the new
    presenter.set(.init(id: "b"))

    // Then there was never more than one dialog, and the newest is on screen
    #expect(
      presenter.log == ["show a", "close", "dismissed a", "show b", "close", "dismissed b", "show c"])
  }

  @Test func `a state that refuses to be cleared is not presented again at once`() {
    // Given a state that nobody can write to
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

    // Then it is gone, until someone looks at the state again
    #expect(shown == [1])
    #expect(dismissed == [1])
    driver.stateMayHaveChanged()
    #expect(shown == [1, 1])
  }

  @Test func `an equal alert that an action sets again is presented, though nobody tells of it`() {
    // Given an alert whose action sets an equal one, which an observer that compares values does not see
    func failure() -> AlertState<Never> { AlertState { TextState("No connection") } }
    var alert: AlertState<Never>? = failure()
    var shown: [DialogID] = []
    let driver = PresentationDriver<DialogID>(readState: { alert?.id }, clearState: { alert = nil }) { command in
      if case .show(let id) = command { shown.append(id) }
      if case .runButton = command { alert = failure() }
    }
    driver.stateMayHaveChanged()

    // When its button is chosen
    driver.send(.buttonChosen(0))
    driver.send(.dialogClosed)

    // Then the new one is on screen
    #expect(shown.count == 2)
    #expect(shown.last == alert?.id)
  }

  @Test func `a driver dies with its presenter`() {
    // Given a presenter with a dialog on screen
    var presenter: FakePresenter? = FakePresenter()
    presenter?.set(.init(id: "a"))
    weak let driver = presenter?.driver

    // When the presenter goes away
    presenter = nil

    // Then nothing keeps the driver
    #expect(driver == nil)
  }
}
