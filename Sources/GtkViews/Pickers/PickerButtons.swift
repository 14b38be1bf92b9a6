internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The buttons of a picker, one for each option. The button of the selected option is active.
struct PickerButtons<Value: Hashable, Content: View>: PrimitiveView {
  enum Kind {
    /// Joined toggle buttons in a row.
    case segments
    /// Radio buttons in a column.
    case radio
  }

  let configuration: PickerConfiguration<Value, Content>
  let kind: Kind

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    PickerButtonsNode(view, in: context)
  }
}

@MainActor
private final class PickerButtonsNode<Value: Hashable, Content: View>: PickerNode<
  PickerButtons<Value, Content>, Value, Content
>
{
  private let kind: PickerButtons<Value, Content>.Kind
  /// The buttons, by the widgets of their options. Each button contains the widget of its option.
  private var buttons: [UnsafeMutablePointer<GtkWidget>: OptionButton] = [:]
  private var boxChildren = WidgetChildren()
  /// The widgets of the options after the last update. If the picker has radio buttons, the buttons of these options
  /// form one group.
  private var groupedOptionWidgets: [UnsafeMutablePointer<GtkWidget>] = []

  /// The button of an option.
  private struct OptionButton {
    /// The button. Owned.
    let reference: GObjectReference
    /// The connection to the button's `toggled` signal.
    let connection: SignalConnection
    /// The CSS class of the button's tint.
    var tintClass = StyleClass()
  }

  init(_ view: PickerButtons<Value, Content>, in context: _NodeContext) {
    kind = view.kind
    let role = kind == .radio ? GTK_ACCESSIBLE_ROLE_RADIO_GROUP : GTK_ACCESSIBLE_ROLE_GROUP
    super.init(view, widget: cgtk_widget_new_with_role(gtk_box_get_type(), role), in: context) { $0.configuration }
    switch kind {
    case .segments: gtk_widget_add_css_class(widget, "linked")
    case .radio:
      gtk_orientable_set_orientation(opaque, GTK_ORIENTATION_VERTICAL)
      gtk_box_set_spacing(UnsafeMutablePointer(opaque), 4)
    }
    mountContent()
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    applyTint()
  }

  override func showOptions() {
    let widgets = options.map(\.widget)
    if widgets != groupedOptionWidgets { ungroupRadioButtons() }
    for (widget, optionButton) in buttons where !widgets.contains(widget) {
      // The widget belongs to the option's node and outlives the button, so the widget is removed from the button
      // before the button is released.
      setChild(nil, of: optionButton.reference.widget)
      buttons[widget] = nil
    }
    for widget in widgets where buttons[widget] == nil { buttons[widget] = makeOptionButton(for: widget) }
    boxChildren.update(to: widgets.compactMap { buttons[$0]?.reference.widget }, .box(opaque))
    for option in options {
      if let button = buttons[option.widget]?.reference.widget { AccessibleName.setDefault(option.title, on: button) }
    }
    if widgets != groupedOptionWidgets { groupRadioButtons() }
    applyTint()
  }

  override func showSelection(at position: Int?) {
    for (index, option) in options.enumerated() {
      guard let optionButton = buttons[option.widget], isOn(optionButton.reference.widget) != (index == position) else {
        continue
      }
      optionButton.connection.withHandlerBlocked { setOn(index == position, of: optionButton.reference.widget) }
    }
  }

  private func makeOptionButton(for optionWidget: UnsafeMutablePointer<GtkWidget>) -> OptionButton {
    let button = GObjectReference(kind == .radio ? gtk_check_button_new() : gtk_toggle_button_new())
    setChild(optionWidget, of: button.widget)
    if kind == .segments {
      gtk_widget_add_css_class(button.widget, optionWidget.isA(gtk_image_get_type()) ? "image-button" : "text-button")
    }
    let connection = connect(button.pointer, .toggled) { [weak self] in self?.buttonDidToggle(optionWidget) }
    return OptionButton(reference: button, connection: connection)
  }

  /// Called when the button of an option was turned on or off.
  private func buttonDidToggle(_ optionWidget: UnsafeMutablePointer<GtkWidget>) {
    guard let position = options.firstIndex(where: { $0.widget == optionWidget }),
      let button = buttons[optionWidget]?.reference.widget
    else { return }
    // When the user selects a radio button, GTK turns off the former one. The signal of the former one is ignored. A
    // segment is turned off only when the user clicks the active segment. `writeSelection(at:)` then turns this segment
    // on again.
    if isOn(button) || kind == .segments { writeSelection(at: position) }
  }

  /// Puts the radio buttons into one group. In a group, GTK draws a dot as the mark of a check button, and the arrow
  /// keys move the focus between the buttons.
  private func groupRadioButtons() {
    groupedOptionWidgets = options.map(\.widget)
    guard kind == .radio, let firstButton = groupedOptionWidgets.first.flatMap({ buttons[$0] }) else { return }
    for optionWidget in groupedOptionWidgets.dropFirst() {
      guard let button = buttons[optionWidget] else { continue }
      gtk_check_button_set_group(
        UnsafeMutablePointer(button.reference.opaque), UnsafeMutablePointer(firstButton.reference.opaque))
    }
  }

  /// Removes the buttons from their group. GTK 4.8 loops forever if a button joins a group while the button is still in
  /// another group.
  private func ungroupRadioButtons() {
    guard kind == .radio else { return }
    for optionWidget in groupedOptionWidgets {
      guard let button = buttons[optionWidget] else { continue }
      gtk_check_button_set_group(UnsafeMutablePointer(button.reference.opaque), nil)
    }
  }

  private func applyTint() {
    let tintClassName = StyleSheet.shared.tintClass(in: environment)
    for widget in buttons.keys {
      guard let button = buttons[widget]?.reference.widget else { continue }
      buttons[widget]?.tintClass.set(tintClassName, on: button)
    }
  }

  private func setChild(_ child: UnsafeMutablePointer<GtkWidget>?, of button: UnsafeMutablePointer<GtkWidget>) {
    switch kind {
    case .segments: gtk_button_set_child(UnsafeMutablePointer(button.opaque), child)
    case .radio: gtk_check_button_set_child(UnsafeMutablePointer(button.opaque), child)
    }
  }

  private func isOn(_ button: UnsafeMutablePointer<GtkWidget>) -> Bool {
    switch kind {
    case .segments: gtk_toggle_button_get_active(UnsafeMutablePointer(button.opaque)) != 0
    case .radio: gtk_check_button_get_active(UnsafeMutablePointer(button.opaque)) != 0
    }
  }

  private func setOn(_ isOn: Bool, of button: UnsafeMutablePointer<GtkWidget>) {
    switch kind {
    case .segments: gtk_toggle_button_set_active(UnsafeMutablePointer(button.opaque), isOn ? 1 : 0)
    case .radio: gtk_check_button_set_active(UnsafeMutablePointer(button.opaque), isOn ? 1 : 0)
    }
  }
}
