import Presentation
import TestTraits
import Testing

@MainActor
@Suite struct DialogStateTests {
  enum Action: Hashable, Sendable {
    case confirm
    case retry(Int)
  }

  /// Returns an alert that asks whether to remove the show with a title.
  private func removalAlert(ofShow title: String = "News") -> AlertState<Action> {
    AlertState {
      TextState("Remove “\(title)”?")
    } actions: {
      ButtonState(role: .destructive, action: .confirm) { TextState("Remove") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("Its episodes will be removed.")
    }
  }

  @Test func `an alert built by closures equals an alert created from its parts`() {
    let alert = removalAlert()
    // A title with an interpolated value is not equal to the same text as a single literal, so “News” is interpolated
    // here as in `removalAlert()`.
    #expect(alert.title == TextState("Remove “\("News")”?"))
    #expect(alert.message == TextState("Its episodes will be removed."))
    #expect(alert.buttons.map(\.role) == [.destructive, .cancel])
    #expect(alert.buttons.map(\.action.action) == [.confirm, nil])
    #expect(
      alert
        == AlertState(
          title: alert.title, message: alert.message,
          buttons: [
            .destructive(TextState("Remove"), action: .send(.confirm)), .cancel(TextState("Cancel")),
          ]))
  }

  @Test func `buttons can be built with conditions and loops`() {
    // Given a dialog whose buttons depend on parameters
    func dialog(retryCount: Int, canGiveUp: Bool) -> ConfirmationDialogState<Action> {
      ConfirmationDialogState {
        TextState("Retry?")
      } actions: {
        for number in 0..<retryCount {
          ButtonState(action: .retry(number)) { TextState("Retry \(number)") }
        }
        if canGiveUp {
          ButtonState(role: .cancel) { TextState("Give Up") }
        } else {
          ButtonState(action: .send(.confirm, animation: .spring)) { TextState("Go On") }
        }
        if retryCount > 1 { ButtonState<Action>.default(TextState("Help")) }
      }
    }

    // Then the dialog has the buttons for which the conditions are true, in order
    #expect(
      dialog(retryCount: 2, canGiveUp: true).buttons.map(\.label.description)
        == ["Retry 0", "Retry 1", "Give Up", "Help"])
    #expect(dialog(retryCount: 0, canGiveUp: false).buttons.map(\.action.animation) == [.spring])
  }

  /// `presentationLine` is the number of the row in the table of `docs/library/presentation.md` that a test covers.
  @Test(.presentationLine(16)) func `a dialog without buttons has an OK button with the cancel role`() {
    let alert = AlertState<Action> { TextState("No connection") }
    #expect(alert.buttons.isEmpty)
    #expect(alert.presentedButtons == [.cancel(TextState("OK"))])
    // An alert with buttons is presented with these buttons only.
    #expect(removalAlert().presentedButtons == removalAlert().buttons)
    let dialog = ConfirmationDialogState<Action> { TextState("No connection") }
    #expect(dialog.presentedButtons == [.cancel(TextState("OK"))])
  }

  @Test func `a confirmation dialog without a cancel button is presented with one`() {
    // Given a dialog without a cancel button
    let dialog = ConfirmationDialogState(titleVisibility: .visible) {
      TextState("Remove?")
    } actions: {
      ButtonState(role: .destructive, action: Action.confirm) { TextState("Remove") }
    }

    // Then it is shown with a cancel button, which Escape activates
    #expect(dialog.presentedButtons.map(\.label) == [TextState("Remove"), TextState("Cancel")])
    #expect(dialog.presentedButtons.cancelButtonPosition() == 1)
    #expect(dialog.buttons.cancelButtonPosition() == nil)
  }

  @Test func `dialogs are equal by content, and each new dialog has its own identity`() {
    // Given an alert, and a copy with another title
    let alert = removalAlert()
    var changedCopy = alert
    changedCopy.title = TextState("Changed")

    // Then a new alert with the same content is equal, and has another identity
    #expect(alert == removalAlert())
    #expect(alert.hashValue == removalAlert().hashValue)
    #expect(alert.id != removalAlert().id)
    #expect(alert != removalAlert(ofShow: "Other"))

    // And the copy has the same identity, and is not equal
    #expect(changedCopy.id == alert.id)
    #expect(changedCopy != alert)
  }

  @Test func `a mapped dialog keeps its identity and its content`() {
    // Given an alert and a confirmation dialog
    let alert = removalAlert()
    let dialog = ConfirmationDialogState(titleVisibility: .hidden) {
      TextState("Remove?")
    } actions: {
      ButtonState(action: .send(Action.confirm, animation: .linear)) { TextState("Remove") }
    }

    // When their actions are mapped to strings
    let mappedAlert = alert.map { $0.map { "\($0)" } }
    let mappedDialog = dialog.map { $0.map { "\($0)" } }

    // Then only the actions have changed
    #expect(mappedAlert.id == alert.id)
    #expect(mappedAlert.title == alert.title)
    #expect(mappedAlert.buttons.map(\.action.action) == ["confirm", nil])
    #expect(mappedAlert.buttons.map(\.role) == [.destructive, .cancel])
    #expect(mappedDialog.id == dialog.id)
    #expect(mappedDialog.titleVisibility == .hidden)
    #expect(mappedDialog.buttons.first?.action == .send("confirm", animation: .linear))
  }

  @Test func `a button runs its action with its animation`() {
    // Given a button with an animation, and one without an action
    let animated = ButtonState(action: .send(Action.confirm, animation: .spring)) { TextState("Remove") }
    let plain = ButtonState<Action>(role: .cancel) { TextState("Cancel") }
    var ranActions: [(action: Action?, animation: Animation?)] = []

    // When their actions run
    for button in [animated, plain] { button.withAction { ranActions.append(($0, Transaction.current.animation)) } }

    // Then the first action runs with its animation, and the second button runs no action (`nil`)
    #expect(ranActions.map(\.action) == [.confirm, nil])
    #expect(ranActions.map(\.animation) == [.spring, nil])
  }

  @Test func `a dump of a dialog shows only its texts, roles and actions`() {
    var dumped = ""
    dump(removalAlert(), to: &dumped)
    #expect(
      dumped == """
        ▿ Presentation.AlertState<PresentationTests.DialogStateTests.Action>
          - title: "Remove “News”?"
          - message: "Its episodes will be removed."
          ▿ actions: 2 elements
            ▿ Presentation.ButtonState<PresentationTests.DialogStateTests.Action>
              - role: Presentation.ButtonStateRole.destructive
              - action: PresentationTests.DialogStateTests.Action.confirm
              - label: "Remove"
            ▿ Presentation.ButtonState<PresentationTests.DialogStateTests.Action>
              - role: Presentation.ButtonStateRole.cancel
              - label: "Cancel"

        """)
  }

  @Test func `a dialog's description is one line with its content and without its identity`() {
    let alert = AlertState<Action> {
      TextState("No connection")
    } actions: {
      ButtonState(action: .confirm) { TextState("Retry") }
    }
    #expect(
      String(describing: alert) == """
        AlertState<Action>(title: "No connection", actions: [\
        Presentation.ButtonState<PresentationTests.DialogStateTests.Action>(action: \
        PresentationTests.DialogStateTests.Action.confirm, label: "Retry")])
        """)
  }

  @Test func `a dialog is sendable if its actions are sendable`() {
    // The compiler does the check.
    func requireSendable(_ value: some Sendable) {}
    requireSendable(removalAlert())
    requireSendable(ConfirmationDialogState<Action> { TextState("Remove?") })
  }
}
