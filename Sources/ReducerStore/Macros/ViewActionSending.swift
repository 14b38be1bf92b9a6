/// An action of which one case holds what can happen in the view; the other cases come from effects and from other features.
///
/// ```swift
/// enum Action: ViewAction {
///   case episodesFetched([Episode])
///   case view(View)
///
///   enum View {
///     case appeared
///     case refreshButtonClicked
///   }
/// }
/// ```
public protocol ViewAction<ViewAction> {
  /// The actions of the view.
  associatedtype ViewAction
  /// Something happened in the view.
  static func view(_ action: ViewAction) -> Self
}

/// A view that sends the actions of its view alone: `send(.refreshButtonClicked)`. The macro `@ViewAction(for:)` makes a view conform.
@MainActor
public protocol ViewActionSending<StoreState, StoreAction> {
  /// The state of the store.
  associatedtype StoreState
  /// The action of the store.
  associatedtype StoreAction: ViewAction
  /// The store of the view's feature.
  var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Tells the feature that something happened in the view.
  ///
  /// - Returns: The work that follows from the action, to await or to cancel.
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }

  /// Tells the feature that something happened in the view; views change with an animation.
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, animation: Animation?) -> StoreTask {
    store.send(.view(action), animation: animation)
  }
}
