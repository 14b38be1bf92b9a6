import ReducerStore
import Testing

/// Binding actions that no `BindingReducer` applies.
@MainActor
@Suite struct UnappliedBindingTests {
  let reports = Reports()

  struct Form: Reducer {
    struct State: Equatable { var name = "" }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      /// The reducer returns an effect that sends a binding action at once.
      case sendBinding
      /// The reducer returns an asynchronous effect that sends a binding action.
      case sendBindingLater

      var binding: BindingAction<State>? { if case .binding(let action) = self { action } else { nil } }
    }

    var appliesBindings = false

    var body: some ReducerOf<Self> {
      if appliesBindings { BindingReducer() }
      Reduce { _, action in
        switch action {
        // The line numbers 1 and 2 are invented. They distinguish the reports.
        case .sendBinding: .send(.binding(.set(\.name, "Ada", line: 1)))
        case .sendBindingLater: .run { send in await send(.binding(.set(\.name, "Ada", line: 2))) }
        default: .none
        }
      }
    }
  }

  /// A feature with a separate enum for the actions of its view.
  struct Page: Reducer {
    struct State: Equatable { var name = "" }

    enum Action: ViewAction {
      case loaded
      case view(View)

      enum View: BindableAction {
        case binding(BindingAction<State>)

        var binding: BindingAction<State>? { if case .binding(let action) = self { action } else { nil } }
      }
    }

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .none }
    }
  }

  /// A feature that presents a form.
  struct Parent: Reducer {
    struct State: Equatable { @PresentationState var form: Form.State? }

    enum Action: CasePathable {
      case close
      case form(PresentationAction<Form.Action>)

      struct AllCasePaths {
        var form: CasePath<Action, PresentationAction<Form.Action>> {
          CasePath(embed: Action.form) { if case .form(let action) = $0 { action } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .close = action { state.form = nil }
        return .none
      }
      .ifLet(\.$form, action: \.form) { Form() }
    }
  }

  @Test func `an unapplied write of a control is reported at the line that created the store`() {
    let line = #line + 1
    let store = Store(initialState: Form.State()) { Form() }
    reports.gather { store.name = "Ada" }
    #expect(store.name == "")
    #expect(reports.lines == [line])
    #expect(reports.messages.first?.hasPrefix("No “BindingReducer” has applied “binding(") == true)
  }

  @Test func `an unapplied binding action is reported at the line that created the action`() {
    let store = Store(initialState: Form.State()) { Form() }
    reports.gather {
      store.send(.binding(.set(\.name, "Ada")))
      store.send(.set(\.name, "Bob"))
    }
    #expect(reports.lines == [#line - 3, #line - 2])
  }

  @Test func `an unapplied binding action of an effect is reported at the line that created the action`() async {
    let store = Store(initialState: Form.State()) { Form() }
    await reports.gather {
      store.send(.sendBinding)
      await store.send(.sendBindingLater).finish()
    }
    #expect(reports.lines == [1, 2])
  }

  @Test func `an unapplied binding action sent with an animation or during a reduction is reported`() {
    let store = Store(initialState: Form.State()) { Form() }
    reports.gather {
      store.send(.binding(.set(\.name, "Ada")), animation: .default)
      store.send(.binding(.set(\.name, "Ada")), transaction: Transaction())
    }
    #expect(reports.lines == [#line - 3, #line - 2])

    // Given a reducer that sends a binding action to its store while it runs
    let reentrantReports = Reports()
    var send: () -> Void = {}
    let reentrantStore = Store(initialState: Form.State()) {
      Reduce<Form.State, Form.Action> { _, action in
        if case .sendBinding = action { send() }
        return .none
      }
    }
    send = { reentrantStore.send(.binding(.set(\.name, "Bob"))) }
    reentrantReports.gather { _ = reentrantStore.send(.sendBinding) }
    #expect(reentrantReports.lines == [#line - 2])
  }

  @Test func `an unapplied binding action inside a view action is reported`() {
    let store = Store(initialState: Page.State()) { Page() }
    reports.gather {
      store.send(.view(.binding(.set(\.name, "Ada"))))
      // Not a binding action, so not reported
      store.send(.loaded)
    }
    #expect(reports.lines == [#line - 4])
  }

  @Test
  func `an unapplied binding action of a presented feature is reported, but after removal only the missing state`() {
    let store = Store(initialState: Parent.State(form: Form.State())) { Parent() }
    let form = store.scope(state: \.form, action: \.form.presented)
    reports.gather { _ = form?.send(.binding(.set(\.name, "Ada"))) }
    #expect(reports.lines == [#line - 1])
    let lateReports = Reports()
    lateReports.gather {
      store.send(.close)
      form?.send(.binding(.set(\.name, "Ada")))
    }
    // The report is about the removed state, not about the binding
    #expect(lateReports.messages.count == 1)
    #expect(lateReports.messages.first?.contains("No “BindingReducer”") == false)
  }

  @Test func `a report about another store's action does not hide an unapplied binding action`() {
    let otherStore = Store(initialState: Parent.State()) { Parent() }
    var sendToOther: () -> Void = {}
    let store = Store(initialState: Form.State()) {
      Reduce<Form.State, Form.Action> { _, _ in
        sendToOther()
        return .none
      }
    }
    // The other store reports this action, because it presents no form
    sendToOther = { otherStore.send(.form(.presented(.sendBinding))) }
    reports.gather { _ = store.send(.binding(.set(\.name, "Ada"))) }
    #expect(reports.messages.count == 2)
    #expect(reports.messages.last?.hasPrefix("No “BindingReducer”") == true)
  }

  @Test func `a binding action that a BindingReducer applies is not reported`() async {
    let store = Store(initialState: Form.State()) { Form(appliesBindings: true) }
    reports.gather {
      store.name = "Ada"
      store.send(.binding(.set(\.name, "Bob")))
      store.send(.sendBinding)
    }
    await reports.gather { await store.send(.sendBindingLater).finish() }
    #expect(store.name == "Ada")
    #expect(reports.all.isEmpty)
  }
}
