import Presentation
import ReducerStore
import Testing

/// Alerts in plain optional state, without `PresentationState`.
@MainActor
@Suite struct PlainDialogTests {
  /// A feature that presents a question as an alert. After each answer `false`, the feature presents the alert
  /// “Really?”.
  struct Feature: Reducer {
    struct State: Equatable {
      var alert: AlertState<Bool>?
      var answers: [Bool] = []
    }

    enum Action: CasePathable {
      case ask
      /// The user's answer to the question of the alert.
      case alert(Bool)

      struct AllCasePaths {
        var alert: CasePath<Action, Bool> {
          CasePath(embed: Action.alert) { if case .alert(let answer) = $0 { answer } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    /// Whether `ifLet` gets a closure with a reducer for the alert. The reducer is empty, so `ifLet` behaves alike with
    /// and without the closure.
    var passesClosure = false

    var body: some ReducerOf<Self> {
      if passesClosure {
        parentReducer.ifLet(\.alert, action: \.alert) { EmptyReducer() }
      } else {
        parentReducer.ifLet(\.alert, action: \.alert)
      }
    }

    private var parentReducer: Reduce<State, Action> {
      Reduce { state, action in
        switch action {
        case .ask: state.alert = AlertState { TextState("Delete?") }
        case .alert(let answer):
          state.answers.append(answer)
          if !answer { state.alert = AlertState { TextState("Really?") } }
        }
        return .none
      }
    }
  }

  @Test(arguments: [false, true])
  func `an alert in plain optional state is cleared by its action`(passesClosure: Bool) {
    let store = Store(initialState: Feature.State()) { Feature(passesClosure: passesClosure) }
    store.send(.ask)
    store.send(.alert(true))
    #expect(store.alert == nil)
    #expect(store.answers == [true])
  }

  @Test(arguments: [false, true])
  func `an alert that is set by another alert's action in plain optional state stays`(passesClosure: Bool) {
    let store = Store(initialState: Feature.State()) { Feature(passesClosure: passesClosure) }
    store.send(.ask)
    store.send(.alert(false))
    #expect(store.alert == AlertState { TextState("Really?") })
  }
}
