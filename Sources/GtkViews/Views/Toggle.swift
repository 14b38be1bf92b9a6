internal import CGtk
internal import GtkBridge

/// A control that is on or off.
///
/// ```swift
/// Toggle("Skip Silence", isOn: $skipsSilence)
/// ```
public nonisolated struct Toggle<Label: View>: View {
  let isOn: Binding<Bool>
  let label: Label

  /// Creates a toggle with any view as its label.
  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }

  /// The toggle in the style of the environment, or an entry of a menu.
  @MainActor public var body: some View {
    StyledToggle(isOn: isOn, label: label)
  }
}

extension Toggle where Label == Text {
  /// Creates a toggle with a label that is looked up in the catalogue of translations.
  public nonisolated init(_ key: LocalizedStringKey, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { Text(key) }
  }

  /// Creates a toggle with a label that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { Text(text) }
  }
}

extension Toggle where Label == GtkViews.Label<Text, Image> {
  /// Creates a toggle with a symbol and a label that is looked up in the catalogue of translations.
  public nonisolated init(
    _ key: LocalizedStringKey, systemImage symbol: String, isOn: Binding<Bool>, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(isOn: isOn) { GtkViews.Label(key, systemImage: symbol, fileID: fileID, line: line) }
  }

  /// Creates a toggle with a symbol and a label that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(
    _ text: some StringProtocol, systemImage symbol: String, isOn: Binding<Bool>, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(isOn: isOn) { GtkViews.Label(text, systemImage: symbol, fileID: fileID, line: line) }
  }
}

/// The appearance of a toggle.
public enum ToggleStyleKind: Hashable, Sendable {
  /// A label with a switch at the trailing end.
  case `switch`
  /// A button that stays pressed while the toggle is on.
  case button
  /// A check box with a label.
  case checkbox

  /// The default: a label with a switch.
  public static var automatic: ToggleStyleKind { .switch }
}

private struct ToggleStyleKey: EnvironmentKey {
  static var defaultValue: ToggleStyleKind { .automatic }
}

extension EnvironmentValues {
  /// The style of toggles.
  public var toggleStyle: ToggleStyleKind {
    get { self[ToggleStyleKey.self] }
    set { self[ToggleStyleKey.self] = newValue }
  }
}

/// A toggle in the style of the environment, or as an entry of a menu.
private struct StyledToggle<Label: View>: View {
  let isOn: Binding<Bool>
  let label: Label
  @Environment(\.toggleStyle) private var style
  @Environment(\.buttonCollector) private var buttonCollector
  @Environment(\.areLabelsHidden) private var isLabelHidden
  @State private var accessibleLabelText = AccessibleLabelText()

  var body: some View {
    // In a menu, which passes a collector to its views, the toggle is an entry.
    if let buttonCollector {
      MenuToggle(isOn: ObservedBinding(isOn), label: label, collector: buttonCollector)
    } else {
      control
    }
  }

  @ViewBuilder private var control: some View {
    switch style {
    case .switch:
      HStack(spacing: 12) {
        AccessibleLabel(label: label, accessibleLabelText: accessibleLabelText, isShown: !isLabelHidden)
        if !isLabelHidden { Spacer() }
        Switch(isOn: ObservedBinding(isOn), accessibleLabelText: accessibleLabelText)
      }
    case .button:
      // The label is the whole content of a button, so it is never hidden.
      ToggleOrCheckButton(isOn: ObservedBinding(isOn), kind: .button, label: label)
    case .checkbox:
      ToggleOrCheckButton(isOn: ObservedBinding(isOn), kind: .checkbox, isLabelHidden: isLabelHidden, label: label)
    }
  }
}

/// The switch of a toggle. The label of the toggle is another view.
private struct Switch: PrimitiveView {
  let isOn: ObservedBinding<Bool>
  /// The text of the toggle's label, which is the accessible name of the switch.
  let accessibleLabelText: AccessibleLabelText

  static func _makeNode(_ view: Switch, in context: _NodeContext) -> _ViewNode<Switch> {
    SwitchNode(view, in: context)
  }
}

@MainActor
private final class SwitchNode: WidgetNode<Switch> {
  private var connection: SignalConnection!
  private var tintClass = StyleClass()

  init(_ view: Switch, in context: _NodeContext) {
    super.init(view, widget: gtk_switch_new(), in: context)
    gtk_switch_set_active(opaque, view.isOn.value ? 1 : 0)
    AccessibleName.markControl(widget)
    AccessibleName.setDefault(view.accessibleLabelText.text, on: widget)
    view.accessibleLabelText.didChange = { [weak self] in self?.labelDidChange() }
    environmentDidChange()
    connection = connect(widget, .notify("notify::active")) { [weak self] in self?.userDidToggle() }
  }

  override func update(to view: Switch) {
    super.update(to: view)
    showValue()
  }

  override func environmentDidChange() {
    tintClass.set(StyleSheet.shared.tintClass(in: environment), on: widget)
  }

  private func labelDidChange() {
    AccessibleName.setDefault(view.accessibleLabelText.text, on: widget)
  }

  private func userDidToggle() {
    view.isOn.write(gtk_switch_get_active(opaque) != 0) { [weak self] in self?.showValue() }
  }

  private func showValue() {
    guard isMounted else { return }
    let isOn = view.isOn.value
    guard (gtk_switch_get_active(opaque) != 0) != isOn else { return }
    connection.withHandlerBlocked { gtk_switch_set_active(opaque, isOn ? 1 : 0) }
  }
}

/// A button that stays pressed, or a check box.
private struct ToggleOrCheckButton<Label: View>: PrimitiveView {
  enum Kind {
    case button
    case checkbox
  }

  let isOn: ObservedBinding<Bool>
  let kind: Kind
  /// Whether the label is invisible. An invisible label is only the accessible name.
  var isLabelHidden = false
  let label: Label

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ToggleOrCheckButtonNode(view, in: context)
  }
}

@MainActor
private final class ToggleOrCheckButtonNode<Label: View>: ContainerNode<ToggleOrCheckButton<Label>, Label> {
  private var connection: SignalConnection!
  // The CSS classes of the widget, one for each property of its appearance.
  private var styleClass = StyleClass()
  private var borderlessClass = StyleClass()
  private var contentKindClass = StyleClass()
  private var tintClass = StyleClass()
  private var sizeClass = StyleClass()
  private var child = LabelChild()
  /// The kind when the node was created. The kind determines the type of the widget, so the node ignores later changes
  /// of the view's kind.
  private let kind: ToggleOrCheckButton<Label>.Kind

  init(_ view: ToggleOrCheckButton<Label>, in context: _NodeContext) {
    kind = view.kind
    let widget = view.kind == .button ? gtk_toggle_button_new() : gtk_check_button_new()
    super.init(view, widget: widget!, in: context)
    mountContent(view.label)
    isActive = view.isOn.value
    connection = connect(self.widget, .toggled) { [weak self] in self?.userDidToggle() }
  }

  override var contentAxis: Axis? { .horizontal }

  override func update(to view: ToggleOrCheckButton<Label>) {
    let labelVisibilityDidChange = view.isLabelHidden != self.view.isLabelHidden
    super.update(to: view)
    content.update(to: view.label)
    if labelVisibilityDidChange { widgetsDidChange() }
    showValue()
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    applyStyle()
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    let kind = kind
    let opaque = opaque
    child.show(view.isLabelHidden ? [] : widgets) { widget in
      switch kind {
      case .button: gtk_button_set_child(UnsafeMutablePointer(opaque), widget)
      case .checkbox: gtk_check_button_set_child(UnsafeMutablePointer(opaque), widget)
      }
    }
    if kind == .button { contentKindClass.set(child.className, on: widget) }
    applyStyle()
    textDidChange()
  }

  override var capabilities: NodeCapabilities { [.followsTexts, .isSingleControl] }

  override func textDidChange() {
    // `content` is `nil` while the label is being created.
    guard let content else { return }
    AccessibleName.setDefault(AccessibleName.spoken(content.widgets), on: widget)
  }

  private var isActive: Bool {
    get {
      switch kind {
      case .button: gtk_toggle_button_get_active(UnsafeMutablePointer(opaque)) != 0
      case .checkbox: gtk_check_button_get_active(UnsafeMutablePointer(opaque)) != 0
      }
    }
    set {
      switch kind {
      case .button: gtk_toggle_button_set_active(UnsafeMutablePointer(opaque), newValue ? 1 : 0)
      case .checkbox: gtk_check_button_set_active(UnsafeMutablePointer(opaque), newValue ? 1 : 0)
      }
    }
  }

  private func userDidToggle() {
    view.isOn.write(isActive) { [weak self] in self?.showValue() }
  }

  private func showValue() {
    guard isMounted else { return }
    let isOn = view.isOn.value
    guard isActive != isOn else { return }
    connection.withHandlerBlocked { isActive = isOn }
  }

  private func applyStyle() {
    let isBorderless = environment.buttonStyle == .plain || environment.buttonStyle == .borderless
    let isSymbolInToolbar =
      kind == .button && environment.isInToolbar && child.isIconOnly && environment.buttonStyle == .automatic
    styleClass.set(isBorderless || isSymbolInToolbar ? "flat" : nil, on: widget)
    // GTK's theme shows a border around a flat button that is on. This class removes the border until the pointer is
    // over the button.
    borderlessClass.set(isBorderless ? "gtkviews-borderless" : nil, on: widget)
    tintClass.set(StyleSheet.shared.tintClass(in: environment), on: widget)
    sizeClass.set(kind == .button ? environment.controlSize.className : nil, on: widget)
  }
}

extension View {
  /// Sets the style of toggles in this view.
  public nonisolated func toggleStyle(_ style: ToggleStyleKind) -> some View {
    EnvironmentView(self, \.toggleStyle, style)
  }
}
