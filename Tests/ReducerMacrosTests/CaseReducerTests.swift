#if Macros

import Testing

@Suite struct CaseReducerTests {
  @Test func `an enum of features gets its state, its actions, its body and its stores`() {
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
      """, of: "Reducer",
      is: """
        enum Destination {
          case alert(AlertState<Alert>)
          case edit(Edit)
          case live(Player = Player(client: .live))
          @ReducerCaseIgnored case picture(name: String, Int)
          case help

          enum Alert {}

          @ReducerStore.CasePathable @dynamicMemberLookup @ReducerStore.ObservableState
          enum State: ReducerStore.CaseReducerState, Equatable, Hashable {
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
          }

          @ReducerStore.CasePathable
          enum Action: Equatable {
            case alert(Alert)
            case edit(Edit.Action)
            case live(Player.Action)
          }

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
        """)
  }
}

#endif
