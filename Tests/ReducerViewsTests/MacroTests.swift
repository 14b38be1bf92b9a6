#if Macros

  import CGtk
  import GtkBridge
  import GtkTestSupport
  import GtkViews
  import ReducerStore
  import Testing

  /// A recipe, which is a row, a sheet or a page of the stack.
  @Reducer struct Recipe {
    @ObservableState struct State: Equatable, Identifiable {
      let id: Int
      var name: String
      var servings = 1
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case moreButtonClicked
      case closeButtonClicked
    }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding: return .none
        case .moreButtonClicked:
          state.servings += 1
          return .none
        case .closeButtonClicked: return .run { [dismiss] _ in await dismiss() }
        }
      }
    }
  }

  /// A shelf with jars, which is a page of the stack.
  @Reducer struct Shelf {
    @ObservableState struct State: Equatable { var jars = 3 }
    enum Action { case jarTaken }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.jars -= 1
      return .none
    }
  }

  /// A list of recipes in a stack, with a sheet and an alert.
  @Reducer struct RecipesFeature {
    @Reducer enum Destination {
      case recipe(Recipe)
      case alert(AlertState<Alert>)

      enum Alert { case throwAway }
    }

    @Reducer enum Path {
      case recipe(Recipe)
      case shelf(Shelf)
    }

    @ObservableState struct State {
      /// A text in the view. The button of the alert changes it to “empty”.
      var name = ""
      @Presents var destination: Destination.State?
      var path = StackState<Path.State>()
      var recipes: IdentifiedArrayOf<Recipe.State> = []
    }

    enum Action {
      case nameChanged(String)
      case openButtonClicked
      case askButtonClicked
      case destination(PresentationAction<Destination.Action>)
      case path(StackActionOf<Path>)
      case recipes(IdentifiedActionOf<Recipe>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .nameChanged(let name): state.name = name
        case .openButtonClicked: state.destination = .recipe(Recipe.State(id: 1, name: "Soup"))
        case .askButtonClicked:
          state.destination = .alert(
            AlertState {
              TextState(verbatim: "Throw it away?")
            } actions: {
              ButtonState(role: .destructive, action: .throwAway) { TextState(verbatim: "Throw Away") }
            })
        case .destination(.presented(.alert(.throwAway))): state.name = "empty"
        case .destination, .path, .recipes: break
        }
        return .none
      }
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.path, action: \.path)
      .forEach(\.recipes, action: \.recipes) { Recipe() }
    }
  }

  private struct RecipeView: View {
    @Bindable var store: StoreOf<Recipe>

    var body: some View {
      VStack {
        Text(verbatim: "\(store.name) for \(store.servings)")
        TextField("Name", text: $store.name)
        Button("More") { store.send(.moreButtonClicked) }
        Button("Close") { store.send(.closeButtonClicked) }
      }
    }
  }

  private struct RecipesView: View {
    @Bindable var store: StoreOf<RecipesFeature>

    var body: some View {
      NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
        VStack {
          Text(verbatim: "RecipesFeature \(store.name)")
          TextField("Name", text: $store.name.sending(\.nameChanged))
          Button("Open") { store.send(.openButtonClicked) }
          Button("Ask") { store.send(.askButtonClicked) }
          NavigationLink("Shelf", state: RecipesFeature.Path.State.shelf(Shelf.State()))
          NavigationLink("Recipe", state: RecipesFeature.Path.State.recipe(Recipe.State(id: 5, name: "Cake")))
          ForEach(store.scope(state: \.recipes, action: \.recipes)) { RecipeView(store: $0) }
        }
        .sheet(item: $store.scope(state: \.destination?.recipe, action: \.destination.recipe)) { RecipeView(store: $0) }
        .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
      } destination: { store in
        switch store.case {
        case .recipe(let store): RecipeView(store: store)
        case .shelf(let store):
          VStack {
            Text(verbatim: "Jars \(store.jars)")
            Button("Take") { store.send(.jarTaken) }
          }
        }
      }
    }
  }

  extension ReducerViewsTests {
    /// Features that are written with the macros, and their views on screen.
    @MainActor @Suite struct MacroTests {
      private func recipesStore() -> StoreOf<RecipesFeature> {
        var state = RecipesFeature.State()
        state.recipes = [Recipe.State(id: 10, name: "Bread")]
        return Store(initialState: state) { RecipesFeature() }
      }

      @Test func `a sheet of a feature is presented, updated, and dismissed by the feature or the user`() async throws {
        // Given a sheet of a feature
        let store = recipesStore()
        let fixture = await WindowFixture { RecipesView(store: store) }
        try await fixture.press("Open")
        let sheet = try await fixture.waitUntilPresented("Soup for 1")

        // When the state of the sheet changes, then the sheet shows the changes
        try await fixture.press("More", in: sheet)
        try await fixture.waitUntilPresented("Soup for 2")
        await enter("Stew", into: try #require(widgets(ofType: gtk_text_get_type(), in: sheet).first))
        try await fixture.waitUntilPresented("Stew for 2")

        // When the feature of the sheet dismisses the sheet, then the sheet closes
        try await fixture.press("Close", in: sheet)
        await fixture.waitForPresentationCount(0)
        #expect(store.destination == nil)

        // When the user dismisses the sheet, then the sheet closes, too
        try await fixture.press("Open")
        try await fixture.waitUntilPresented("Soup for 1")
        try await fixture.dismissAsUser()
        await fixture.waitForPresentationCount(0)
        #expect(store.destination == nil)
        await fixture.close()
      }

      @Test func `an alert of the same destination enum sends its action`() async throws {
        let store = recipesStore()
        let fixture = await WindowFixture { RecipesView(store: store) }
        try await fixture.press("Ask")
        // The button's action changes the name to “empty”.
        try await fixture.press("Throw Away", in: try await fixture.waitUntilPresented("Throw it away?"))
        await fixture.waitForPresentationCount(0)
        #expect(store.destination == nil)
        await waitUntil("the view is updated") { fixture.texts.contains("RecipesFeature empty") }
        await fixture.close()
      }

      @Test func `a row shows the changes of its store, and a stack shows screens of different features`() async throws
      {
        let store = recipesStore()
        let fixture = await WindowFixture { RecipesView(store: store) }
        // When the recipe of the row changes, then the row shows the change
        try await fixture.press("More")
        await waitUntil("the row is updated") { fixture.texts.contains("Bread for 2") }

        // When the user opens a shelf, then its page is presented, and the user can go back
        try await fixture.press("Shelf")
        try await fixture.press("Take", in: try await fixture.waitUntilPresented("Jars 3"))
        try await fixture.waitUntilPresented("Jars 2")
        try await fixture.dismissAsUser()
        await fixture.waitForPresentationCount(0)

        // When the user opens a recipe, then its page is presented, and the recipe's feature can dismiss the page
        try await fixture.press("Recipe")
        try await fixture.press("Close", in: try await fixture.waitUntilPresented("Cake for 1"))
        await fixture.waitForPresentationCount(0)
        #expect(store.path.isEmpty)
        await fixture.close()
      }
    }
  }

#endif
