public import Presentation

/// What an alert says, and its buttons. All texts are plain: no markup, and no underlined letters.
@MainActor
public struct AlertContent {
  /// What it says first, and its name for a screen reader.
  public var title: String
  /// Whether the title is not shown. A screen reader says it all the same.
  public var isTitleHidden: Bool
  /// What it says besides, if anything. Where it does not fit, it scrolls.
  public var message: String?
  /// Its buttons, in order. Without any it gets one of the cancel role that says OK, in the user's language.
  public var buttons: [AlertButton]

  /// Makes an alert's content.
  public init(title: String, isTitleHidden: Bool = false, message: String? = nil, buttons: [AlertButton] = []) {
    self.title = title
    self.isTitleHidden = isTitleHidden
    self.message = message
    self.buttons = buttons
  }

  /// The buttons to show.
  var shownButtons: [AlertButton] {
    buttons.isEmpty ? [AlertButton(Localization.translate("OK"), role: .cancel) {}] : buttons
  }

  /// What Return chooses: the first button that is enabled and neither cancels nor destroys; else the one that cancels; else none.
  var defaultButton: Int? {
    shownButtons.firstIndex { $0.isEnabled && $0.role == nil } ?? shownButtons.firstIndex { $0.isEnabled && $0.role == .cancel }
  }

  /// What Escape chooses, if it may be chosen.
  var cancelButton: Int? {
    guard let position = shownButtons.firstIndex(where: { $0.role == .cancel }) else { return nil }
    return shownButtons[position].isEnabled ? position : nil
  }

  /// Whether two contents look the same, whatever their buttons do.
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
  /// What it says.
  public var title: String
  /// What it is for: it decides how it looks, and what Escape does.
  public var role: ButtonStateRole?
  /// Whether it can be chosen.
  public var isEnabled: Bool
  /// What it does, once, before the state is cleared.
  public var action: @MainActor () -> Void

  /// Makes a button.
  public init(
    _ title: String, role: ButtonStateRole? = nil, isEnabled: Bool = true, action: @escaping @MainActor () -> Void
  ) {
    self.title = title
    self.role = role
    self.isEnabled = isEnabled
    self.action = action
  }
}
