internal import CGtkBridge
internal import GtkBridge

/// Whether programs on the desktop are light or dark.
public enum ColorScheme: Hashable, Sendable, CaseIterable {
  /// Dark text on a light background.
  case light
  /// Light text on a dark background.
  case dark
}

/// The contrast between text and background.
public enum ColorSchemeContrast: Hashable, Sendable, CaseIterable {
  /// The theme's default contrast.
  case standard
  /// More contrast, as the user requested in the desktop's settings.
  case increased
}

extension EnvironmentValues {
  /// Whether the desktop is light or dark. A view that reads this value updates when it changes.
  public var colorScheme: ColorScheme {
    get { desktopLook.colorScheme }
    set { desktopLook.colorScheme = newValue }
  }

  /// Whether the desktop requests more contrast. A view that reads this value updates when it changes.
  ///
  /// In that case the theme, ``Color/secondary`` and the other colours of the theme have more contrast automatically.
  public var colorSchemeContrast: ColorSchemeContrast { desktopLook.contrast }

  /// The size of text that the user has selected in the desktop's settings, as a multiple of the normal size, from 1 to 3. A view that reads this
  /// value updates when it changes.
  ///
  /// Fonts and symbols follow the setting automatically. Multiply other lengths that belong to text, such as the size of a picture in a row.
  public var textScale: Double { desktopLook.textScale }

  /// Whether the desktop requests reduced motion. A view that reads this value updates when it changes.
  ///
  /// The library then omits its own animations. Read this value for motion that does not use them.
  public var accessibilityReduceMotion: Bool { desktopLook.reducesMotion }
}

extension View {
  /// Makes the program light or dark while the view exists, regardless of the desktop.
  ///
  /// GTK has one theme for all windows of a program. If several views use this modifier, the outermost view determines
  /// the scheme. If several views are equally far out, the one that was added last determines it. A theme that the user
  /// sets with `GTK_THEME`, and a theme that is always dark, do not change.
  ///
  /// - Parameter colorScheme: The program's colour scheme, or `nil` for the desktop's.
  public nonisolated func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
    PreferringView(content: self, colorScheme: colorScheme)
  }
}

/// A view that requests a colour scheme for the whole program.
private nonisolated struct PreferringView<Content: View>: ModifyingView {
  let content: Content
  let colorScheme: ColorScheme?

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    PreferringNode(view, in: context)
  }
}

@MainActor
private final class PreferringNode<Content: View>: ModifierNode<PreferringView<Content>> {
  override init(_ view: PreferringView<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    ask()
  }

  override var capabilities: NodeCapabilities { .isTransparent }

  override func update(to view: PreferringView<Content>) {
    let isAnother = self.view.colorScheme != view.colorScheme
    super.update(to: view)
    if isAnother { ask() }
  }

  override func didUnmount() { PreferredColorSchemes.shared.forget(self) }

  private func ask() {
    if let colorScheme = view.colorScheme { PreferredColorSchemes.shared.ask(colorScheme, for: self) } else { didUnmount() }
  }
}

/// The colour schemes that existing views request for the program.
@MainActor
private final class PreferredColorSchemes {
  static let shared = PreferredColorSchemes()

  /// The requests of existing views, in the order in which they were made.
  private var wishes: [(asker: ObjectIdentifier, depth: UInt16, colorScheme: ColorScheme)] = []

  func ask(_ colorScheme: ColorScheme, for node: ViewNode) {
    let asker = ObjectIdentifier(node)
    if let index = wishes.firstIndex(where: { $0.asker == asker }) {
      wishes[index].colorScheme = colorScheme
    } else {
      wishes.append((asker, node.depth, colorScheme))
    }
    follow()
  }

  func forget(_ node: ViewNode) {
    wishes.removeAll { $0.asker == ObjectIdentifier(node) }
    follow()
  }

  /// Applies the scheme of the outermost request after the update, because the theme must not change while views are
  /// updated.
  private func follow() {
    ViewGraph.shared.afterUpdate { [self] in
      let least = wishes.map(\.depth).min()
      switch wishes.last(where: { $0.depth == least })?.colorScheme {
      case .dark: cgtk_look_prefer(CGTK_SCHEME_DARK)
      case .light: cgtk_look_prefer(CGTK_SCHEME_LIGHT)
      case nil: cgtk_look_prefer(CGTK_SCHEME_NONE)
      }
    }
  }
}
