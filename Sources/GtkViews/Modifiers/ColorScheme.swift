internal import CGtkBridge
internal import GtkBridge

/// Whether the desktop is light or dark.
public enum ColorScheme: Hashable, Sendable, CaseIterable {
  /// Dark text on a light ground.
  case light
  /// Light text on a dark ground.
  case dark
}

/// How much the colours of text and ground differ.
public enum ColorSchemeContrast: Hashable, Sendable, CaseIterable {
  /// As the theme has it.
  case standard
  /// More, as the person at the desktop has asked for.
  case increased
}

extension EnvironmentValues {
  /// Whether the desktop is light or dark. A view that reads it follows it.
  public var colorScheme: ColorScheme {
    get { desktopLook.colorScheme }
    set { desktopLook.colorScheme = newValue }
  }

  /// Whether the desktop wants more contrast. A view that reads it follows it.
  ///
  /// The theme then has more contrast by itself, and so have ``Color/secondary`` and the other colours of the theme.
  public var colorSchemeContrast: ColorSchemeContrast { desktopLook.contrast }

  /// Whether the desktop wants no movement. A view that reads it follows it.
  ///
  /// The library's own animations are left out by themselves then: read it for what moves without them.
  public var accessibilityReduceMotion: Bool { desktopLook.reducesMotion }
}

extension View {
  /// Makes the program light or dark as long as the view is there, whatever the desktop says.
  ///
  /// GTK has one theme for all windows of a program: where several views ask, the outermost counts, and of those the last. What a person has
  /// said by `GTK_THEME`, and a theme that is dark by itself, stays.
  ///
  /// - Parameter colorScheme: What the program is, or `nil` for what the desktop says.
  public nonisolated func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
    PreferringView(content: self, colorScheme: colorScheme)
  }
}

/// A view that asks for a look of the whole program.
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

  override var passesRows: Bool { true }

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

/// What the views that are there ask the program to be.
@MainActor
private final class PreferredColorSchemes {
  static let shared = PreferredColorSchemes()

  /// The one that asked last is the last.
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

  /// After the views are in step: a theme is not changed in the midst of them.
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
