#if Macros

  import ReducerStore

  /// A list of recipes, to which a presented form adds a recipe. The actions that the view sends are cases of
  /// ``Action/View``.
  @Reducer
  struct RecipeList {
    @Reducer(state: .equatable, action: .equatable)
    enum Destination {
      case add(RecipeForm)
      /// Never presented. The test is that the macro accepts a case without a feature.
      @ReducerCaseIgnored
      case picture(name: String, size: Int)
    }

    @ObservableState
    struct State: Equatable {
      @Presents var destination: Destination.State?
      @Presents var alert: AlertState<Action.Alert>?
      var rows: IdentifiedArrayOf<RecipeRow.State> = []
      var filter = ""
      var isLoading = false
    }

    @CasePathable
    enum Action: ViewAction, Equatable {
      case alert(PresentationAction<Alert>)
      case destination(PresentationAction<Destination.Action>)
      case recipesLoaded([Recipe])
      case rows(IdentifiedActionOf<RecipeRow>)
      case view(View)

      enum Alert: Equatable {
        case retry
      }

      enum View: BindableAction, Equatable {
        case addButtonTapped
        case appeared
        case binding(BindingAction<State>)
        case saveButtonTapped
      }
    }

    /// Returns the recipes of the list. A test replaces this closure.
    var load: @Sendable () async throws -> [Recipe] = { [] }
    @Dependency(\.continuousClock) var clock

    enum CancelID { case load }

    var body: some Reducer<State, Action> {
      BindingReducer(action: \.view)
      listReducer
        .ifLet(\.$destination, action: \.destination)
        .ifLet(\.$alert, action: \.alert)
        .forEach(\.rows, action: \.rows) { RecipeRow() }
    }

    @ReducerBuilder<State, Action>
    private var listReducer: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .view(.addButtonTapped):
          state.destination = .add(RecipeForm.State(recipe: Recipe(id: state.rows.count)))
          return .none
        case .view(.appeared), .alert(.presented(.retry)):
          state.isLoading = true
          return loadRecipes()
        case .view(.saveButtonTapped):
          guard case let .add(form)? = state.destination else { return .none }
          state.rows.append(RecipeRow.State(recipe: form.recipe))
          state.destination = nil
          return .none
        case let .recipesLoaded(recipes):
          state.isLoading = false
          state.rows = IdentifiedArray(uniqueElements: recipes.map { RecipeRow.State(recipe: $0) })
          return .none
        case .alert, .destination, .rows, .view(.binding):
          return .none
        }
      }
    }

    /// Loads the recipes after one second. A newer call replaces an older one. Errors are ignored.
    private func loadRecipes() -> Effect<Action> {
      .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.recipesLoaded(try await load()))
      } catch: { _, _ in
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    }
  }

  /// A row of the list.
  @Reducer
  struct RecipeRow {
    @ObservableState
    struct State: Equatable, Identifiable {
      var recipe: Recipe
      var isFavourite = false
      var id: Recipe.ID { recipe.id }
    }
    enum Action: Equatable {
      case favouriteButtonTapped
    }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.isFavourite.toggle()
      return .none
    }
  }

  /// A stand-in for a view. The macro `@ViewAction` adds the function `send`, which sends the actions of the view.
  @ViewAction(for: RecipeList.self)
  @MainActor
  struct RecipeListView {
    let store: StoreOf<RecipeList>

    func addButtonTapped() {
      send(.addButtonTapped)
    }
  }

#endif
