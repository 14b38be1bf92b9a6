/// What a toast says, and its button. All texts are plain.
@MainActor
public struct ToastContent {
  /// What it says.
  public var text: String
  /// What its button says, or `nil` if it has none.
  public var actionLabel: String?
  /// What its button does, once, before the state is cleared.
  public var action: @MainActor () -> Void
  /// After how many seconds it goes by itself, or `nil` if it stays. They do not pass while the pointer or the focus is in it, and begin anew
  /// afterwards.
  public var timeout: Double?
  /// A class of a style sheet for its looks, or `nil`.
  public var styleClass: String?

  /// Makes a toast's content.
  public init(
    _ text: String, actionLabel: String? = nil, timeout: Double? = 5, styleClass: String? = nil, action: @escaping @MainActor () -> Void = {}
  ) {
    self.text = text
    self.actionLabel = actionLabel
    self.timeout = timeout
    self.styleClass = styleClass
    self.action = action
  }
}
