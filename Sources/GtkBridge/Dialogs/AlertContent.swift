public import Presentation

/// The texts and the buttons of an alert. All texts are plain, without markup and mnemonics.
@MainActor
public struct AlertContent {
  /// The title, which is also the accessible name of the alert. A title of more than 1 KiB of UTF-8 is cut and ends
  /// with an ellipsis: the time that Pango, GTK's text library, takes to wrap a line grows with the square of the
  /// line's length.
  public var title: String
  /// Whether the title is hidden. A screen reader reads it in any case.
  public var isTitleHidden: Bool
  /// The message below the title, or `nil`. A message that does not fit scrolls. A message of more than 16 KiB of UTF-8
  /// is cut and ends with an ellipsis.
  public var message: String?
  /// The buttons, in order. An alert without buttons gets a button “OK” with the cancel role, in the user's language.
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

  /// The message to show, cut to 16 KiB. `nil` if the message is `nil` or empty.
  var shownMessage: String? { message.flatMap { $0.isEmpty ? nil : $0.truncated(to: 16_384) } }

  /// The buttons to show: `buttons`, or the button “OK” if `buttons` is empty.
  var shownButtons: [AlertButton] {
    buttons.isEmpty ? [AlertButton(Localization.translate("OK"), role: .cancel) {}] : buttons
  }

  /// The position in `shownButtons` of the button that Return activates. This is the first enabled button without a
  /// role, or else the first enabled button with the cancel role. `nil` if there is neither.
  var defaultButtonPosition: Int? {
    shownButtons.firstIndex { $0.isEnabled && $0.role == nil }
      ?? shownButtons.firstIndex { $0.isEnabled && $0.role == .cancel }
  }

  /// The position in `shownButtons` of the button that Escape activates. This is the first button with the cancel role.
  /// `nil` if there is no such button, or if it is disabled.
  var cancelButtonPosition: Int? {
    guard let position = shownButtons.firstIndex(where: { $0.role == .cancel }) else { return nil }
    return shownButtons[position].isEnabled ? position : nil
  }

  /// Returns whether this content looks like another one. The actions of the buttons are not compared.
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
  /// The role, which determines the appearance of the button, and whether Return or Escape activates the button.
  public var role: ButtonStateRole?
  /// Whether the button is enabled.
  public var isEnabled: Bool
  /// The action. It runs once when the user activates the button, before the state that presents the alert becomes
  /// `nil`.
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
