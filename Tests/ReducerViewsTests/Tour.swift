import GtkViews
import ReducerStore

/// A stack of screens, each of which is a note or a counter. The code has the form that the macros generate, but is
/// written by hand.
struct Tour: Reducer {
  @dynamicMemberLookup
  enum Screen: Equatable, ObservableState {
    case note(Note.State)
    case counter(Counter.State)

    /// The number of the case is a part of the identity.
    var _$id: ObservableStateID {
      switch self {
      case .note(let note): .tagged(note._$id, 0)
      case .counter(let counter): .tagged(counter._$id, 1)
      }
    }
  }

  enum ScreenAction: Equatable {
    case note(Note.Action)
    case counter(Counter.Action)
  }

  struct State: Equatable, ObservableState {
    /// Records the reads and writes of the only field, `path`. The number 0 stands for the field.
    private let fields = ObservationStateRegistrar()
    var _$id: ObservableStateID { fields.id }
    private var _path = StackState<Screen>()

    var path: StackState<Screen> {
      get { fields.access(0); return _path }
      set { fields.set(&_path, to: newValue, 0) }
      _modify {
        let before = fields.willModify(_path)
        defer { fields.didModify(_path, from: before, 0) }
        yield &_path
      }
    }
  }

  enum Action {
    case path(StackAction<Screen, ScreenAction>)
    /// Changes the screens.
    case change((inout StackState<Screen>) -> Void)
  }

  var received = Received()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(let action): received.actions.append("\(action)")
      case .change(let change): change(&state.path)
      }
      return .none
    }
    .forEach(\.path, action: \.path) {
      Scope(state: \.note, action: \.note) { Note() }
      Scope(state: \.counter, action: \.counter) { Counter() }
    }
  }

  /// The stack actions that the reducer has received, as texts.
  final class Received: Sendable {
    @MainActor var actions: [String] = []

    /// The received actions `popFrom`, each with the id of its screen.
    @MainActor var pops: [String] { actions.filter { $0.hasPrefix("popFrom") } }
  }
}

/// A counter, which a ``Tour`` shows as a screen and a ``Board`` as a row.
struct Counter: Reducer {
  struct State: Equatable, Identifiable, ObservableState {
    /// Records the reads and writes of `count`. The number 0 stands for this field.
    private let fields = ObservationStateRegistrar()
    var _$id: ObservableStateID { fields.id }
    private var _count = 0
    let id: Int

    init(id: Int = 0, count: Int = 0) {
      self.id = id
      _count = count
    }

    var count: Int {
      get { fields.access(0); return _count }
      set { fields.set(&_count, to: newValue, 0) }
    }
  }

  enum Action: Equatable {
    case incremented
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

/// The view of a ``Tour``.
struct TourScreen: View {
  @Bindable var store: StoreOf<Tour>
  /// Records the evaluations. The log is not observable, so bodies may write to it.
  let log: ScreenLog
  /// Whether the body distinguishes the screens with a `switch`. Otherwise it uses `if let`.
  var usesSwitch = true

  var body: some View {
    log.evaluations.append("tour")
    return NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      VStack {
        Text("Root")
        NavigationLink("Count", state: Tour.Screen.counter(Counter.State(count: 5)))
      }
    } destination: { store in
      if usesSwitch {
        switch Tour.scope(store) {
        case .note(let store): NoteView(store: store, log: log)
        case .counter(let store): CounterView(store: store, log: log)
        }
      } else if let store = store.scope(state: \.note, action: \.note) {
        NoteView(store: store, log: log)
      } else if let store = store.scope(state: \.counter, action: \.counter) {
        CounterView(store: store, log: log)
      }
    }
  }
}

/// The view of a ``Counter``, as a screen of a ``Tour``.
struct CounterView: View {
  let store: StoreOf<Counter>
  let log: ScreenLog

  var body: some View {
    log.evaluations.append("counter \(store.state.id)")
    return VStack {
      Text(verbatim: "Count \(store.count)")
      Button("Increment") { store.send(.incremented) }
      NavigationLink("Further", state: Tour.Screen.note(Note.State(id: 7, text: "Further on")))
    }
  }
}

// Handwritten versions of the code that the macros generate.

extension Tour {
  /// The store of a screen, with a case for each feature that a screen can have.
  enum CaseScope {
    case note(StoreOf<Note>)
    case counter(StoreOf<Counter>)
  }

  /// Returns the store of a screen's feature.
  @MainActor static func scope(_ store: Store<Screen, ScreenAction>) -> CaseScope {
    switch store.state {
    case .note(let state): .note(store.scope(state: \.note, action: \.note, current: state))
    case .counter(let state): .counter(store.scope(state: \.counter, action: \.counter, current: state))
    }
  }
}

extension Tour.Screen: CasePathable {
  struct AllCasePaths {
    var note: CasePath<Tour.Screen, Note.State> {
      CasePath(embed: Tour.Screen.note) { if case .note(let state) = $0 { state } else { nil } }
    }
    var counter: CasePath<Tour.Screen, Counter.State> {
      CasePath(embed: Tour.Screen.counter) { if case .counter(let state) = $0 { state } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Tour.ScreenAction: CasePathable {
  struct AllCasePaths {
    var note: CasePath<Tour.ScreenAction, Note.Action> {
      CasePath(embed: Tour.ScreenAction.note) { if case .note(let action) = $0 { action } else { nil } }
    }
    var counter: CasePath<Tour.ScreenAction, Counter.Action> {
      CasePath(embed: Tour.ScreenAction.counter) { if case .counter(let action) = $0 { action } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Tour.Action: CasePathable {
  struct AllCasePaths {
    var path: CasePath<Tour.Action, StackAction<Tour.Screen, Tour.ScreenAction>> {
      CasePath(embed: Tour.Action.path) { if case .path(let action) = $0 { action } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
