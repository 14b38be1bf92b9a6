internal import CGtk
internal import GtkBridge

extension View {
  /// Accepts values of a type that are dragged onto the view, from a ``draggable(_:)`` view of the program or from
  /// another program.
  ///
  /// ```swift
  /// Text("Drop podcasts here")
  ///   .dropDestination(for: LinkAddress.self) { addresses, _ in
  ///     model.subscribe(to: addresses.map(\.address))
  ///     return true
  ///   } isTargeted: { isTargeted = $0 }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the accepted values.
  ///   - action: Handles the dropped values, with the location of the drop in the view. Returns whether it accepted
  ///     the values.
  ///   - isTargeted: Called with `true` when a value that would be accepted is dragged onto the view, and with `false`
  ///     when the value is no longer over the view.
  @preconcurrency public nonisolated func dropDestination<Item: Transferable>(
    for type: Item.Type = Item.self, action: @escaping @MainActor (_ items: [Item], _ location: DropLocation) -> Bool,
    isTargeted: @escaping @MainActor (Bool) -> Void = { _ in }
  ) -> some View {
    DropView(content: self, action: action, onTargetedChange: isTargeted)
  }
}

/// A view that accepts dropped values.
nonisolated struct DropView<Content: View, Item: Transferable>: ModifyingView {
  let content: Content
  let action: @MainActor ([Item], DropLocation) -> Bool
  /// Called with `true` when a value that would be accepted enters the view, and with `false` when it leaves the view
  /// or is dropped.
  let onTargetedChange: @MainActor (Bool) -> Void

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    DropNode(view, in: context)
  }
}

@MainActor
private final class DropNode<Content: View, Item: Transferable>: WidgetModifierNode<DropView<Content, Item>> {
  /// Whether a value that would be accepted is over the view.
  private var isTargeted = false

  override func widgetWasAdded(_ widget: UnsafeMutablePointer<GtkWidget>) {
    // GTK prefers the first type. `DragCargo.type` is first, so values from this program arrive unchanged.
    var types = [DragCargo.type] + Item.acceptedForms.map(\.type)
    let target = gtk_drop_target_new(0, GDK_ACTION_COPY)!
    gtk_drop_target_set_gtypes(target, &types, gsize(types.count))
    connect(target, .accept) { [weak self] in self?.accepts($0) ?? false }
    connect(target, .dropEnter) { [weak self] _, _ in
      self?.setTargeted(true)
      return GDK_ACTION_COPY
    }
    connect(target, .dropMotion) { _, _ in GDK_ACTION_COPY }
    connect(target, .leave) { [weak self] in self?.setTargeted(false) }
    connect(target, .drop) { [weak self] value, x, y in
      self?.performAction(for: value, at: DropLocation(x: x, y: y)) ?? false
    }
    gtk_widget_add_controller(widget, target)
  }

  /// Whether a dragged value would be accepted. `drop` is GTK's `GdkDrop`. If the value comes from another program,
  /// only its formats are known before the drop.
  private func accepts(_ drop: OpaquePointer) -> Bool {
    guard isMounted, environment.isEnabled, gdk_drop_get_actions(drop).rawValue & GDK_ACTION_COPY.rawValue != 0 else {
      return false
    }
    if let drag = gdk_drop_get_drag(drop), let ownValue = DragCargo.value(of: gdk_drag_get_content(drag)) {
      return !items(from: ownValue).isEmpty
    }
    let formats = gdk_drop_get_formats(drop)
    return Item.acceptedForms.contains {
      gdk_content_formats_contain_gtype(formats, $0.type) != 0 || canConvert(formats, to: $0.type)
    }
  }

  /// Whether GTK can convert one of the formats of another program to a type.
  private func canConvert(_ formats: OpaquePointer?, to type: GType) -> Bool {
    guard let formats else { return false }
    let convertibleFormats = gdk_content_formats_union_deserialize_gtypes(gdk_content_formats_ref(formats))
    defer { gdk_content_formats_unref(convertibleFormats) }
    return gdk_content_formats_contain_gtype(convertibleFormats, type) != 0
  }

  /// Sets ``isTargeted``. If its value changes, calls the closure of the view.
  private func setTargeted(_ isOver: Bool) {
    guard isMounted, isOver != isTargeted else { return }
    isTargeted = isOver
    view.onTargetedChange(isOver)
  }

  /// Performs the action for a dropped value. Returns whether the value was accepted.
  private func performAction(for value: UnsafePointer<GValue>, at location: DropLocation) -> Bool {
    setTargeted(false)
    guard isMounted, environment.isEnabled else { return false }
    let items =
      DragCargo.value(in: value).map { self.items(from: $0) } ?? TransferForm(value, on: self).map {
        Item.values(from: $0)
      } ?? []
    return !items.isEmpty && view.action(items, location)
  }

  /// Returns the items of a value from this program: the value itself, or the items that are created from the first
  /// of its transfer forms that `Item` accepts.
  private func items(from value: Any) -> [Item] {
    if let item = value as? Item { return [item] }
    guard let payload = value as? any Transferable else { return [] }
    for form in payload.transferForms where Item.acceptedForms.contains(form.kind) {
      let items = Item.values(from: form)
      if !items.isEmpty { return items }
    }
    return []
  }
}
