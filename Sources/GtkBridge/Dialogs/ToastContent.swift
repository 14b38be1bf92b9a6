/// The text and the button of a toast, a short message at the bottom of a window. All texts are plain, without markup.
@MainActor
public struct ToastContent {
  /// The toast's text. A text of more than 1 KiB of UTF-8 is cut to that size and ends with an ellipsis.
  public var text: String
  /// The label of the button, or `nil` if the toast has no button.
  public var actionLabel: String?
  /// The action of the button. It runs once, before the state that shows the toast becomes `nil`.
  public var action: @MainActor () -> Void
  /// The number of seconds after which the toast closes, or `nil` if only the user or code closes it. The timer is
  /// stopped while the pointer or the focus is in the toast, and starts from zero when both have left it.
  public var timeout: Double?
  /// A CSS class for the appearance of the toast, or `nil`.
  public var styleClass: String?

  /// Creates a toast's content.
  public init(
    _ text: String, actionLabel: String? = nil, timeout: Double? = 5, styleClass: String? = nil,
    action: @escaping @MainActor () -> Void = {}
  ) {
    self.text = text
    self.actionLabel = actionLabel
    self.timeout = timeout
    self.styleClass = styleClass
    self.action = action
  }
}
