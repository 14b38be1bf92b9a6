import ReducerStore
import Testing

/// Binding actions that no `BindingReducer` applies.
@MainActor
@Suite struct UnhandledBindingTests {
  let reports = Reports()

  struct Form: Reducer {
    struct State: Equatable { var name = "" }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case resend

      var binding: BindingAction<State>? { if case .binding(let action) = self { action } else { nil } }
    }

    var isApplied = false

    var body: some ReducerOf<Self> {
      if isApplied { BindingReducer() }
      Reduce { _, action in
        if case .resend = action { .send(.binding(.set(\.name, "Ada"))) } else { .none }
      }
    }
  }

  @Test func `what a control writes is reported at the line that made the store`() {
    let line = #line + 1
    let store = Store(initialState: Form.State()) { Form() }
    reports.gather { store.name = "Ada" }
    #expect(store.name == "")
    #expect(reports.lines == [line])
    #expect(reports.messages.first?.hasPrefix("No “BindingReducer” has applied “binding(") == true)
  }

  @Test func `what is sent is reported at the line that made the action`() {
    let store = Store(initialState: Form.State()) { Form() }
    reports.gather {
      store.send(.binding(.set(\.name, "Ada")))
      store.send(.set(\.name, "Bob"))
    }
    #expect(reports.lines == [#line - 3, #line - 2])
  }

  @Test func `what a BindingReducer applies is not reported`() {
    let store = Store(initialState: Form.State()) { Form(isApplied: true) }
    reports.gather {
      store.name = "Ada"
      store.send(.binding(.set(\.name, "Bob")))
      store.send(.resend)
    }
    #expect(store.name == "Bob" || store.name == "Ada")
    #expect(reports.all.isEmpty)
  }
}
