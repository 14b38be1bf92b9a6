#if Macros

  import Presentation
  import ReducerStore
  import ReducerStoreTesting
  import Testing

  /// Ways to write features and stores in the Composable Architecture that must also work here, such as `scope` without
  /// its first argument label.
  @MainActor
  @Suite struct SyntaxCompatibilityTests {
    struct Todo: Equatable, Sendable {
      var title = ""
      var place = Place()
      struct Place: Equatable, Sendable { var room = "" }
    }

    /// A form for a todo. It records each new title, unless only the case of letters has changed.
    @Reducer
    struct Edit {
      @ObservableState
      struct State: Equatable {
        var todo = Todo()
        var recordedTitles: [String] = []
        init() {}
      }

      enum Action: BindableAction { case binding(BindingAction<State>) }

      var body: some ReducerOf<Self> {
        BindingReducer()
          .onChange(of: \.todo, removeDuplicates: { $0.title.lowercased() == $1.title.lowercased() }) { _, newValue in
            Reduce { state, _ in
              state.recordedTitles.append(newValue.title)
              return .none
            }
          }
      }
    }

    /// A feature with each kind of child: one feature, an array, a stack and a destination.
    @Reducer
    struct Todos {
      @Reducer(state: .equatable)
      enum Destination { case edit(Edit) }

      @ObservableState
      struct State: Equatable {
        var draft = Edit.State()
        var rows: IdentifiedArrayOf<Row.State> = []
        var path = StackState<Edit.State>()
        @Presents var destination: Destination.State?
      }

      enum Action {
        case destination(PresentationAction<Destination.Action>)
        case draft(Edit.Action)
        case rows(IdentifiedActionOf<Row>)
        case path(StackActionOf<Edit>)
      }

      var body: some ReducerOf<Self> {
        Scope(\.draft, action: \.draft) { Edit() }
        EmptyReducer()
          .forEach(\.rows, action: \.rows) { Row() }
          .forEach(\.path, action: \.path) { Edit() }
          .ifLet(\.$destination, action: \.destination)
      }
    }

    @Reducer
    struct Row {
      struct State: Equatable, Identifiable { let id: Int; var taps = 0 }
      enum Action { case tapped }
      var body: some ReducerOf<Self> {
        Reduce { state, _ in
          state.taps += 1
          return .none
        }
      }
    }

    /// A reducer that runs one or two reducers of unknown concrete types.
    @Reducer
    struct AnyReducers {
      let reducers: [any Reducer<Int, Int>]
      var body: some Reducer<Int, Int> {
        reducers[0]
        if reducers.count > 1 { reducers[1] }
      }
    }

    @Test func `a test store infers the type of its state from the reducer`() async {
      let store = TestStore(initialState: .init()) { Edit() }
      await store.send(.set(\.todo.title, "Bread")) {
        $0.todo.title = "Bread"
        $0.recordedTitles = ["Bread"]
      }
    }

    @Test func `a test store accepts several reducers in its closure`() async {
      let store = TestStore(initialState: Edit.State()) {
        Edit()
        Edit()
      }
      // The second `Edit` finds the title unchanged, so only the first one records it.
      await store.send(.set(\.todo.title, "Bread")) {
        $0.todo.title = "Bread"
        $0.recordedTitles = ["Bread"]
      }
    }

    @Test func `onChange with removeDuplicates ignores values that count as equal`() async {
      let store = TestStore(initialState: .init()) { Edit() }
      await store.send(\.binding.todo.title, "a") {
        $0.todo.title = "a"
        $0.recordedTitles = ["a"]
      }
      await store.send(\.binding.todo.title, "A") { $0.todo.title = "A" }
    }

    @Test func `a binding action can name a nested field of a presented feature by its key path`() async {
      var state = Todos.State()
      state.destination = .edit(Edit.State())
      let store = TestStore(initialState: state) { Todos() }
      await store.send(\.destination.edit.binding.todo.title, "Bread") {
        $0.destination?.modify(\.edit) {
          $0.todo.title = "Bread"
          $0.recordedTitles = ["Bread"]
        }
      }
      await store.send(\.destination.edit.binding.todo.place.room, "Kitchen") {
        $0.destination?.modify(\.edit) { $0.todo.place.room = "Kitchen" }
      }
    }

    @Test func `the key path of a nested field matches only the binding action of that field`() {
      let action = Edit.Action.set(\.todo.title, "Bread")
      #expect(action.is(\.binding.todo.title))
      #expect(!action.is(\.binding.todo.place.room))
      #expect(!action.is(\.binding.todo))
    }

    @Test func `the state label of scope and Scope can be left out`() {
      let store = Store(initialState: Todos.State(rows: [Row.State(id: 1)])) { Todos() }
      store.scope(\.draft, action: \.draft).send(.set(\.todo.title, "Milk"))
      #expect(store.draft.todo.title == "Milk")
      store.scope(\.rows, action: \.rows)[0].send(.tapped)
      #expect(store.rows[id: 1]?.taps == 1)
      #expect(store.scope(\.destination?.edit, action: \.destination.edit) == nil)
      @Bindable var bindable = store
      #expect($bindable.scope(\.destination?.edit, action: \.destination.edit).wrappedValue == nil)
      #expect($bindable.scope(\.path, action: \.path).ids.isEmpty)
    }

    @Test func `a body can contain reducers of existential types`() {
      let add = Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
      let store = Store(initialState: 1) { AnyReducers(reducers: [add, add]) }
      store.send(2)
      // Both reducers add 2 to 1.
      #expect(store.state == 5)
    }
  }

#endif
