#if Macros

  import ReducerStore
  import ReducerStoreTesting
  import Testing

  /// The features of this folder, which are written in the style of the Composable Architecture.
  @MainActor
  @Suite struct FeatureTests {
    private let soup = Recipe(id: 1, title: "Soup", steps: ["Cut", "Cook"])

    @Test func `binding actions write the fields of a form`() async {
      // Given a form
      let store = TestStore(initialState: RecipeForm.State(recipe: soup)) { RecipeForm() }

      // When controls write fields, a button adds a step, and the first and the third step are deleted
      await store.send(.binding(.set(\.recipe.title, "Stew"))) { $0.recipe.title = "Stew" }
      await store.send(.binding(.set(\.isSaved, true))) { $0.isSaved = true }
      await store.send(.addStepButtonTapped) {
        $0.recipe.steps = ["Cut", "Cook", ""]
        $0.focus = .step(2)
      }
      await store.send(.onDeleteSteps(atOffsets: [0, 2])) { $0.recipe.steps = ["Cook"] }

      // Then the reducer below `BindingReducer` receives a written value, and raises it to the minimum of one serving
      await store.send(.binding(.set(\.recipe.servings, -3))) { $0.recipe.servings = 1 }
    }

    @Test func `confirming an alert clears it, notifies the parent and dismisses the screen`() async {
      // Given a recipe whose deletion must be confirmed
      let store = TestStore(initialState: RecipeDetail.State(recipe: soup)) { RecipeDetail() }
      await store.send(.deleteButtonTapped) { $0.destination = .alert(.deleteRecipe) }

      // When the deletion is confirmed
      await store.send(.destination(.presented(.alert(.confirmDeletion)))) { $0.destination = nil }

      // Then the parent is notified, and the screen dismisses itself
      await store.receive(\.delegate.deleteRecipe)
      await store.finish()
      #expect(store.isDismissed)
    }

    @Test func `a dialog's action with two payload values is reduced`() async {
      let store = TestStore(initialState: RecipeDetail.State(recipe: soup)) { RecipeDetail() }
      await store.send(.moreButtonTapped) { $0.destination = .dialog(.more) }
      await store.send(.destination(.presented(.dialog(.print(copies: 2, onBothSides: true))))) {
        $0.destination = nil
        $0.printedCopies = 2
      }
    }

    @Test func `a form in a sheet edits a recipe and passes it to its parent`() async {
      // Given a form in a sheet
      let store = TestStore(initialState: RecipeDetail.State(recipe: soup)) { RecipeDetail() }
      await store.send(.editButtonTapped) { $0.destination = .edit(RecipeForm.State(recipe: soup)) }
      #expect(store.state.isEditing)

      // When the form's title is written
      await store.send(.destination(.presented(.edit(.binding(.set(\.recipe.title, "Stew")))))) {
        $0.destination?.modify(\.edit) { $0.recipe.title = "Stew" }
      }

      // Then “Done” applies the change, and the parent is notified
      await store.send(.doneEditingButtonTapped) {
        $0.recipe.title = "Stew"
        $0.destination = nil
      }
      await store.receive(\.delegate.recipeUpdated)
    }

    @Test func `a list loads its rows, and an action reaches a row by its id`() async {
      // Given a list that loads its rows one second after it appears, by a test clock
      let clock = TestClock()
      let store = TestStore(initialState: RecipeList.State()) { [soup] in
        RecipeList(load: { [soup] })
      } withDependencies: {
        $0.continuousClock = clock
      }

      // When the list appears, and time passes
      await store.send(.view(.appeared)) { $0.isLoading = true }
      await clock.advance(by: .seconds(1))

      // Then the rows are loaded
      await store.receive(\.recipesLoaded) { [soup] in
        $0.isLoading = false
        $0.rows = [RecipeRow.State(recipe: soup)]
      }
      await store.send(.rows(.element(id: 1, action: .favouriteButtonTapped))) { $0.rows[id: 1]?.isFavourite = true }
    }

    @Test func `a view with ViewAction sends view actions, and its controls write fields`() {
      // Given a view
      let store = Store(initialState: RecipeList.State()) { RecipeList() }
      let view = RecipeListView(store: store)

      // When the view sends an action, and a control writes a field
      view.addButtonTapped()
      store.filter = "Soup"

      // Then the feature has presented the form of a new recipe, whose id is the number of rows (0), and has received
      // the filter
      #expect(store.state.destination?.add?.recipe == Recipe(id: 0))
      #expect(store.filter == "Soup")
    }

    @Test func `a view can switch over the cases of a destination, each with its own store`() {
      // Given a list that presents a form
      let store = Store(initialState: RecipeList.State()) { RecipeList() }
      store.send(.view(.addButtonTapped))
      guard let destination = store.scope(state: \.destination, action: \.destination),
        case .add(let form) = destination.case
      else {
        Issue.record("There is no form.")
        return
      }

      // When an action is sent to the form's store
      form.send(.addStepButtonTapped)

      // Then the form's state has changed
      #expect(store.state.destination?.add?.recipe.steps == [""])
      #expect(form.recipe.steps == [""])
    }

    @Test func `actions change the case of an enum state`() async {
      let store = TestStore(initialState: SessionFeature.State.signedOut(SignIn.State())) { SessionFeature() }
      await store.send(.signedOut(.signInButtonTapped)) { $0 = .signedIn(Cookbook.State()) }
      await store.send(.signedIn(.list(.view(.binding(.set(\.filter, "Soup")))))) {
        $0.modify(\.signedIn) { $0.list.filter = "Soup" }
      }
      await store.send(.closeButtonTapped) { $0 = .closed }
    }

    @Test func `a screen of a stack of enum cases can delete its recipe and dismiss itself`() async {
      // Given a stack with the screen of a recipe, and a help screen above it
      var state = Cookbook.State()
      state.path.append(.detail(RecipeDetail.State(recipe: soup)))
      state.path.append(.help)
      let store = TestStore(initialState: state) { Cookbook() }
      let id = state.path.ids[0]

      // When the recipe is deleted
      await store.send(.path(.element(id: id, action: .detail(.deleteButtonTapped)))) {
        $0.path[id: id]?.modify(\.detail) { $0.destination = .alert(.deleteRecipe) }
      }
      await store.send(.path(.element(id: id, action: .detail(.destination(.presented(.alert(.confirmDeletion))))))) {
        $0.path[id: id]?.modify(\.detail) { $0.destination = nil }
      }

      // Then the parent is notified, and the recipe's screen and the help screen are popped
      await store.receive(\.path[id: id].detail.delegate.deleteRecipe) { $0.deletedIDs = [1] }
      await store.receive(\.path.popFrom) { $0.path = StackState() }
    }

    @Test func `a feature in a nested enum of features reduces its actions`() async {
      // Given a shop (`Access.swift`) whose destination is a page of a nested enum
      var state = Shop.State()
      state.destination = .nested(.page(Till.State()))
      let store = TestStore(initialState: state) { Shop() }

      // When the page receives an action
      await store.send(.destination(.presented(.nested(.page(.amountChanged(3)))))) {
        // Then the page's state has changed
        $0.destination?.modify(\.nested.page) { $0.amount = 3 }
      }
      // And the shop reduces an action of its own
      await store.send(.renameButtonTapped(name: "Corner")) { $0.name = "Corner" }
    }

    /// `TwelveChildren` checks that the compiler accepts this many children. This test runs its reducer.
    @Test func `a feature with twelve children reduces a dismissal and a child's action`() async {
      let store = TestStore(initialState: TwelveChildren.State(one: SignIn.State(), twelve: SignIn.State())) {
        TwelveChildren()
      }
      await store.send(.one(.dismiss)) { $0.one = nil }
      // `SignIn` does not change its state.
      await store.send(.twelve(.signInButtonTapped))
    }
  }

#endif
