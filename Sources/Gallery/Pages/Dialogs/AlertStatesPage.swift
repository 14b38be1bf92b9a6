import GtkViews
import Observation

extension GalleryPage {
  static let alertStates = GalleryPage(
    "alert-states", "Dialogs as Values", in: .dialogs,
    "Alerts and confirmation dialogs as values, which can be compared and tested. The actions go to a closure, or to the object that "
      + "holds the dialog.",
    names: ["alert(_:)", "alert(_:action:)", "confirmationDialog(_:)", "confirmationDialog(_:action:)"],
    code: """
      .alert($alert) { action in answer = action.map { "\\($0)" } ?? "none" }
      """
  ) { AlertStatesPage() }
}

private enum Answer {
  case remove
  case keep
}

/// An object that holds an alert and receives the actions of the alert's buttons. In a program, this object is usually
/// the store of a feature.
@Observable @MainActor private final class AlertHolder: DialogSource {
  var dialog = AlertState<Answer>(
    title: TextState(verbatim: "Remove the show?"),
    buttons: [
      .destructive(TextState(verbatim: "Remove"), action: .send(.remove)),
      .cancel(TextState(verbatim: "Keep"), action: .send(.keep)),
    ])
  private let onAnswer: @MainActor (Answer) -> Void

  init(onAnswer: @escaping @MainActor (Answer) -> Void) {
    self.onAnswer = onAnswer
  }

  func buttonActivated(_ action: Answer) { onAnswer(action) }
}

private struct AlertStatesPage: View {
  @State private var alert: AlertState<Answer>?
  @State private var alertWithoutActions: AlertState<Never>?
  @State private var confirmation: ConfirmationDialogState<Answer>?
  @State private var confirmationWithoutActions: ConfirmationDialogState<Never>?
  @State private var alertHolder: AlertHolder?
  @State private var answer = "none"

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Button("An Alert") { alert = AlertState(title: Self.title, buttons: Self.buttons) }
        .alert($alert) { action in answer = action.map { "\($0)" } ?? "none" }
      Button("An Alert with Only a Message") {
        alertWithoutActions = AlertState(title: TextState(verbatim: "It is done"))
      }
      .alert($alertWithoutActions)
      Button("A Confirmation Dialog") {
        confirmation = ConfirmationDialogState(title: Self.title, buttons: Self.buttons)
      }
      .confirmationDialog($confirmation) { action in answer = action.map { "\($0)" } ?? "none" }
      Button("One Without Actions") {
        confirmationWithoutActions = ConfirmationDialogState(title: TextState(verbatim: "It is late"))
      }
      .confirmationDialog($confirmationWithoutActions)
      Button("An Alert of an Object", action: presentAlertOfObject)
        .alert($alertHolder)
      Text(verbatim: "The answer: \(answer)").foregroundStyle(.secondary)
    }
  }

  private func presentAlertOfObject() {
    alertHolder = AlertHolder {
      answer = "\($0), to its holder"
      alertHolder = nil
    }
  }

  private static let title = TextState(verbatim: "Remove the show?")
  private static let buttons: [ButtonState<Answer>] = [
    .destructive(TextState(verbatim: "Remove"), action: .send(.remove)),
    .cancel(TextState(verbatim: "Keep"), action: .send(.keep)),
  ]
}
