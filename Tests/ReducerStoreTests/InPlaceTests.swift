import Observation
import ReducerStore
import Synchronization
import Testing

/// A state whose fields can be changed in place, and destinations that declare their identity.
@MainActor
@Suite struct InPlaceTests {
  @Test func `changing presented state in place does not copy its contents`() {
    // Given a presented list
    let store = Store(initialState: Shelf.State(numbers: Array(0..<1_000))) { Shelf() }
    let addressBefore = store.state.address

    // When an action adds 1 to the element at position 3, which is 3
    store.send(.list(.presented(3)))

    // Then the element is 4, and the list stays at the same address
    #expect(store.state.list.wrappedValue?[3] == 4)
    #expect(store.state.address == addressBefore)
  }

  @Test func `a change in place notifies the observers of the field`() {
    // Given an observer that reads whether the list is presented
    let store = Store(initialState: Shelf.State(numbers: [1])) { Shelf() }
    let notifications = Atomic<Int>(0)
    withObservationTracking {
      _ = store.list.wrappedValue == nil
    } onChange: {
      notifications.add(1, ordering: .relaxed)
    }

    // When the list is dismissed
    store.send(.list(.dismiss))

    // Then the observer is notified
    #expect(store.list.wrappedValue == nil)
    #expect(notifications.load(ordering: .relaxed) == 1)
  }

  @Test func `presentation ids differ by the number of the case and the identity of its payload`() {
    struct WithoutID {}
    struct WithID: Identifiable { var id: Int }
    #expect(PresentationID(case: 0, of: WithoutID()) == PresentationID(case: 0, of: WithoutID()))
    #expect(PresentationID(case: 0, of: WithoutID()) != PresentationID(case: 1, of: WithoutID()))
    #expect(PresentationID(case: 0, of: WithID(id: 1)) == PresentationID(case: 0, of: WithID(id: 1)))
    #expect(PresentationID(case: 0, of: WithID(id: 1)) != PresentationID(case: 0, of: WithID(id: 2)))
    #expect(PresentationID(case: 0, of: WithID(id: 1)) != PresentationID(case: 1, of: WithID(id: 1)))
    #expect(PresentationID(case: 2) == PresentationID(case: 2))
  }

  @Test func `a destination is ephemeral if its payload is an alert`() {
    // Ephemeral state is cleared after its first action.
    #expect(Shelf.Destination.alert(AlertState { TextState("?") }).isEphemeral)
    #expect(!Shelf.Destination.list([]).isEphemeral)
  }
}

/// Presents a list of numbers. The action of the list adds 1 to the number at a position.
///
/// The state is written by hand like the expansion of `@ObservableState`, with a number for each field. The only field,
/// `list`, has the number 0.
private struct Shelf: Reducer {
  struct State: ObservableState, InPlaceState {
    private var _list: PresentationState<[Int]>
    private let fields = ObservationStateRegistrar()
    var _$id: ObservableStateID { fields.id }

    init(numbers: [Int]) {
      _list = PresentationState(wrappedValue: numbers)
    }

    var list: PresentationState<[Int]> {
      get { fields.access(0); return _list }
      set { fields.set(&_list, to: newValue, 0) }
      _modify {
        defer { fields.changed(0) }
        yield &_list
      }
    }

    /// The address of the numbers in memory.
    var address: UInt { _list.wrappedValue?.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } ?? 0 }

    /// Describes for the store how the list is read and changed in place.
    static var _$locations: [StateLocation<State>] {
      [StateLocation(\.list, read: { $1($0._list) }, change: { $1(&$0.list) })]
    }
  }

  /// Only a test of `isEphemeral` uses this type. The feature does not present it.
  enum Destination: PresentableState {
    case list([Int])
    case alert(AlertState<Int>)

    var presentationID: PresentationID {
      switch self {
      case .list(let list): PresentationID(case: 0, of: list)
      case .alert(let alert): PresentationID(case: 1, of: alert)
      }
    }

    var isEphemeral: Bool {
      switch self {
      case .list(let list): Self._$isEphemeral(list)
      case .alert(let alert): Self._$isEphemeral(alert)
      }
    }
  }

  enum Action: CasePathable {
    case list(PresentationAction<Int>)

    struct AllCasePaths {
      var list: CasePath<Action, PresentationAction<Int>> {
        CasePath(embed: Action.list) { if case .list(let action) = $0 { action } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.list, action: \.list) {
      Reduce { numbers, position in
        numbers[position] += 1
        return .none
      }
    }
  }
}
