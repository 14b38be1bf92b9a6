internal import CGtk
internal import GtkBridge

/// A value that a modifier applies to each widget of the modified view, such as a tooltip.
protocol WidgetAttribute: Equatable {
  /// Applies the attribute to a widget.
  ///
  /// - Parameters:
  ///   - widget: The widget.
  ///   - previous: The value that the same modifier has applied to the widget before. `nil` for a new widget.
  ///   - node: The modifier's node, for the name of the view in reports.
  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode)
}

/// A view with an attribute on its widgets.
nonisolated struct AttributedView<Content: View, Attribute: WidgetAttribute>: ModifyingView {
  let content: Content
  let attribute: Attribute

  init(_ content: Content, _ attribute: Attribute) {
    self.content = content
    self.attribute = attribute
  }

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    AttributedNode(view, in: context)
  }
}

@MainActor
private final class AttributedNode<Content: View, Attribute: WidgetAttribute>: WidgetModifierNode<
  AttributedView<Content, Attribute>
>
{
  override func update(to view: AttributedView<Content, Attribute>) {
    let old = self.view.attribute
    let previousWidgets = currentWidgets
    super.update(to: view)
    guard old != view.attribute else { return }
    // A new widget already has the new attribute: see `widgetWasAdded(_:)`.
    for widget in currentWidgets where previousWidgets.contains(widget) {
      view.attribute.apply(to: widget, previous: old, in: self)
    }
    // A control above may use the text of the attribute in its accessible name.
    if view.attribute is AccessibilityAttribute { textDidChange() }
  }

  override var canBeRecycled: Bool { content.canBeRecycled }

  override func widgetWasAdded(_ widget: UnsafeMutablePointer<GtkWidget>) {
    view.attribute.apply(to: widget, previous: nil, in: self)
  }
}

nonisolated struct TooltipAttribute: WidgetAttribute {
  let text: TextState

  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    gtk_widget_set_tooltip_text(widget, text.translated(reportedAs: "A tooltip", in: node))
    // GTK also sets the accessible description to the tooltip, so the hint has to be set again.
    AccessibleName.restoreHint(of: widget)
  }
}

/// Enables or disables a widget. Several modifiers may disable the same widget, so the widget stores the number of
/// these modifiers.
nonisolated struct SensitivityAttribute: WidgetAttribute {
  let isEnabled: Bool

  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    let wasEnabled = previous?.isEnabled ?? true
    guard isEnabled != wasEnabled else { return }
    let countKey = "gtkviews-disabled"
    let disablingModifierCount = Int(bitPattern: g_object_get_data(widget.gobject, countKey)) + (isEnabled ? -1 : 1)
    g_object_set_data(widget.gobject, countKey, UnsafeMutableRawPointer(bitPattern: disablingModifierCount))
    gtk_widget_set_sensitive(widget, disablingModifierCount == 0 ? 1 : 0)
  }
}

/// Hides a view on screen and from screen readers, pointer and keyboard. The view still takes up its space.
nonisolated struct HiddenAttribute: WidgetAttribute {
  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    OpacityShares.hide(widget)
    gtk_widget_set_can_target(widget, 0)
    gtk_widget_set_can_focus(widget, 0)
    // `setHidden` counts its calls. All values of this type are equal, so this function runs once for each widget.
    AccessibleName.setHidden(true, widget)
  }
}

nonisolated struct CSSClassAttribute: WidgetAttribute {
  let name: String

  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    if let previous { gtk_widget_remove_css_class(widget, previous.name) }
    gtk_widget_add_css_class(widget, name)
  }
}

nonisolated struct AccessibilityAttribute: WidgetAttribute {
  enum Content: Equatable {
    case label(TextState)
    case hint(TextState)
    case value(TextState)
    case hidden(Bool)
  }

  let content: Content

  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    switch content {
    case .label(let text):
      AccessibleName.set(text.translated(reportedAs: "An accessibility label", in: node), of: widget)
    case .hint(let text):
      AccessibleName.setHint(text.translated(reportedAs: "An accessibility hint", in: node), of: widget)
    case .value(let text):
      AccessibleName.setValue(text.translated(reportedAs: "An accessibility value", in: node), of: widget)
    case .hidden(let isHidden):
      let wasHidden = previous?.content == .hidden(true)
      if isHidden != wasHidden { AccessibleName.setHidden(isHidden, widget) }
    }
  }
}

/// A view that changes the environment of the views below it.
nonisolated struct EnvironmentView<Content: View>: PrimitiveView {
  let content: Content
  /// Changes the environment for the views below.
  let change: (inout EnvironmentValues) -> Void
  /// Returns whether another view makes the same change, so that the environment below need not be updated.
  let makesSameChange: (Self) -> Bool
  /// The value that `makesSameChange` compares.
  let value: Any

  /// Sets one value of the environment.
  init<Value>(_ content: Content, _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) {
    self.content = content
    self.value = value
    change = { $0[keyPath: keyPath] = value }
    makesSameChange = { other in
      guard let areEqual = valueComparison(of: Value.self), let otherValue = other.value as? Value else { return false }
      return areEqual(value, otherValue)
    }
  }

  /// Disables the controls below if `isDisabled` is `true`. With `false`, controls that a view above disables stay
  /// disabled.
  init(_ content: Content, isDisabled: Bool) {
    self.content = content
    self.value = isDisabled
    change = { $0.isEnabled = $0.isEnabled && !isDisabled }
    makesSameChange = { $0.value as? Bool == isDisabled }
  }

  /// Adds a model to the environment. The views below find the model by its type.
  init<Model: AnyObject>(_ content: Content, model: Model) {
    self.content = content
    self.value = model
    change = { $0[model: Model.self] = model }
    makesSameChange = { ($0.value as AnyObject) === model }
  }

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    EnvironmentNode(view, in: context)
  }
}

@MainActor
private final class EnvironmentNode<Content: View>: _ViewNode<EnvironmentView<Content>> {
  private var content: _ViewNode<Content>!
  /// The environment of the views below.
  private var innerEnvironment: EnvironmentValues!

  override init(_ view: EnvironmentView<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    innerEnvironment = changedEnvironment()
    content = Content._makeNode(view.content, in: contextBelow(innerEnvironment))
  }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override var canBeRecycled: Bool { content.canBeRecycled }

  override var children: [ViewNode] { [content] }

  override func update(to view: EnvironmentView<Content>) {
    let makesSameChange = self.view.makesSameChange(view)
    super.update(to: view)
    if !makesSameChange { environmentDidChange() }
    content.update(to: view.content)
  }

  override func environmentDidChange() {
    innerEnvironment = changedEnvironment()
    content.updateEnvironment(innerEnvironment)
  }

  private func changedEnvironment() -> EnvironmentValues {
    var environment = environment
    view.change(&environment)
    return environment
  }
}
