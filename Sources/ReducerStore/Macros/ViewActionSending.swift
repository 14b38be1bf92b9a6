/// An action with a case `view` for the actions of the view. The other cases are for the actions of effects and of
/// other features.
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
  /// Returns the feature's action that contains an action of the view. A case `view` implements this requirement.
  static func view(_ action: ViewAction) -> Self
}

/// A view with a method `send` for the actions of the view: `send(.refreshButtonClicked)`. The macro
/// `@ViewAction(for:)` adds the conformance.
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
  /// Sends an action of the view to the store.
  ///
  /// - Returns: The effects of the action, to await or to cancel.
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }

  /// Sends an action of the view to the store. The resulting changes of views are animated.
  ///
  /// - Returns: The effects of the action, to await or to cancel.
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, animation: Animation?) -> StoreTask {
    store.send(.view(action), animation: animation)
  }
}
