internal import CGtk
internal import GtkBridge

/// The control of a picker with the style ``PickerStyleKind/menu``: a button that opens a list of the options.
struct DropDown<Value: Hashable, Content: View>: PrimitiveView {
  let configuration: PickerConfiguration<Value, Content>

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> { DropDownNode(view, in: context) }
}

@MainActor
private final class DropDownNode<Value: Hashable, Content: View>: PickerNode<DropDown<Value, Content>, Value, Content> {
  /// The entries in the open drop-down: an empty entry if no option is selected, and the titles of the options. Owned:
  /// a `GtkStringList`.
  private let entries = GObjectReference(takingOver: gtk_string_list_new(nil))
  /// The titles of the options in `entries`.
  private var titles: [String] = []
  /// The number of empty entries before the titles, 0 or 1. The empty entry is selected while no option is selected,
  /// because GTK 4.18 always shows one of the entries as selected.
  private var emptyEntryCount = 0
  /// The connection to the signal of a new selection.
  private var selectionConnection: SignalConnection!

  init(_ view: DropDown<Value, Content>, in context: _NodeContext) {
    // `gtk_drop_down_new` takes over a reference to its list.
    g_object_ref(entries.pointer)
    super.init(view, widget: gtk_drop_down_new(entries.opaque, nil), in: context) { $0.configuration }
    selectionConnection = connect(widget, .notify("notify::selected")) { [weak self] in self?.userDidSelect() }
    nameRows()
    mountContent()
  }

  /// Gives each row of the open drop-down the text of its entry as its accessible name. GTK's own factory displays the
  /// text but does not name the row.
  private func nameRows() {
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
    // The button inside the drop-down takes the focus, so a screen reader speaks the name of the button.
    if let button = gtk_widget_get_first_child(widget) {
      AccessibleName.setDefault(configuration.accessibleLabelText.text, on: button)
    }
  }

  override func showOptions() {
    let newTitles = options.map(\.title)
    guard newTitles != titles else { return }
    // The equal titles at the start and at the end of the two lists keep their entries. Only the titles between them
    // are replaced.
    let equalPrefixCount = zip(titles, newTitles).prefix { $0 == $1 }.count
    let equalSuffixCount = zip(
      titles.dropFirst(equalPrefixCount).reversed(), newTitles.dropFirst(equalPrefixCount).reversed()
    ).prefix { $0 == $1 }.count
    selectionConnection.withHandlerBlocked {
      gtk_string_list_splice(
        entries.opaque, guint(emptyEntryCount + equalPrefixCount),
        guint(titles.count - equalPrefixCount - equalSuffixCount), nil)
      for (offset, title) in newTitles[equalPrefixCount..<(newTitles.count - equalSuffixCount)].enumerated() {
        insert(title, at: emptyEntryCount + equalPrefixCount + offset)
      }
    }
    titles = newTitles
  }

  /// Inserts one entry. `gtk_string_list_splice` takes a C array of strings that ends with a null pointer.
  private func insert(_ entry: String, at position: Int) {
    entry.withCString { text in
      var strings: [UnsafePointer<CChar>?] = [text, nil]
      gtk_string_list_splice(entries.opaque, guint(position), 0, &strings)
    }
  }

  override func showSelection(at position: Int?) {
    selectionConnection.withHandlerBlocked {
      if position == nil, emptyEntryCount == 0 {
        insert("", at: 0)
        emptyEntryCount = 1
      }
      let entryPosition = guint(position.map { $0 + emptyEntryCount } ?? 0)
      if gtk_drop_down_get_selected(opaque) != entryPosition { gtk_drop_down_set_selected(opaque, entryPosition) }
      if position != nil, emptyEntryCount == 1 {
        gtk_string_list_splice(entries.opaque, 0, 1, nil)
        emptyEntryCount = 0
      }
    }
  }

  private func userDidSelect() {
    let position = gtk_drop_down_get_selected(opaque)
    // GTK returns the largest number if no entry is selected.
    if position != guint.max, position >= emptyEntryCount { writeSelection(at: Int(position) - emptyEntryCount) }
  }
}
