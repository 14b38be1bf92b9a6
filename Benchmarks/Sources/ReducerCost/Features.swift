import Observation
import ReducerStore

// The states are written without `@ObservableState`, so that the results measure the library alone. The code with
// `fields`, `_$id` and `_$locations` corresponds to the code that this macro generates. A number such as 0 in
// `fields.access(0)` stands for a field. In the closures of a `StateLocation`, `$0` is the state, and `$1` is the
// function that receives the child. `Macros.swift` has features that are written with the macro.

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

/// A counter with a state whose fields are observed individually.
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

/// A feature that presents a feature of its own type.
struct PresentingLevel: Reducer {
  struct State: ObservableState, InPlaceState {
    private var _child: PresentationState<State>
    private var _count = 0
    private let fields = ObservationStateRegistrar()
    var _$id: ObservableStateID { fields.id }

    init(child: State? = nil) {
      _child = PresentationState(wrappedValue: child)
    }

    var count: Int {
      get { fields.access(0); return _count }
      set { fields.set(&_count, to: newValue, 0) }
      _modify {
        let before = fields.willModify(_count)
        defer { fields.didModify(_count, from: before, 0) }
        yield &_count
      }
    }

    /// The presentation of `child`. Only a macro may name it `$child`.
    var childPresentation: PresentationState<State> {
      get { fields.access(1); return _child }
      set { fields.set(&_child, to: newValue, 1) }
      _modify {
        let before = fields.willModify(_child)
        defer { fields.didModify(_child, from: before, 1) }
        yield &_child
      }
    }

    static var _$locations: [StateLocation<State>] {
      [StateLocation(\.childPresentation, read: { $1($0._child) }, change: { $1(&$0.childPresentation) })]
    }
  }

  @CasePathable
  enum Action {
    case increment
    case child(PresentationAction<Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .increment = action { state.count += 1 }
      return .none
    }
    .ifLet(\.childPresentation, action: \.child) { PresentingLevel() }
  }
}

/// A feature with an optional child of its own type.
struct OptionalLevel: Reducer {
  struct State: InPlaceState {
    var count = 0
    /// Contains the child, if there is one. An array, because a struct cannot store a value of its own type.
    private var box: [State]

    init(child: State? = nil) {
      box = child.map { [$0] } ?? []
    }

    var child: State? {
      get { box.first }
      set { box = newValue.map { [$0] } ?? [] }
      _modify {
        var value = box.popLast()
        defer { if let value { box.append(value) } }
        yield &value
      }
    }

    static var _$locations: [StateLocation<State>] {
      [StateLocation(\.child, read: { $1($0.child) }, change: { $1(&$0.child) })]
    }
  }

  @CasePathable
  enum Action {
    case increment
    indirect case child(Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .increment = action { state.count += 1 }
      return .none
    }
    .ifLet(\.child, action: \.child) { OptionalLevel() }
  }
}

/// A feature that presents one of several features.
struct DestinationFeature: Reducer {
  @CasePathable @dynamicMemberLookup
  enum Destination: PresentableState {
    case editor(Counter.State)
    case other(Counter.State)

    var presentationID: PresentationID {
      switch self {
      case .editor(let state): PresentationID(case: 0, of: state)
      case .other(let state): PresentationID(case: 1, of: state)
      }
    }

    var isEphemeral: Bool {
      switch self {
      case .editor(let state): Self._$isEphemeral(state)
      case .other(let state): Self._$isEphemeral(state)
      }
    }
  }

  @CasePathable
  enum DestinationAction {
    case editor(Counter.Action)
    case other(Counter.Action)
  }

  struct State: InPlaceState {
    @PresentationState var destination: Destination?

    static var _$locations: [StateLocation<State>] {
      [StateLocation(\.$destination, read: { $1($0._destination) }, change: { $1(&$0._destination) })]
    }
  }

  @CasePathable
  enum Action {
    case editButtonClicked
    case destination(PresentationAction<DestinationAction>)
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
