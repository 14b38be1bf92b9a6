internal import CGtkBridge
internal import GtkBridge

/// The light or dark appearance of a program.
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
  /// Whether the program is light or dark. The desktop determines this, unless a view requests a scheme with
  /// ``View/preferredColorScheme(_:)``. A view that reads this value is updated when the value changes.
  public var colorScheme: ColorScheme {
    get { desktopLook.colorScheme }
    set { desktopLook.colorScheme = newValue }
  }

  /// Whether the desktop requests more contrast. A view that reads this value is updated when the value changes.
  ///
  /// If the desktop requests more contrast, the theme's colours, and named colours such as ``Color/secondary`` and
  /// ``Color/red``, have more contrast automatically.
  public var colorSchemeContrast: ColorSchemeContrast { desktopLook.contrast }

  /// The size of text that the user has selected in the desktop's settings, as a multiple of the normal size, from 1 to
  /// 3. A view that reads this value is updated when the value changes.
  ///
  /// Fonts and symbols follow the setting automatically. Multiply other lengths that belong to text by this value, such
  /// as the size of a picture in a row.
  public var textScale: Double { desktopLook.textScale }

  /// Whether the desktop requests reduced motion. A view that reads this value is updated when the value changes.
  ///
  /// With reduced motion, the library omits its own animations. Read this value if the program moves something without
  /// the library's animations.
  public var accessibilityReduceMotion: Bool { desktopLook.reducesMotion }
}

extension View {
  /// Makes the program light or dark while the view exists, regardless of the desktop.
  ///
  /// GTK has one theme for all windows of a program. If several views use this modifier, the outermost view determines
  /// the scheme. Among views at the same depth, the view that was added last determines the scheme. A theme that the
  /// user sets with `GTK_THEME`, and a theme that is always dark, do not change.
  ///
  /// - Parameter colorScheme: The program's colour scheme, or `nil` for the desktop's.
  public nonisolated func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
    PreferredColorSchemeView(content: self, colorScheme: colorScheme)
  }
}

/// A view that requests a colour scheme for the whole program.
private nonisolated struct PreferredColorSchemeView<Content: View>: ModifyingView {
  let content: Content
  let colorScheme: ColorScheme?

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    PreferredColorSchemeNode(view, in: context)
  }
}

@MainActor
private final class PreferredColorSchemeNode<Content: View>: ModifierNode<PreferredColorSchemeView<Content>> {
  override init(_ view: PreferredColorSchemeView<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    request()
  }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override func update(to view: PreferredColorSchemeView<Content>) {
    let colorSchemeDidChange = self.view.colorScheme != view.colorScheme
    super.update(to: view)
    if colorSchemeDidChange { request() }
  }

  override func didUnmount() { PreferredColorSchemes.shared.removeRequest(of: self) }

  private func request() {
    if let colorScheme = view.colorScheme {
      PreferredColorSchemes.shared.request(colorScheme, for: self)
    } else {
      PreferredColorSchemes.shared.removeRequest(of: self)
    }
  }
}

/// The colour schemes that existing views request for the program.
@MainActor
private final class PreferredColorSchemes {
  static let shared = PreferredColorSchemes()

  /// The requests of existing views, in the order in which they were added. A changed request keeps its position.
  private var requests: [(requester: ObjectIdentifier, depth: UInt16, colorScheme: ColorScheme)] = []

  func request(_ colorScheme: ColorScheme, for node: ViewNode) {
    let requester = ObjectIdentifier(node)
    if let index = requests.firstIndex(where: { $0.requester == requester }) {
      requests[index].colorScheme = colorScheme
    } else {
      requests.append((requester, node.depth, colorScheme))
    }
    apply()
  }

  func removeRequest(of node: ViewNode) {
    requests.removeAll { $0.requester == ObjectIdentifier(node) }
    apply()
  }

  /// Applies the scheme of the outermost request after the update, because the theme must not change while views are
  /// updated.
  private func apply() {
    ViewGraph.shared.afterUpdate { [self] in
      let minDepth = requests.map(\.depth).min()
      switch requests.last(where: { $0.depth == minDepth })?.colorScheme {
      case .dark: cgtk_look_prefer(CGTK_SCHEME_DARK)
      case .light: cgtk_look_prefer(CGTK_SCHEME_LIGHT)
      case nil: cgtk_look_prefer(CGTK_SCHEME_NONE)
      }
    }
  }
}
