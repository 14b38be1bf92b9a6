/// A picker in a menu. Each option is a menu entry, and the entry of the selected option is marked.
struct MenuPicker<Label: View, Value: Hashable, Content: View>: PrimitiveView {
  let configuration: PickerConfiguration<Value, Content>
  let label: Label
  /// Whether the entries are in the menu itself instead of a submenu.
  let isInline: Bool
  /// Notified when the entries change, so that the menu reads them again.
  let collector: ButtonCollector

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> { MenuPickerNode(view, in: context) }
}

@MainActor
private final class MenuPickerNode<Label: View, Value: Hashable, Content: View>: LabeledMenuNode<
  MenuPicker<Label, Value, Content>, Label
>
{
  /// The node of the options. Its environment is that of a menu label, because the text of each option is the title of
  /// its menu entry.
  private var content: _ViewNode<Content>!

  init(_ view: MenuPicker<Label, Value, Content>, in context: _NodeContext) {
    super.init(view, in: context, view.collector) { $0.label }
    content = Content._makeNode(view.configuration.content, in: contextBelow(environment.forMenuLabel(view.collector)))
  }

  override var children: [ViewNode] { super.children + [content] }

  override func update(to view: MenuPicker<Label, Value, Content>) {
    super.update(to: view)
    content.update(to: view.configuration.content)
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    content.updateEnvironment(environment.forMenuLabel(view.collector))
  }

  override func gather(into contents: inout MenuContents, shortcuts: [KeyboardShortcut]) {
    // If no option has the selected value, `selectedPosition(in:)` reports a misuse, with this text as the picker's
    // name.
    view.configuration.accessibleLabelText.setText(title)
    let options = PickerOptions.options(below: content, of: Value.self)
    let selectedIndex = view.configuration.selectedPosition(in: options)
    let isEnabled = environment.isEnabled
    let selection = view.configuration.selection
    func addOptions(to contents: inout MenuContents) {
      // An option without a value cannot be selected.
      for (index, option) in options.enumerated() {
        contents.add(
          MenuItem(
            title: option.title, kind: .radio, isOn: index == selectedIndex, isEnabled: isEnabled && option.value != nil
          ) {
            if let value = option.value { selection.write(value) }
          })
      }
    }
    if view.isInline { contents.addSection(title, addOptions) } else { contents.addSubmenu(title, addOptions) }
  }
}
