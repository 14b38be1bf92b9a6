/// A toggle in a menu: an entry with a tick while it is on.
struct MenuToggle<Label: View>: PrimitiveView {
  /// The binding. The entry shows `observedValue`, the value when the body was evaluated.
  let isOn: ObservedBinding<Bool>
  let label: Label
  /// The collector of the menu's entries. The node notifies it of changes.
  let collector: ButtonCollector

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> { MenuToggleNode(view, in: context) }
}

@MainActor
private final class MenuToggleNode<Label: View>: LabeledMenuNode<MenuToggle<Label>, Label> {
  init(_ view: MenuToggle<Label>, in context: _NodeContext) {
    super.init(view, in: context, view.collector) { $0.label }
  }

  override func gather(into contents: inout MenuContents, shortcuts: [KeyboardShortcut]) {
    let item = MenuItem(title: title, kind: .check, isOn: view.isOn.observedValue, isEnabled: environment.isEnabled) {
      [view] in
      view.isOn.write(!view.isOn.value)
    }
    contents.add(item, shortcuts: shortcuts)
  }
}
