internal import CGtk
internal import CGtkBridge
internal import GtkBridge

extension View {
  /// Adds a search field to this view. A button in the window's bar, or Control with F, opens the field above the view.
  ///
  /// ```swift
  /// List(matches) { Text($0.title) }
  ///   .searchable(text: $query, prompt: "Titles")
  /// ```
  ///
  /// The binding is written while the user types. The program performs the search and updates the view with the
  /// results. Escape and the button close the field and clear the text. Without `isPresented`, the field also opens
  /// when the program writes a text.
  ///
  /// - Parameters:
  ///   - text: The search text. When the field closes, the text becomes empty.
  ///   - isPresented: Whether the field is open.
  ///   - prompt: The placeholder of the empty field, and the field's name for screen readers.
  public nonisolated func searchable(
    text: Binding<String>, isPresented: Binding<Bool>? = nil, prompt: LocalizedStringKey
  ) -> some View {
    SearchableView(content: self, text: text, isPresented: isPresented, prompt: TextState(prompt))
  }

  /// Adds a search field to this view, with a prompt that is not translated.
  @_disfavoredOverload
  public nonisolated func searchable(
    text: Binding<String>, isPresented: Binding<Bool>? = nil, prompt: some StringProtocol
  ) -> some View {
    SearchableView(content: self, text: text, isPresented: isPresented, prompt: TextState(verbatim: String(prompt)))
  }

  /// Adds a search field to this view, with a text as its prompt. A button in the window's bar, or Control with F,
  /// opens the field above the view.
  public nonisolated func searchable(
    text: Binding<String>, isPresented: Binding<Bool>? = nil, prompt: Text? = nil
  ) -> some View {
    SearchableView(content: self, text: text, isPresented: isPresented, prompt: prompt?.content)
  }
}

private struct IsSearchingKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

extension EnvironmentValues {
  /// Whether the field of the ``View/searchable(text:isPresented:prompt:)`` around the view is open.
  public internal(set) var isSearching: Bool {
    get { self[IsSearchingKey.self] }
    set { self[IsSearchingKey.self] = newValue }
  }
}

private nonisolated struct SearchableView<Content: View>: PrimitiveView {
  let content: Content
  let text: Binding<String>
  let isPresented: Binding<Bool>?
  let prompt: TextState?

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    SearchableNode(view, in: context)
  }
}

@MainActor
private final class SearchableNode<Content: View>: ContainerNode<SearchableView<Content>, Content>, EvaluatedNode {
  private let field = SearchField()
  private var boxChildren = WidgetChildren()

  init(_ view: SearchableView<Content>, in context: _NodeContext) {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: box)
    super.init(view, widget: box, in: context)
    applyPrompt()
    showBindings()
    field.didType = { [weak self] in self?.didType($0) }
    field.didOpenOrClose = { [weak self] in self?.didOpenOrClose() }
    environment.windowBar?.add(self)
    mountContent(view.content)
  }

  var viewName: String { "searchable" }

  override var contentAxis: Axis? { .vertical }

  override var environmentInside: EnvironmentValues {
    var environment = super.environmentInside
    environment.isSearching = field.isOpen
    return environment
  }

  override func update(to view: SearchableView<Content>) {
    let promptDidChange = view.prompt != self.view.prompt
    super.update(to: view)
    isChanged = false
    if promptDidChange { applyPrompt() }
    showBindings()
    content.update(to: view.content)
  }

  func evaluateAgain() {
    isChanged = false
    showBindings()
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    boxChildren.update(to: [field.bar] + widgets, .box(opaque))
    for widget in widgets { widget.align(horizontal: GTK_ALIGN_CENTER, vertical: GTK_ALIGN_CENTER) }
  }

  override func didUnmount() { environment.windowBar?.remove(self) }

  /// Shows the values of the bindings in the field, and sets `isSearching` for the content.
  private func showBindings() {
    guard isMounted else { return }
    let readBindings = { [view] in (view.text.wrappedValue, view.isPresented?.wrappedValue) }
    let (text, isPresented) = observing(self) { ViewGraph.shared.evaluate(self, readBindings) }
    field.show(
      text.reportingNulls(reportedAs: "The text of a search field", in: parent),
      isOpen: isPresented ?? (field.isOpen || !text.isEmpty))
    // The first call is in `init`, before the content exists.
    if content != nil { content.updateEnvironment(environmentInside) }
  }

  private func didType(_ text: String) {
    if view.text.wrappedValue != text { view.text.wrappedValue = text }
    // The binding may reject the text, or hold another text.
    ViewGraph.shared.afterUpdate { [weak self] in self?.showBindings() }
  }

  private func didOpenOrClose() {
    if let isPresented = view.isPresented, isPresented.wrappedValue != field.isOpen {
      isPresented.wrappedValue = field.isOpen
    }
    // This binding may also reject the value.
    ViewGraph.shared.afterUpdate { [weak self] in self?.showBindings() }
  }

  private func applyPrompt() {
    field.setPrompt(view.prompt?.translated(reportedAs: "The prompt of a search field", in: self))
  }
}

extension SearchableNode: WindowBarContributor {
  var page: WindowBarPage? { environment.windowBarPage }
  var orderingNode: ViewNode? { self }
  var needsBar: Bool { true }

  func contribute(to content: inout WindowBarContent) {
    content.end.append(field.toggleButton)
  }
}

/// A search field in GTK's search bar, and the button that opens and closes the bar.
@MainActor
private final class SearchField {
  // These three references own their widgets.
  private let barReference = GObjectReference(gtk_search_bar_new())
  private let entry = GObjectReference(gtk_search_entry_new())
  private let toggleReference = GObjectReference(gtk_toggle_button_new())
  private var textConnection: SignalConnection!
  private var openConnection: SignalConnection!
  private var mapConnection: SignalConnection!
  /// Whether the field was opened while it was not on screen, and must receive the focus when it comes on screen.
  private var needsFocus = false
  /// Called when the user has changed the text, or when GTK has cleared the text of the closing field.
  var didType: @MainActor (String) -> Void = { _ in }
  /// Called when the user has opened or closed the field.
  var didOpenOrClose: @MainActor () -> Void = {}

  init() {
    gtk_widget_set_hexpand(entry.widget, 1)
    gtk_search_bar_set_child(barReference.opaque, entry.widget)
    gtk_search_bar_connect_entry(barReference.opaque, entry.opaque)
    gtk_button_set_icon_name(UnsafeMutablePointer(toggleButton.opaque), "system-search-symbolic")
    g_object_bind_property(
      toggleButton, "active", bar, "search-mode-enabled",
      GBindingFlags(rawValue: G_BINDING_BIDIRECTIONAL.rawValue | G_BINDING_SYNC_CREATE.rawValue))
    gtk_widget_add_css_class(toggleButton, "flat")
    let name = Localization.translate("Search")
    gtk_widget_set_tooltip_text(toggleButton, name)
    cgtk_accessible_set_label(toggleButton, name)
    addWindowShortcut(GDK_KEY_f, GDK_CONTROL_MASK, to: toggleButton) { [weak self] in self?.open() ?? false }
    // GTK's own search signal is delayed, so the signal for each change of the text is used.
    textConnection = connect(entry.widget, .changed) { [weak self] in self.map { $0.didType($0.text) } }
    openConnection = connect(bar, .notify("notify::search-mode-enabled")) { [weak self] in self?.didOpenOrClose() }
    mapConnection = connect(entry.widget, .map) { [weak self] in self?.didMap() }
  }

  /// The search bar, which contains the field. Borrowed.
  var bar: UnsafeMutablePointer<GtkWidget> { barReference.widget }
  /// The button in the window's bar. Borrowed.
  var toggleButton: UnsafeMutablePointer<GtkWidget> { toggleReference.widget }

  var isOpen: Bool { gtk_search_bar_get_search_mode(barReference.opaque) != 0 }

  private var text: String { String(cString: gtk_editable_get_text(entry.opaque)) }

  /// Opens or closes the field, and sets its text. A field that closes becomes empty instead.
  func show(_ newText: String, isOpen: Bool) {
    // When the bar opens, GTK moves the focus to the field. When the bar closes, GTK clears the text, and the empty
    // text is written to the binding like typed text.
    if isOpen != self.isOpen {
      openConnection.withHandlerBlocked { gtk_search_bar_set_search_mode(barReference.opaque, isOpen ? 1 : 0) }
      needsFocus = isOpen && gtk_widget_get_mapped(entry.widget) == 0
      guard isOpen else { return }
    }
    guard newText != text else { return }
    let cursor = gtk_editable_get_position(entry.opaque)
    textConnection.withHandlerBlocked { gtk_editable_set_text(entry.opaque, newText) }
    gtk_editable_set_position(entry.opaque, cursor)
  }

  func setPrompt(_ prompt: String?) {
    let prompt = prompt ?? Localization.translate("Search")
    var value = GValue()
    g_value_init(&value, cgtk_type_string())
    g_value_set_string(&value, prompt)
    // The property is set by name, because the function that sets it exists only since GTK 4.10.
    g_object_set_property(entry.pointer, "placeholder-text", &value)
    g_value_unset(&value)
    cgtk_accessible_set_label(entry.widget, prompt)
  }

  /// Focuses the field if it was opened before it came on screen. GTK focuses only widgets that are on screen.
  private func didMap() {
    guard needsFocus, isOpen else { return }
    needsFocus = false
    gtk_widget_grab_focus(entry.widget)
  }

  /// Opens the field and moves the keyboard focus to it. Returns whether the field has received the focus.
  private func open() -> Bool {
    gtk_search_bar_set_search_mode(barReference.opaque, 1)
    return gtk_widget_grab_focus(entry.widget) != 0
  }
}
