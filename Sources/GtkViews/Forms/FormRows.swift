internal import CGtk
internal import GtkBridge

/// A box with a row for each widget, and lines between the rows.
@MainActor
final class FormRows {
  private let box = GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  /// The row of each widget.
  private var rows: [UnsafeMutablePointer<GtkWidget>: GObjectReference] = [:]
  /// The widgets in the order of the rows.
  private var orderedWidgets: [UnsafeMutablePointer<GtkWidget>] = []
  private var boxChildren = WidgetChildren()

  init() {
    gtk_widget_add_css_class(box.widget, StyleSheet.shared.className(forKey: "form rows") { Self.css(forClass: $0) })
    gtk_widget_set_hexpand(box.widget, 1)
  }

  /// The box. Borrowed.
  var widget: UnsafeMutablePointer<GtkWidget> { box.widget }

  /// Removes all rows except those of the given widgets. Adds no rows.
  func removeAll(except widgets: [UnsafeMutablePointer<GtkWidget>]) {
    setWidgets(orderedWidgets.filter { widgets.contains($0) })
  }

  /// Displays exactly one row for each of the given widgets, in this order.
  func setWidgets(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    for widget in orderedWidgets where !widgets.contains(widget) {
      guard let row = rows.removeValue(forKey: widget) else { continue }
      gtk_box_remove(UnsafeMutablePointer(row.opaque), widget)
    }
    for widget in widgets where rows[widget] == nil { rows[widget] = makeRow(of: widget) }
    orderedWidgets = widgets
    boxChildren.update(to: widgets.compactMap { rows[$0]?.widget }, .box(box.opaque))
    for widget in widgets { align(widget) }
  }

  private func makeRow(of widget: UnsafeMutablePointer<GtkWidget>) -> GObjectReference {
    let row = GObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    gtk_widget_add_css_class(row.widget, "gtkviews-form-row")
    gtk_box_append(UnsafeMutablePointer(row.opaque), widget)
    return row
  }

  /// Aligns a widget in its row. A label or a button is at the leading end. Any other widget fills the row.
  private func align(_ widget: UnsafeMutablePointer<GtkWidget>) {
    let isAtLeadingEnd =
      widget.isA(gtk_label_get_type()) || widget.isA(gtk_button_get_type()) || widget.isA(gtk_menu_button_get_type())
    widget.align(horizontal: isAtLeadingEnd ? GTK_ALIGN_START : GTK_ALIGN_FILL, vertical: GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(widget, 1)
  }

  /// Returns the CSS of a box with the class `name` and of its rows.
  private static func css(forClass name: String) -> String {
    """
    .\(name) { background-color: @theme_base_color; border: 1px solid @borders; border-radius: 9px; }
    .\(name) > .gtkviews-form-row { min-height: 34px; padding: 7px 12px; }
    .\(name) > .gtkviews-form-row:not(:first-child) { border-top: 1px solid @borders; }
    """
  }
}

/// Marks the widgets of sections, to distinguish the sections of a form from its other views.
@MainActor
enum FormSectionMark {
  private static let key = "gtkviews-form-section"

  /// Marks the widget of a section.
  static func mark(_ widget: UnsafeMutablePointer<GtkWidget>) {
    g_object_set_data(widget.gobject, key, UnsafeMutableRawPointer(bitPattern: 1))
  }

  /// Whether a widget is marked.
  static func isSection(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    g_object_get_data(widget.gobject, key) != nil
  }
}

/// A section of a form: a header, a box of rows, and a footer.
struct FormSection<Header: View, Content: View, Footer: View>: View {
  let header: Header
  let content: Content
  let footer: Footer

  var body: some View {
    FormSectionBlock(
      content: VStack(alignment: .leading, spacing: 8) {
        header.font(.headline)
        FormRowsView(content: content)
        footer.font(.footnote).foregroundStyle(.secondary)
      })
  }
}

/// A view that marks the widget of a section. Its content is a stack, so the section has exactly one widget.
private struct FormSectionBlock<Content: View>: PrimitiveView {
  let content: Content

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    let node = ForwardingNode<Self, Content>(view, in: context) { $0.content }
    for widget in node.widgets { FormSectionMark.mark(widget) }
    return node
  }
}

/// The rows of a section.
private struct FormRowsView<Content: View>: PrimitiveView {
  let content: Content

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    FormRowsNode(view, FormRows(), in: context)
  }
}

@MainActor
private final class FormRowsNode<Content: View>: ContainerNode<FormRowsView<Content>, Content> {
  private let rows: FormRows

  init(_ view: FormRowsView<Content>, _ rows: FormRows, in context: _NodeContext) {
    self.rows = rows
    super.init(view, widget: rows.widget, in: context)
    mountContent(view.content)
  }

  override var contentAxis: Axis? { .vertical }

  override func update(to view: FormRowsView<Content>) {
    super.update(to: view)
    content.update(to: view.content)
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    rows.setWidgets(widgets)
  }
}
