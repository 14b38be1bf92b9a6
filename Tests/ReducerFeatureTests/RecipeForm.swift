#if Macros

  import ReducerStore

  /// A form that edits a recipe. Controls write the state with `binding` actions.
  @Reducer
  struct RecipeForm {
    @ObservableState
    struct State: Equatable, Identifiable {
      var recipe: Recipe
      /// The text field that has the focus.
      var focus: Field? = .title
      /// The attribute `@BindingState` must be accepted, although it has no effect.
      @BindingState var isSaved = false
      var id: Recipe.ID { recipe.id }

      init(focus: Field? = .title, recipe: Recipe) {
        self.focus = focus
        self.recipe = recipe
      }

      /// A text field of the form.
      enum Field: Hashable {
        case title
        /// The field of the step at this index.
        case step(Int)
      }
    }

    enum Action: BindableAction, Equatable {
      case addStepButtonTapped
      case binding(BindingAction<State>)
      case onDeleteSteps(atOffsets: [Int])
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .addStepButtonTapped:
          state.recipe.steps.append("")
          state.focus = .step(state.recipe.steps.count - 1)
          return .none

        // A recipe has at least one serving.
        case .binding(\.recipe.servings):
          state.recipe.servings = max(1, state.recipe.servings)
          return .none

        case .binding:
          return .none

        case let .onDeleteSteps(atOffsets: offsets):
          // A removal moves only the later steps, so the last steps are removed first.
          for offset in offsets.sorted(by: >) { state.recipe.steps.remove(at: offset) }
          return .none
        }
      }
    }
  }

#endif
