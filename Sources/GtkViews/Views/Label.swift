/// A title with a symbol.
///
/// ```swift
/// Label("Downloads", systemImage: "arrow.down.circle")
/// ```
public nonisolated struct Label<Title: View, Icon: View>: View {
  let title: Title
  let icon: Icon

  /// Creates a label with any view as its title and any view as its symbol.
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }

  /// The symbol and the title, or only one of them. `labelStyle(_:)` selects the parts.
  @MainActor public var body: some View { StyledLabel(title: title, icon: icon) }
}

extension Label where Title == Text, Icon == Image {
  /// Creates a label with a title that is looked up in the catalogue of translations, and a symbol.
  public nonisolated init(
    _ key: LocalizedStringKey, systemImage symbol: String, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(title: { Text(key) }, icon: { Image(systemName: symbol, fileID: fileID, line: line) })
  }

  /// Creates a label with a title that is shown verbatim, and a symbol.
  @_disfavoredOverload
  public nonisolated init(
    _ text: some StringProtocol, systemImage symbol: String, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(title: { Text(text) }, icon: { Image(systemName: symbol, fileID: fileID, line: line) })
  }
}

/// Which parts of a ``Label`` are visible.
public enum LabelStyleKind: Hashable, Sendable {
  /// The symbol and the title.
  case titleAndIcon
  /// Only the title.
  case titleOnly
  /// Only the symbol. Screen readers announce the title if the title is a ``Text``.
  case iconOnly

  /// The default: the symbol and the title.
  public static var automatic: LabelStyleKind { .titleAndIcon }
}

private struct LabelStyleKey: EnvironmentKey {
  static var defaultValue: LabelStyleKind { .automatic }
}

extension EnvironmentValues {
  /// The visible parts of each ``Label``.
  public var labelStyle: LabelStyleKind {
    get { self[LabelStyleKey.self] }
    set { self[LabelStyleKey.self] = newValue }
  }
}

private struct StyledLabel<Title: View, Icon: View>: View {
  let title: Title
  let icon: Icon
  @Environment(\.labelStyle) private var style
  @Environment(\.isInContentUnavailableView) private var isInContentUnavailableView

  var body: some View {
    // In a `ContentUnavailableView`, the symbol is large and above the title, regardless of the style.
    if isInContentUnavailableView {
      VStack(spacing: 12) {
        icon.font(.system(size: 64)).foregroundStyle(.secondary).accessibilityHidden(true)
        title.fontWeight(.bold)
      }
    } else {
      styled
    }
  }

  @ViewBuilder private var styled: some View {
    switch style {
    case .titleAndIcon:
      HStack(spacing: 6) {
        icon.accessibilityHidden(true)
        title
      }
    case .titleOnly: title
    case .iconOnly:
      if let title = title as? Text { icon.accessibilityLabel(title) } else { icon }
    }
  }
}

extension View {
  /// Sets which parts of each ``Label`` in this view are visible.
  public nonisolated func labelStyle(_ style: LabelStyleKind) -> some View {
    EnvironmentView(self, \.labelStyle, style)
  }

  /// Hides the labels that toggles, pickers and other controls in this view have next to them. Screen readers still
  /// announce these labels. Other ``Label`` views stay visible.
  public nonisolated func labelsHidden() -> some View { EnvironmentView(self, \.areLabelsHidden, true) }
}

private struct LabelsHiddenKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

extension EnvironmentValues {
  /// Whether `labelsHidden()` hides the labels next to controls.
  var areLabelsHidden: Bool {
    get { self[LabelsHiddenKey.self] }
    set { self[LabelsHiddenKey.self] = newValue }
  }
}
