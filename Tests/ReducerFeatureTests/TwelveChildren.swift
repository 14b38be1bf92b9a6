#if Macros

  import ReducerStore

  /// A feature with twelve optional children: features, destinations and alerts. The compiler must check the types of
  /// the body within seconds, although each `ifLet` makes the type of the body longer.
  @Reducer
  struct TwelveChildren {
    @ObservableState
    struct State: Equatable {
      @Presents var one: SignIn.State?
      @Presents var two: SignIn.State?
      @Presents var three: SignIn.State?
      @Presents var four: SignIn.State?
      @Presents var five: SignIn.State?
      @Presents var six: RecipeDetail.Destination.State?
      @Presents var seven: RecipeDetail.Destination.State?
      @Presents var eight: RecipeDetail.Destination.State?
      @Presents var nine: AlertState<Action.Alert>?
      @Presents var ten: AlertState<Action.Alert>?
      var eleven: SignIn.State?
      var twelve: SignIn.State?
    }

    enum Action {
      case one(PresentationAction<SignIn.Action>)
      case two(PresentationAction<SignIn.Action>)
      case three(PresentationAction<SignIn.Action>)
      case four(PresentationAction<SignIn.Action>)
      case five(PresentationAction<SignIn.Action>)
      case six(PresentationAction<RecipeDetail.Destination.Action>)
      case seven(PresentationAction<RecipeDetail.Destination.Action>)
      case eight(PresentationAction<RecipeDetail.Destination.Action>)
      case nine(PresentationAction<Alert>)
      case ten(PresentationAction<Alert>)
      case eleven(SignIn.Action)
      case twelve(SignIn.Action)

      enum Alert: Equatable {}
    }

    var body: some ReducerOf<Self> {
      // `ifLet` needs no closure for a destination or an alert. The child `eight` has the closure nevertheless, because
      // both forms must compile.
      EmptyReducer()
        .ifLet(\.$one, action: \.one) { SignIn() }
        .ifLet(\.$two, action: \.two) { SignIn() }
        .ifLet(\.$three, action: \.three) { SignIn() }
        .ifLet(\.$four, action: \.four) { SignIn() }
        .ifLet(\.$five, action: \.five) { SignIn() }
        .ifLet(\.$six, action: \.six)
        .ifLet(\.$seven, action: \.seven)
        .ifLet(\.$eight, action: \.eight) { RecipeDetail.Destination.body }
        .ifLet(\.$nine, action: \.nine)
        .ifLet(\.$ten, action: \.ten)
        .ifLet(\.eleven, action: \.eleven) { SignIn() }
        .ifLet(\.twelve, action: \.twelve) { SignIn() }
    }
  }

#endif
