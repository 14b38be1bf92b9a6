import ReducerStore
import TestTraits
import Testing

/// Writes of controls to the fields of a feature's state. The numbers in `reducerCase` refer to the table of cases in
/// docs/library/reducers.md.
@MainActor
@Suite struct BindingTests {
  struct Form: Reducer {
    struct State: Equatable {
      var name = ""
      var isOn = false
      var log: [String] = []
    }

    enum Action: Equatable, BindableAction {
      case binding(BindingAction<State>)
      case reset

      var binding: BindingAction<State>? { if case .binding(let action) = self { action } else { nil } }
    }

    /// Called with each action, after `BindingReducer` has applied the action's write.
    var onAction: @MainActor (Action) -> Void = { _ in }

    var body: some ReducerOf<Self> {
      BindingReducer()
        .onChange(of: \.name) { oldValue, newValue in
          Reduce { state, _ in
            state.log.append("\(oldValue) → \(newValue)")
            return .none
          }
        }
      Reduce { state, action in
        onAction(action)
        switch action {
        case .binding(\.name): state.log.append("name is \(state.name)")
        case .binding(\.isOn): state.log.append("isOn is \(state.isOn)")
        case .binding: break
        case .reset: state = State()
        }
        return .none
      }
    }
  }

  final class ReceivedActions {
    var actions: [Form.Action] = []
  }

  private let received = ReceivedActions()
  private let reports = Reports()

  private func makeStore() -> StoreOf<Form> {
    Store(initialState: Form.State()) { Form { [received] in received.actions.append($0) } }
  }

  @Test(.reducerCase(16)) func `writing a field sends one binding action, applies it and runs onChange`() {
    // Given a form
    let store = makeStore()

    // When controls write its fields
    store.name = "Ada"
    store.isOn = true

    // Then each write sends one action, which is applied before the feature receives it. `onChange` logs the old and
    // the new name. The old name is empty
    #expect(received.actions == [.binding(.set(\.name, "Ada")), .binding(.set(\.isOn, true))])
    #expect(store.name == "Ada")
    #expect(store.log == [" → Ada", "name is Ada", "isOn is true"])
  }

  @Test(.reducerCase(16)) func `writing an equal value sends an action but does not run onChange`() {
    let store = makeStore()
    store.name = ""
    #expect(received.actions.count == 1)
    #expect(store.log == ["name is "])
  }

  @Test(.reducerCase(16)) func `a binding reads and writes the store`() {
    let store = makeStore()
    let name = Binding(get: { store.name }, set: { store.name = $0 })
    name.wrappedValue = "Ada"
    #expect(name.wrappedValue == "Ada")
    #expect(received.actions.count == 1)
  }

  @Test func `a control's write after its feature was removed is dropped without a report`() {
    // Given the scoped store of a form whose state became nil
    let store = Store<Form.State?, OptionalFormAction>(initialState: Form.State()) {
      Reduce<Form.State?, OptionalFormAction> { state, action in
        if case .close = action { state = nil }
        return .none
      }
      .ifLet(\.self, action: \.form) { Form() }
    }
    let form = store.scope(state: \.self, action: \.form)
    form?.name = "Ada"
    #expect(store.state?.name == "Ada")
    store.send(.close)

    // When a control writes to the scoped store
    reports.gather { form?.name = "Grace" }

    // Then nothing changes, and nothing is reported
    #expect(reports.all.isEmpty)
    #expect(store.state == nil)
  }

  @Test func `binding actions are equal when they write equal values to the same field`() {
    #expect(BindingAction<Form.State>.set(\.name, "a") == .set(\.name, "a"))
    #expect(BindingAction<Form.State>.set(\.name, "a") != .set(\.name, "b"))
    #expect(BindingAction<Form.State>.set(\.isOn, true) != .set(\.name, "a"))
  }

  @Test func `_printChanges prints each action with the lines of the state that changed`() {
    // Given a form whose changes are printed
    var printedTexts: [String] = []
    let store = Store(initialState: Form.State()) { Form()._printChanges { printedTexts.append($0) } }

    // When the unchanged form is reset, and then one of its fields is written
    store.send(.reset)
    store.isOn = true

    // Then each action is printed with the lines that changed: `−` for the old line, `+` for the new one
    #expect(printedTexts[0].hasSuffix("reset\n  (No state changes)"))
    #expect(printedTexts[1].contains("− "))
    #expect(printedTexts[1].contains("+   - isOn: true"))
  }

  enum OptionalFormAction: CasePathable {
    case form(Form.Action)
    case close

    struct AllCasePaths {
      var form: CasePath<OptionalFormAction, Form.Action> {
        CasePath(embed: OptionalFormAction.form) { if case .form(let action) = $0 { action } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
}
