#if Macros

  public import ReducerStore

  // Public features and a package feature, in code that must compile. The members that the macros generate for a
  // feature must have the access of the feature.

  @Reducer
  public struct Shop {
    @Reducer
    public enum Destination {
      case alert(AlertState<Alert>)
      case till(Till)
      // The payload is another enum of features, `Till.Help`. `@Reducer` generates `Help.Body` and `Help.body`.
      case nested(Till.Help.Body = Till.Help.body)

      public enum Alert: Sendable { case ok }
    }

    @ObservableState
    public struct State: Equatable {
      @Presents public var destination: Destination.State?
      public internal(set) var name = ""
      public init() {}
    }

    public enum Action {
      case renameButtonTapped(name: String)
      case destination(PresentationAction<Destination.Action>)
    }

    public init() {}

    public var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .renameButtonTapped(let name) = action { state.name = name }
        return .none
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  extension Shop.Destination.State: Equatable {}

  @Reducer
  public struct Till {
    public init() {}

    @Reducer(state: .equatable)
    public enum Help {
      case page(Till)
      case closed
    }

    @ObservableState
    public struct State: Equatable {
      public var amount = 0
      public init() {}
    }

    public enum Action {
      case amountChanged(Int)
    }

    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .amountChanged(let amount) = action { state.amount = amount }
      return .none
    }
  }

  @Reducer
  package struct Counter {
    @ObservableState
    package struct State: Equatable {
      package var count = 0
    }

    package enum Action {
      case countChanged(Int)
    }

    package var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .countChanged(let count) = action { state.count = count }
        return .none
      }
    }
  }

#endif
