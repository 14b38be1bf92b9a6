#if Macros

  import ReducerStore

  /// A screen with one recipe, on the navigation stack of `Cookbook`. The user can edit, print and delete the recipe.
  /// Sharing has no effect. The feature sends changes and deletions to its parent as `delegate` actions.
  @Reducer
  struct RecipeDetail {
    @Reducer
    enum Destination {
      case alert(AlertState<Alert>)
      case dialog(ConfirmationDialogState<Dialog>)
      case edit(RecipeForm)

      @CasePathable
      enum Alert {
        case confirmDeletion
      }

      @CasePathable
      enum Dialog: Equatable {
        case share
        case print(copies: Int, onBothSides: Bool)
      }
    }

    @ObservableState
    struct State: Equatable {
      @Presents var destination: Destination.State?
      var recipe: Recipe
      var printedCopies = 0
    }

    enum Action {
      case cancelEditButtonTapped
      case delegate(Delegate)
      case deleteButtonTapped
      case destination(PresentationAction<Destination.Action>)
      case doneEditingButtonTapped
      case editButtonTapped
      case moreButtonTapped

      @CasePathable
      enum Delegate: Equatable {
        case deleteRecipe(id: Recipe.ID)
        case recipeUpdated(Recipe)
      }
    }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .cancelEditButtonTapped:
          state.destination = nil
          return .none

        case .delegate:
          return .none

        case .deleteButtonTapped:
          state.destination = .alert(.deleteRecipe)
          return .none

        case .destination(.presented(.alert(.confirmDeletion))):
          return .run { [id = state.recipe.id] send in
            await send(.delegate(.deleteRecipe(id: id)))
            await dismiss()
          }

        case let .destination(.presented(.dialog(.print(copies, _)))):
          state.printedCopies += copies
          return .none

        case .destination:
          return .none

        case .doneEditingButtonTapped:
          return finishEditing(&state)

        case .editButtonTapped:
          state.destination = .edit(RecipeForm.State(recipe: state.recipe))
          return .none

        case .moreButtonTapped:
          state.destination = .dialog(.more)
          return .none
        }
      }
      .ifLet(\.$destination, action: \.destination)
      .onChange(of: \.recipe) { _, newValue in
        Reduce { _, _ in .send(.delegate(.recipeUpdated(newValue))) }
      }
    }

    private func finishEditing(_ state: inout State) -> Effect<Action> {
      guard let editedRecipe = state.destination?.edit?.recipe else { return .none }
      state.recipe = editedRecipe
      state.destination = nil
      return .none
    }
  }

  extension RecipeDetail.Destination.State: Equatable {}

  extension RecipeDetail.State {
    /// Whether the form is presented. An extension that uses members which macros generate must compile without a
    /// circular reference.
    var isEditing: Bool { destination.is(\.some.edit) }
  }

  extension AlertState where Action == RecipeDetail.Destination.Alert {
    static var deleteRecipe: Self {
      Self {
        TextState("Delete?")
      } actions: {
        ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Yes") }
        ButtonState(role: .cancel) { TextState("Nevermind") }
      } message: {
        TextState("Are you sure you want to delete this recipe?")
      }
    }
  }

  extension ConfirmationDialogState where Action == RecipeDetail.Destination.Dialog {
    static var more: Self {
      Self {
        TextState("More")
      } actions: {
        ButtonState(action: .share) { TextState("Share") }
        ButtonState(action: .print(copies: 2, onBothSides: true)) { TextState("Print") }
      }
    }
  }

#endif
