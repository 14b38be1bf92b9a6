#if Macros

  import ReducerStore

  /// The root feature of a cookbook program. Its state is an enum: the user is signed out or signed in, or the session
  /// is closed.
  @Reducer
  struct SessionFeature {
    @ObservableState
    enum State: Equatable {
      case signedOut(SignIn.State)
      case signedIn(Cookbook.State)
      case closed
    }

    enum Action {
      case signedOut(SignIn.Action)
      case signedIn(Cookbook.Action)
      case closeButtonTapped
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.signedOut, action: \.signedOut) {
        SignIn()
      }
      Reduce { state, action in
        switch action {
        case .closeButtonTapped: state = .closed
        case .signedOut(.signInButtonTapped): state = .signedIn(Cookbook.State())
        case .signedIn, .signedOut: break
        }
        return .none
      }
      .ifCaseLet(\.signedIn, action: \.signedIn) {
        Cookbook()
      }
    }
  }

  /// A feature without a body.
  @Reducer
  struct SignIn {
    @ObservableState
    struct State: Equatable { var name = "" }
    enum Action { case signInButtonTapped }
  }

  /// A feature without a state, actions or a body.
  @Reducer struct Nothing {}

  /// A list of recipes, and a stack of screens. No test pushes `form` or `nothing`: these cases must only compile.
  @Reducer
  struct Cookbook {
    @Reducer
    enum Path {
      case detail(RecipeDetail)
      case form(RecipeForm)
      /// The default value is the reducer of this case.
      case nothing(Nothing = Nothing())
      case help
    }

    @ObservableState
    struct State: Equatable {
      var path = StackState<Path.State>()
      var list = RecipeList.State()
      var deletedIDs: [Recipe.ID] = []
    }

    enum Action {
      case path(StackActionOf<Path>)
      case list(RecipeList.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.list, action: \.list) { RecipeList() }
      Reduce { state, action in
        switch action {
        case let .path(.element(id: _, action: .detail(.delegate(.deleteRecipe(id))))):
          state.deletedIDs.append(id)
        case .path, .list:
          break
        }
        return .none
      }
      .forEach(\.path, action: \.path)
    }
  }

  extension Cookbook.Path.State: Equatable {}

#endif
