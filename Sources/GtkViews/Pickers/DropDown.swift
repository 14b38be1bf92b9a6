internal import CGtk
internal import GtkBridge

/// A button that opens a list of options.
struct DropDown<Value: Hashable, Content: View>: PrimitiveView {
  let configuration: PickerConfiguration<Value, Content>

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> { DropDownNode(view, in: context) }
}

@MainActor
private final class DropDownNode<Value: Hashable, Content: View>: PickerNode<DropDown<Value, Content>, Value, Content> {
  /// The texts of the entries. Owned: a `GtkStringList`.
  private let list = GObjectReference(takingOver: gtk_string_list_new(nil))
  /// The titles of the options in `list`, without the empty entry.
  private var titles: [String] = []
  /// The number of empty entries before the options, 0 or 1. The number is 1 while no option is selected, because GTK
  /// 4.18 always shows one of the entries as selected.
  private var blankCount = 0
  private var connection: SignalConnection!

  init(_ view: DropDown<Value, Content>, in context: _NodeContext) {
    // `gtk_drop_down_new` takes over a reference to its list.
    g_object_ref(list.pointer)
    super.init(view, widget: gtk_drop_down_new(list.opaque, nil), in: context) { $0.configuration }
    connection = connect(widget, .notify("notify::selected")) { [weak self] in self?.userDidSelect() }
    nameEntries()
    mountContent()
  }

  /// Sets the accessible names of the rows in the open list. GTK's own factory displays texts in the rows but does not
  /// name the rows.
  private func nameEntries() {
    guard let factory = gtk_drop_down_get_factory(opaque) else { return }
    connect(factory.gobject, .bind) { item in
      guard let item = item.map({ OpaquePointer($0) }), let text = gtk_list_item_get_item(item),
        let row = gtk_list_item_get_child(item).flatMap({ gtk_widget_get_parent($0) })
      else { return }
      AccessibleName.setDefault(String(cString: gtk_string_object_get_string(OpaquePointer(text))), on: row)
    }
  }

  override func nameDidChange() {
    super.nameDidChange()
    // The button inside the drop-down takes the focus.
    if let button = gtk_widget_get_first_child(widget) {
      AccessibleName.setDefault(configuration.speech.text, on: button)
    }
  }

  override func showOptions() {
    let new = options.map(\.title)
    guard new != titles else { return }
    // Titles that stay the same at the start and at the end keep their entries.
    let sameStart = zip(titles, new).prefix { $0 == $1 }.count
    let sameEnd = zip(titles.dropFirst(sameStart).reversed(), new.dropFirst(sameStart).reversed())
      .prefix { $0 == $1 }.count
    connection.withoutSignals {
      gtk_string_list_splice(list.opaque, guint(blankCount + sameStart), guint(titles.count - sameStart - sameEnd), nil)
      for (offset, title) in new[sameStart..<(new.count - sameEnd)].enumerated() {
        insert(title, at: blankCount + sameStart + offset)
      }
    }
    titles = new
  }

  /// Inserts one string. `gtk_string_list_splice` takes a C array of strings, to which this function adds only one
  /// string.
  private func insert(_ title: String, at position: Int) {
    title.withCString { text in
      var strings: [UnsafePointer<CChar>?] = [text, nil]
      gtk_string_list_splice(list.opaque, guint(position), 0, &strings)
    }
  }

  override func show(_ position: Int?) {
    connection.withoutSignals {
      if position == nil, blankCount == 0 {
        insert("", at: 0)
        blankCount = 1
      }
      let selected = guint(position.map { $0 + blankCount } ?? 0)
      if gtk_drop_down_get_selected(opaque) != selected { gtk_drop_down_set_selected(opaque, selected) }
      if position != nil, blankCount == 1 {
        gtk_string_list_splice(list.opaque, 0, 1, nil)
        blankCount = 0
      }
    }
  }

  private func userDidSelect() {
    let position = gtk_drop_down_get_selected(opaque)
    if position != guint.max, position >= blankCount { select(Int(position) - blankCount) }
  }
}
