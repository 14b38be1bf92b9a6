#if Macros

  import ReducerStore
  import ReducerStoreTesting
  import Testing

  /// A feature that presents another feature of its own type.
  @Reducer
  private struct Folder {
    @ObservableState
    struct State: Equatable {
      var count = 0
      @Presents var child: Folder.State?
    }

    indirect enum Action: Equatable {
      case child(PresentationAction<Folder.Action>)
      case countButtonClicked
      case openButtonClicked
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .child: return .none
        case .countButtonClicked:
          state.count += 1
          return .none
        case .openButtonClicked:
          state.child = Folder.State()
          return .none
        }
      }
      .ifLet(\.$child, action: \.child) { Folder() }
    }
  }

  @MainActor @Suite struct RecursiveFeatureTests {
    @Test func `a recursive feature is presented, changed and dismissed on two levels`() async {
      let store = TestStore(initialState: Folder.State()) { Folder() }
      await store.send(.openButtonClicked) { $0.child = Folder.State() }
      await store.send(.child(.presented(.openButtonClicked))) { $0.child?.child = Folder.State() }
      await store.send(.child(.presented(.child(.presented(.countButtonClicked))))) { $0.child?.child?.count = 1 }
      await store.send(.child(.presented(.child(.dismiss)))) { $0.child?.child = nil }
    }
  }

#endif
