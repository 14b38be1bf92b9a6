/// The size of controls.
public enum ControlSize: Hashable, Sendable, CaseIterable {
  /// The smallest size.
  case mini
  /// Smaller than regular.
  case small
  /// The default size.
  case regular
  /// Larger than regular.
  case large
  /// The largest size.
  case extraLarge

  /// The CSS class of buttons and text fields of this size. `nil` for the regular size.
  @MainActor var className: String? {
    // The height is in pixels, and the font size is in percent.
    let look: (padding: String, minHeight: Int, fontSize: Int)
    switch self {
    case .mini: look = ("0 4px", 16, 80)
    case .small: look = ("1px 6px", 20, 90)
    case .regular: return nil
    case .large: look = ("8px 16px", 28, 105)
    case .extraLarge: look = ("12px 22px", 36, 115)
    }
    return StyleSheet.shared.className(
      for: "padding: \(look.padding); min-height: \(look.minHeight)px; font-size: \(look.fontSize)%;")
  }
}

private struct ControlSizeKey: EnvironmentKey {
  static var defaultValue: ControlSize { .regular }
}

private struct IsInToolbarKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

private struct TintKey: EnvironmentKey {
  static var defaultValue: Color? { nil }
}

extension EnvironmentValues {
  /// The size of buttons and text fields.
  public var controlSize: ControlSize {
    get { self[ControlSizeKey.self] }
    set { self[ControlSizeKey.self] = newValue }
  }

  /// The colour of prominent buttons and progress indicators, and of checked or highlighted parts of other controls.
  /// `nil` for the theme's colour.
  public var tint: Color? {
    get { self[TintKey.self] }
    set { self[TintKey.self] = newValue }
  }

  /// Whether the view is in a toolbar.
  var isInToolbar: Bool {
    get { self[IsInToolbarKey.self] }
    set { self[IsInToolbarKey.self] = newValue }
  }
}

extension StyleSheet {
  /// Returns the CSS class that colours controls with the environment's tint, or `nil` if there is no tint. See
  /// ``EnvironmentValues/tint``.
  func tintClass(in environment: EnvironmentValues) -> String? {
    guard let tint = environment.tint?.fill(in: environment) else { return nil }
    let declarations = "{ background-image: none; background-color: \(tint.css); border-color: \(tint.css); }"
    return className(forKey: "tint: \(tint.css)") { name in
      [
        "button.suggested-action.\(name)", "button.\(name):checked", "switch.\(name):checked",
        "checkbutton.\(name) > check:checked",
        "scale.\(name) > trough > highlight", "progressbar.\(name) > trough > progress",
      ]
      .map { "\($0) \(declarations)" }.joined(separator: "\n") + "\nspinner.\(name) { color: \(tint.css); }"
    }
  }
}

extension View {
  /// Sets the size of buttons and text fields in this view.
  public nonisolated func controlSize(_ size: ControlSize) -> some View { EnvironmentView(self, \.controlSize, size) }

  /// Sets the colour of prominent buttons and progress indicators in this view, and of checked or highlighted parts of
  /// other controls. `nil` restores the theme's colour.
  public nonisolated func tint(_ color: Color?) -> some View { EnvironmentView(self, \.tint, color) }
}
