import Observation
import ReducerStore

// What the macros write is written by hand here, so that the figures are those of the library.

/// A counter whose state is a plain value.
struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
    var name = ""
  }

  enum Action: Equatable {
    case incrementButtonClicked
    case decrementButtonClicked
    case nameChanged(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonClicked: state.count += 1
      case .decrementButtonClicked: state.count -= 1
      case .nameChanged(let name): state.name = name
      }
      return .none
    }
  }
}

/// A counter whose fields are observed one by one.
struct ObservedCounter: Reducer {
  struct State: ObservableState {
    private var _count = 0
    private var _name = ""
    private let fields = ObservationStateRegistrar()
    var _$id: ObservableStateID { fields.id }

    var count: Int {
      get { fields.access(0); return _count }
      set { fields.set(&_count, to: newValue, 0) }
      _modify {
        let before = fields.willModify(_count)
        defer { fields.didModify(_count, from: before, 0) }
        yield &_count
      }
    }

    var name: String {
      get { fields.access(1); return _name }
      set { fields.set(&_name, to: newValue, 1) }
    }
  }

  var body: some Reducer<State, Counter.Action> {
    Reduce { state, action in
      switch action {
      case .incrementButtonClicked: state.count += 1
      case .decrementButtonClicked: state.count -= 1
      case .nameChanged(let name): state.name = name
      }
      return .none
    }
  }
}

/// A feature that presents one of its own kind.
struct Level: Reducer {
  struct State: Equatable {
    var count = 0
    @PresentationState var child: State?
  }

  enum Action: CasePathable {
    case increment
    case child(PresentationAction<Action>)

    struct AllCasePaths {
      var child: CasePath<Action, PresentationAction<Action>> {
        CasePath(embed: Action.child) { if case .child(let action) = $0 { action } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .increment = action { state.count += 1 }
      return .none
    }
    .ifLet(\.$child, action: \.child) { Level() }
  }
}

/// A feature with another in it, while that is there.
struct Nest<Child: Reducer>: Reducer {
  struct State {
    var count = 0
    var child: Child.State?
  }

  enum Action: CasePathable {
    case increment
    case child(Child.Action)

    struct AllCasePaths {
      var child: CasePath<Action, Child.Action> {
        CasePath(embed: Action.child) { if case .child(let action) = $0 { action } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let child: Child

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .increment = action { state.count += 1 }
      return .none
    }
    .ifLet(\.child, action: \.child) { child }
  }
}

/// Presents one of several features.
struct Library: Reducer {
  @dynamicMemberLookup
  enum Destination: CasePathable {
    case editor(Counter.State)
    case other(Counter.State)

    struct AllCasePaths {
      var editor: CasePath<Destination, Counter.State> {
        CasePath(embed: Destination.editor) { if case .editor(let state) = $0 { state } else { nil } }
      }
      var other: CasePath<Destination, Counter.State> {
        CasePath(embed: Destination.other) { if case .other(let state) = $0 { state } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum DestinationAction: CasePathable {
    case editor(Counter.Action)
    case other(Counter.Action)

    struct AllCasePaths {
      var editor: CasePath<DestinationAction, Counter.Action> {
        CasePath(embed: DestinationAction.editor) { if case .editor(let action) = $0 { action } else { nil } }
      }
      var other: CasePath<DestinationAction, Counter.Action> {
        CasePath(embed: DestinationAction.other) { if case .other(let action) = $0 { action } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  struct State {
    @PresentationState var destination: Destination?
  }

  enum Action: CasePathable {
    case editButtonClicked
    case destination(PresentationAction<DestinationAction>)

    struct AllCasePaths {
      var destination: CasePath<Action, PresentationAction<DestinationAction>> {
        CasePath(embed: Action.destination) { if case .destination(let action) = $0 { action } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .editButtonClicked = action { state.destination = .editor(Counter.State()) }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) {
      Scope(state: \.editor, action: \.editor) { Counter() }
      Scope(state: \.other, action: \.other) { Counter() }
    }
  }
}
