public import Presentation

/// The texts and the buttons of an alert. All texts are plain, without markup and mnemonics.
@MainActor
public struct AlertContent {
  /// The title, which is also the accessible name. A title of more than 1 KiB of UTF-8 is cut and ends with an
  /// ellipsis, because Pango, GTK's text library, takes quadratic time to wrap a line.
  public var title: String
  /// Whether the title is hidden. A screen reader reads it in any case.
  public var isTitleHidden: Bool
  /// The message below the title, or `nil`. A message that does not fit scrolls. A message of more than 16 KiB of UTF-8
  /// is cut and ends with an ellipsis.
  public var message: String?
  /// The buttons, in order. If there are none, the alert has an OK button with the cancel role, in the user's language.
  public var buttons: [AlertButton]

  /// Creates an alert's content.
  public init(title: String, isTitleHidden: Bool = false, message: String? = nil, buttons: [AlertButton] = []) {
    self.title = title
    self.isTitleHidden = isTitleHidden
    self.message = message
    self.buttons = buttons
  }

  /// The title to show, cut to 1 KiB.
  var shownTitle: String { title.truncated(to: 1024) }

  /// The message to show, cut to 16 KiB. `nil` if there is no message, or if it is empty.
  var shownMessage: String? { message.flatMap { $0.isEmpty ? nil : $0.truncated(to: 16_384) } }

  /// The buttons to show: `buttons`, or an OK button if `buttons` is empty.
  var shownButtons: [AlertButton] {
    buttons.isEmpty ? [AlertButton(Localization.translate("OK"), role: .cancel) {}] : buttons
  }

  /// The position of the button that Return activates. It is the first enabled button without a role, else the cancel
  /// button if it is enabled, else `nil`.
  var defaultButtonPosition: Int? {
    shownButtons.firstIndex { $0.isEnabled && $0.role == nil }
      ?? shownButtons.firstIndex { $0.isEnabled && $0.role == .cancel }
  }

  /// The position of the button that Escape activates. `nil` if no button has the cancel role, or if that button is
  /// disabled.
  var cancelButtonPosition: Int? {
    guard let position = shownButtons.firstIndex(where: { $0.role == .cancel }) else { return nil }
    return shownButtons[position].isEnabled ? position : nil
  }

  /// Whether two contents look the same, regardless of the actions of their buttons.
  func looksLike(_ other: AlertContent) -> Bool {
    title == other.title && isTitleHidden == other.isTitleHidden && message == other.message
      && shownButtons.elementsEqual(other.shownButtons) {
        $0.title == $1.title && $0.role == $1.role && $0.isEnabled == $1.isEnabled
      }
  }
}

/// A button of an alert.
@MainActor
public struct AlertButton {
  /// The label.
  public var title: String
  /// The role. It determines the appearance of the button, and whether Escape activates it.
  public var role: ButtonStateRole?
  /// Whether the button is enabled.
  public var isEnabled: Bool
  /// The action. It runs once, before the state that presents the alert becomes `nil`.
  public var action: @MainActor () -> Void

  /// Creates a button.
  public init(
    _ title: String, role: ButtonStateRole? = nil, isEnabled: Bool = true, action: @escaping @MainActor () -> Void
  ) {
    self.title = title
    self.role = role
    self.isEnabled = isEnabled
    self.action = action
  }
}
