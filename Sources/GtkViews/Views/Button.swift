internal import CGtk
internal import GtkBridge

/// The role of a button, such as destructive. Most buttons have none.
public typealias ButtonRole = ButtonStateRole

/// A button that runs an action.
///
/// ```swift
/// Button("Delete", role: .destructive) { isAlertPresented = true }
/// ```
public nonisolated struct Button<Label: View>: PrimitiveView {
  let role: ButtonRole?
  let action: @MainActor () -> Void
  let label: Label

  /// Creates a button with any view as its label.
  @preconcurrency public init(
    role: ButtonRole? = nil, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    // A dialog or a menu reads its buttons as data, and has a collector for them.
    if let collector = context.environment.buttonCollector {
      return CollectedButtonNode(view, in: context, collector: collector)
    }
    return ButtonNode(view, in: context)
  }
}

extension Button where Label == Text {
  /// Creates a button with a label that is looked up in the catalogue of translations.
  @preconcurrency public nonisolated init(
    _ key: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { Text(key) }
  }

  /// Creates a button with a label that is shown verbatim.
  @_disfavoredOverload
  @preconcurrency public nonisolated init(
    _ text: some StringProtocol, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { Text(text) }
  }
}

extension Button where Label == GtkViews.Label<Text, Image> {
  /// Creates a button with a symbol and a label that is looked up in the catalogue.
  @preconcurrency public nonisolated init(
    _ key: LocalizedStringKey, systemImage symbol: String, role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(role: role, action: action) { GtkViews.Label(key, systemImage: symbol, fileID: fileID, line: line) }
  }

  /// Creates a button with a symbol and a label that is shown verbatim.
  @_disfavoredOverload
  @preconcurrency public nonisolated init(
    _ text: some StringProtocol, systemImage symbol: String, role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(role: role, action: action) { GtkViews.Label(text, systemImage: symbol, fileID: fileID, line: line) }
  }
}

/// The appearance of a button.
public enum ButtonStyleKind: Hashable, Sendable {
  /// The default appearance of the theme. In a toolbar, a button with only a symbol and without a role has no border.
  case automatic
  /// With a border.
  case bordered
  /// With a border, and highlighted as the suggested action unless the button is destructive.
  case borderedProminent
  /// Without a border until the pointer is over the button.
  case borderless
  /// Only the label, without a border or padding.
  case plain
}

private struct ButtonStyleKey: EnvironmentKey {
  static var defaultValue: ButtonStyleKind { .automatic }
}

extension EnvironmentValues {
  /// The style of buttons.
  public var buttonStyle: ButtonStyleKind {
    get { self[ButtonStyleKey.self] }
    set { self[ButtonStyleKey.self] = newValue }
  }
}

/// The node of a button that is not an entry of a menu or a button of a dialog.
@MainActor
final class ButtonNode<Label: View>: ContainerNode<Button<Label>, Label> {
  // One CSS class of the widget for each property of the button's look.
  private var roleClass = StyleClass()
  private var styleClass = StyleClass()
  private var plainClass = StyleClass()
  /// `text-button`, `image-button` or none, depending on the label.
  private var contentKindClass = StyleClass()
  private var tintClass = StyleClass()
  private var sizeClass = StyleClass()
  private var child = LabelChild()

  init(_ view: Button<Label>, in context: _NodeContext) {
    super.init(view, widget: gtk_button_new(), in: context)
    mountContent(view.label)
    connect(widget, .clicked) { [weak self] in self?.view.action() }
  }

  override var contentAxis: Axis? { .horizontal }

  override var canBeRecycled: Bool { content.canBeRecycled }

  override func update(to view: Button<Label>) {
    super.update(to: view)
    content.update(to: view.label)
    applyStyle()
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    applyStyle()
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    child.show(widgets) { gtk_button_set_child(UnsafeMutablePointer(opaque), $0) }
    contentKindClass.set(child.className, on: widget)
    applyStyle()
    textDidChange()
  }

  override var capabilities: NodeCapabilities { [.followsTexts, .isSingleControl] }

  override func textDidChange() {
    // `content` is `nil` while the label is being created.
    if let content { AccessibleName.setDefault(AccessibleName.spoken(content.widgets), on: widget) }
  }

  private func applyStyle() {
    roleClass.set(view.role == .destructive ? "destructive-action" : nil, on: widget)
    let style: String? =
      switch environment.buttonStyle {
      case .automatic: environment.isInToolbar && child.isIconOnly && view.role == nil ? "flat" : nil
      case .bordered: nil
      case .borderedProminent: view.role == .destructive ? nil : "suggested-action"
      case .borderless, .plain: "flat"
      }
    styleClass.set(style, on: widget)
    plainClass.set(environment.buttonStyle == .plain ? "gtkviews-plain" : nil, on: widget)
    tintClass.set(StyleSheet.shared.tintClass(in: environment), on: widget)
    sizeClass.set(environment.controlSize.className, on: widget)
  }
}

extension View {
  /// Sets the style of buttons in this view.
  public nonisolated func buttonStyle(_ style: ButtonStyleKind) -> some View {
    EnvironmentView(self, \.buttonStyle, style)
  }
}
