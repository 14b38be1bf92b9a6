import Testing

/// The expansion of `@Reducer` on an enum of features. The four properties contain the parts of the expansion.
///
/// Only the cases `edit` and `live` have features with reducers. The case `alert` has actions but no reducer, and
/// `picture` and `help` have neither.
@Suite struct CaseReducerTests {
  @Test func `Reducer on an enum of features adds its state, actions, body and stores`() {
    expectExpansion(
      """
      @Reducer(state: .equatable, .hashable, action: .equatable) enum Destination {
        case alert(AlertState<Alert>)
        case edit(Edit)
        case live(Player = Player(client: .live))
        @ReducerCaseIgnored case picture(name: String, Int)
        case help

        enum Alert {}
      }
      """, of: "Reducer", is: [declaration, state, action, bodyAndStores].joined(separator: "\n\n"))
  }

  /// The enum as it was written, without the attribute `@Reducer`. The part `bodyAndStores` contains the closing brace
  /// of the enum.
  private let declaration = """
    enum Destination {
      case alert(AlertState<Alert>)
      case edit(Edit)
      case live(Player = Player(client: .live))
      @ReducerCaseIgnored case picture(name: String, Int)
      case help

      enum Alert {}
    """

  /// The state: an enum with the state of each feature, and with the values of the other cases.
  private let state = """
      @dynamicMemberLookup
      enum State: ReducerStore.CaseReducerState, ReducerStore.CasePathable, ReducerStore.ObservableState, Equatable, Hashable {
        typealias StateReducer = Destination
        case alert(AlertState<Alert>)
        case edit(Edit.State)
        case live(Player.State)
        case picture(name: String, Int)
        case help

        var presentationID: ReducerStore.PresentationID {
          switch self {
          case .alert(let state): ReducerStore.PresentationID(case: 0, of: state)
          case .edit(let state): ReducerStore.PresentationID(case: 1, of: state)
          case .live(let state): ReducerStore.PresentationID(case: 2, of: state)
          case .picture: ReducerStore.PresentationID(case: 3)
          case .help: ReducerStore.PresentationID(case: 4)
          }
        }

        var isEphemeral: Bool {
          switch self {
          case .alert(let state): Self._$isEphemeral(state)
          case .edit(let state): Self._$isEphemeral(state)
          case .live(let state): Self._$isEphemeral(state)
          case .picture: false
          case .help: false
          }
        }

        struct AllCasePaths {
          var alert: ReducerStore.CasePath<State, AlertState<Alert>> {
            ReducerStore.CasePath(
              embed: State.alert,
              extract: { if case .alert(let value) = $0 { value } else { nil } })
          }
          var edit: ReducerStore.CasePath<State, Edit.State> {
            ReducerStore.CasePath(
              embed: State.edit,
              extract: { if case .edit(let value) = $0 { value } else { nil } })
          }
          var live: ReducerStore.CasePath<State, Player.State> {
            ReducerStore.CasePath(
              embed: State.live,
              extract: { if case .live(let value) = $0 { value } else { nil } })
          }
          var picture: ReducerStore.CasePath<State, (name: String, Int)> {
            ReducerStore.CasePath(
              embed: { State.picture(name: $0.name, $0.1) },
              extract: { if case .picture(let value0, let value1) = $0 { (value0, value1) } else { nil } })
          }
          var help: ReducerStore.CasePath<State, Void> {
            ReducerStore.CasePath(
              embed: { State.help },
              extract: { if case .help = $0 { () } else { nil } })
          }
        }

        static var allCasePaths: AllCasePaths { AllCasePaths() }

        var _$id: ReducerStore.ObservableStateID {
          switch self {
          case .alert(let state): .tagged(state, 0)
          case .edit(let state): .tagged(state, 1)
          case .live(let state): .tagged(state, 2)
          case .picture: .tagged(.unique(), 3)
          case .help: .tag(4)
          }
        }
      }
    """

  /// The actions: an enum with the actions of each feature and of the alert.
  private let action = """
      enum Action: ReducerStore.CasePathable, Equatable {
        case alert(Alert)
        case edit(Edit.Action)
        case live(Player.Action)

        struct AllCasePaths {
          var alert: ReducerStore.CasePath<Action, Alert> {
            ReducerStore.CasePath(
              embed: Action.alert,
              extract: { if case .alert(let value) = $0 { value } else { nil } })
          }
          var edit: ReducerStore.CasePath<Action, Edit.Action> {
            ReducerStore.CasePath(
              embed: Action.edit,
              extract: { if case .edit(let value) = $0 { value } else { nil } })
          }
          var live: ReducerStore.CasePath<Action, Player.Action> {
            ReducerStore.CasePath(
              embed: Action.live,
              extract: { if case .live(let value) = $0 { value } else { nil } })
          }
        }

        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }
    """

  /// The body, the enum `CaseScope` with the stores of the features, the function that creates it, and the
  /// conformances.
  private let bodyAndStores = """
      static var body: ReducerStore.Reduce<State, Action> {
        .cases {
          ReducerStore.Scope(state: \\State.Cases.edit, action: \\Action.Cases.edit) { Edit() }
          ReducerStore.Scope(state: \\State.Cases.live, action: \\Action.Cases.live) { Player(client: .live) }
        }
      }

      enum CaseScope {
        case alert(AlertState<Alert>)
        case edit(ReducerStore.StoreOf<Edit>)
        case live(ReducerStore.StoreOf<Player>)
        case picture(name: String, Int)
        case help
      }

      @MainActor
      static func scope(_ store: ReducerStore.Store<State, Action>) -> CaseScope {
        switch store.state {
        case .alert(let state): .alert(state)
        case .edit(let state): .edit(store.scope(state: \\.edit, action: \\.edit, current: state))
        case .live(let state): .live(store.scope(state: \\.live, action: \\.live, current: state))
        case .picture(let value0, let value1): .picture(name: value0, value1)
        case .help: .help
        }
      }
    }

    extension Destination: ReducerStore.CaseReducer, ReducerStore.Reducer {}
    """
}
