#if Macros

  import ReducerStore

  /// A large feature: rows, a stack, presented features, and fields of all kinds. The compiler must check this feature
  /// in seconds.
  @Reducer
  struct Warehouse {
    @ObservableState
    struct State: Equatable, Sendable {
      var rows: IdentifiedArrayOf<Shelf.State> = []
      @Presents var picked: Shelf.State?
      @Presents var notice: Notice.State?
      var path = StackState<Shelf.State>()
      var front = Shelf.State(id: -1)
      var name = ""
      var town = ""
      // No test reads or writes the fields with names of one letter. They test that the macro expands fields of many
      // types, and that the expansion compiles.
      var a = Shelf.State(id: 1)
      var b = Shelf.State(id: 2)
      var c: Shelf.State?
      var d: Shelf.State?
      var e: [Int] = []
      var f: [String: [Int]] = [:]
      var g: Set<Int>?
      var h: [Shelf.State] = []
      var i: Result<Int, Never>?
      var j: IdentifiedArrayOf<Shelf.State>?
      var k: [Int] = []
      var l: [String: [Int]] = [:]
      var m: Set<Int>?
      var n: [Shelf.State] = []
      var o: Result<Int, Never>?
      var p: IdentifiedArrayOf<Shelf.State>?
      var q: ClosedRange<Int> = 0...1
      var r = Shelf.State(id: 18)
      var s = Shelf.State(id: 19)
      var t = [1, 2, 3].count
      var rowCount: Int?
      var v: Character = "v"
      var w: Double = 1
      var isOpen = true
    }

    /// The actions are `Sendable`, although a binding action contains a value of any type.
    enum Action: BindableAction, Sendable {
      case binding(BindingAction<State>)
      case closed
      case rows(IdentifiedActionOf<Shelf>)
      case picked(PresentationAction<Shelf.Action>)
      case notice(PresentationAction<Notice.Action>)
      case path(StackActionOf<Shelf>)
      case front(Shelf.Action)
      case counted(Result<Int, Miscount>)
    }

    /// The failure of counting the rows.
    struct Miscount: Error {}

    @Reducer(state: .equatable, .sendable, action: .sendable)
    enum Notice {
      case alert(AlertState<Alert>)
      case shelf(Shelf)

      @CasePathable
      enum Alert: Sendable { case ok }
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Scope(state: \.front, action: \.front) { Shelf() }
      Reduce { state, action in
        switch action {
        case .closed:
          state.isOpen = false
          return .send(.counted(.success(state.rows.count)))
        case .counted(.success(let count)): state.rowCount = count
        case .binding, .rows, .picked, .notice, .path, .front, .counted: break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Shelf() }
      .forEach(\.path, action: \.path) { Shelf() }
      .ifLet(\.$picked, action: \.picked) { Shelf() }
      .ifLet(\.$notice, action: \.notice)
    }
  }

  extension Warehouse.Notice.State: CustomReflectable {
    /// Counts how often a notice is reflected. A test expects no reflection, because the store must use the members
    /// that the macro has generated.
    @TaskLocal static var reflections: ReflectionCounter?

    var customMirror: Mirror {
      Self.reflections?.count()
      return Mirror(self, children: [])
    }
  }

  /// A shelf of the warehouse, with numbers that actions increment.
  @Reducer
  struct Shelf {
    @ObservableState
    struct State: Equatable, Identifiable, Sendable {
      let id: Int
      var numbers: [Int] = []
    }

    @CasePathable
    enum Action: Sendable, Equatable {
      /// Increments the number at this position.
      case incremented(Int)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard case .incremented(let position) = action else { return .none }
      state.numbers[position] += 1
      return .none
    }
  }

#endif
