internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// A column of boxes with settings or other controls.
///
/// ```swift
/// Form {
///   Section("Playback") {
///     Picker("Speed", selection: $speed) { ForEach(speeds, id: \.self) { Text(verbatim: "\($0)×") } }
///     Toggle("Skip silence", isOn: $skipsSilence)
///   }
///   Section {
///     LabeledContent("Version", value: "1.0")
///   } footer: {
///     Text("Made in the open")
///   }
/// }
/// ```
///
/// Each ``Section`` is a box with a row for each view in it. Adjacent views outside of sections share a box. In a row,
/// labels are at the leading end and controls at the trailing end. A form is as high as its content. If there is less
/// space, the form scrolls.
public nonisolated struct Form<Content: View>: View {
  let content: Content

  /// Creates a form.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// The sections and boxes in a scrolling view.
  @MainActor public var body: some View {
    // The widths include the padding. So the boxes have a natural width of 480 − 2 × 24 = 432 pixels and a maximum
    // width of 648 − 2 × 24 = 600 pixels.
    FormScroller(content: FormBlocks(content: content).padding(24).frame(idealWidth: 480, maxWidth: 648))
      .environment(\.isInForm, true)
  }
}

private struct IsInFormKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

extension EnvironmentValues {
  /// Whether the views are in a form.
  var isInForm: Bool {
    get { self[IsInFormKey.self] }
    set { self[IsInFormKey.self] = newValue }
  }

  /// Removes the values that only views in a form or a menu have, for a presented view. The presenting view may be in a
  /// form or a menu, but the presented view is not.
  mutating func leaveFormAndMenu() {
    if isInForm { isInForm = false }
    if buttonCollector != nil { buttonCollector = nil }
    if textWatcher != nil { textWatcher = nil }
  }
}

/// A view that scrolls its content if the content is higher than the view.
private struct FormScroller<Content: View>: PrimitiveView {
  let content: Content

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    FormScrollerNode(view, in: context)
  }
}

@MainActor
private final class FormScrollerNode<Content: View>: ContainerNode<FormScroller<Content>, Content> {
  private let box = GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  private var boxChildren = WidgetChildren()

  init(_ view: FormScroller<Content>, in context: _NodeContext) {
    super.init(view, widget: cgtk_scrolled_window_new(), in: context)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
    StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: box.widget)
    gtk_scrolled_window_set_child(opaque, box.widget)
    mountContent(view.content)
  }

  override var contentAxis: Axis? { .vertical }

  override func update(to view: FormScroller<Content>) {
    super.update(to: view)
    content.update(to: view.content)
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    boxChildren.update(to: widgets, .box(box.opaque))
    for widget in widgets { widget.align(horizontal: GTK_ALIGN_CENTER, vertical: GTK_ALIGN_START) }
  }
}

/// The column of a form. Its blocks are the sections, and the boxes for views outside of sections.
private struct FormBlocks<Content: View>: PrimitiveView {
  let content: Content

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> { FormBlocksNode(view, in: context) }
}

@MainActor
private final class FormBlocksNode<Content: View>: ContainerNode<FormBlocks<Content>, Content> {
  private var boxChildren = WidgetChildren()
  /// The boxes for views outside of sections. Each box contains one group of adjacent views, with a row for each view.
  /// If there are more boxes than groups, the further boxes are empty and not in the column.
  private var sectionlessBoxes: [FormRows] = []

  init(_ view: FormBlocks<Content>, in context: _NodeContext) {
    super.init(view, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), in: context)
    StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 24, on: widget)
    gtk_widget_set_hexpand(widget, 1)
    mountContent(view.content)
  }

  override var contentAxis: Axis? { .vertical }

  override func update(to view: FormBlocks<Content>) {
    super.update(to: view)
    content.update(to: view.content)
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    // The groups of adjacent widgets that are not sections. Each group has one box.
    var groups: [[UnsafeMutablePointer<GtkWidget>]] = []
    // The widgets of the column, in order. Each `nil` stands for the box of a group, in the order of `groups`.
    var blocks: [UnsafeMutablePointer<GtkWidget>?] = []
    var isPreviousInGroup = false
    for widget in widgets {
      let isSection = FormSectionMark.isSection(widget)
      if !isSection, isPreviousInGroup {
        groups[groups.count - 1].append(widget)
      } else {
        if !isSection { groups.append([widget]) }
        blocks.append(isSection ? widget : nil)
      }
      isPreviousInGroup = !isSection
    }
    // A widget may move from one box to another. The widget is removed from the old box before it is added to the new
    // one. A removed widget loses the focus, so the focus is restored afterwards.
    let keptFocus = KeptFocus(in: widget)
    defer { keptFocus.restore() }
    for (index, box) in sectionlessBoxes.enumerated() {
      box.removeAll(except: index < groups.count ? groups[index] : [])
    }
    while sectionlessBoxes.count < groups.count { sectionlessBoxes.append(FormRows()) }
    for (box, group) in zip(sectionlessBoxes, groups) { box.setWidgets(group) }
    var boxes = sectionlessBoxes.makeIterator()
    boxChildren.update(to: blocks.compactMap { $0 ?? boxes.next()?.widget }, .box(opaque))
    for widget in widgets where FormSectionMark.isSection(widget) {
      widget.align(horizontal: GTK_ALIGN_FILL, vertical: GTK_ALIGN_START)
    }
  }
}
