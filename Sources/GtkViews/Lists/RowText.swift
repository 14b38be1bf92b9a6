internal import CGtk
internal import GtkBridge
public import Presentation

extension View {
  /// Says by which text a row of a ``List`` is found when a person types.
  ///
  /// Without it that is what is written in the row. A row that is out of sight, and whose views are not made, is known by the texts in its view and
  /// in the bodies of the views in it, as far as those have no state and no environment of their own.
  ///
  /// - Parameter text: What is typed for the row. `nil`, or a text of no letters: typing does not find it.
  public nonisolated func typeSelectEquivalent(_ text: Text?) -> some View {
    AttributedView(self, TypedAttribute(text: (text ?? Text(verbatim: "")).content))
  }

  /// Says by which text, looked up in the catalogue, a row of a ``List`` is found when a person types.
  public nonisolated func typeSelectEquivalent(_ key: LocalizedStringKey) -> some View { typeSelectEquivalent(Text(key)) }

  /// Says by which text a row of a ``List`` is found when a person types.
  @_disfavoredOverload
  public nonisolated func typeSelectEquivalent(_ text: some StringProtocol) -> some View { typeSelectEquivalent(Text(text)) }
}

/// The text by which a row is found.
nonisolated struct TypedAttribute: WidgetAttribute {
  let text: TextState

  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    g_object_set_data_full(widget.gobject, RowText.typedKey, g_strdup(text.translated(as: "The text by which a row is found", in: node)), g_free)
  }
}

/// Reads from a view, without making it, what is written in it first.
@MainActor
enum RowText {
  fileprivate static let typedKey = "gtkviews-typed"

  /// By which text a row is found, of its widget.
  static func shown(in row: UnsafeMutablePointer<GtkWidget>) -> String { typed(in: row) ?? AccessibleName.spoken(row) }

  private static func typed(in widget: UnsafeMutablePointer<GtkWidget>) -> String? {
    if let text = g_object_get_data(widget.gobject, typedKey) { return String(cString: text.assumingMemoryBound(to: CChar.self)) }
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      if let text = typed(in: child) { return text }
      next = gtk_widget_get_next_sibling(child)
    }
    return nil
  }

  /// What is written in a view first; `nil` if nothing is, or if only the view that is made could tell.
  static func first<Content: View>(in view: Content) -> String? {
    if let view = view as? any TextBearing { return view.firstText }
    guard Content.Body.self != Never.self, ViewLayout<Content>.shared.dynamicProperties.isEmpty else { return nil }
    return first(in: view.body)
  }
}

/// A view of which one can say what is written in it first without making it.
@MainActor
protocol TextBearing {
  var firstText: String? { get }
}

extension Text: TextBearing {
  @MainActor var firstText: String? { content.unreportedText }
}

extension AttributedView: TextBearing {
  @MainActor var firstText: String? {
    if let typed = attribute as? TypedAttribute { return typed.text.unreportedText }
    return switch (attribute as? AccessibilityAttribute)?.content {
    case .label(let text): text.unreportedText
    case .hidden(true): nil
    default: RowText.first(in: content)
    }
  }
}

extension TupleView: TextBearing {
  @MainActor var firstText: String? {
    for view in repeat each content {
      if let text = RowText.first(in: view) { return text }
    }
    return nil
  }
}

extension _ConditionalContent: TextBearing {
  @MainActor var firstText: String? {
    switch branch {
    case .first(let view): RowText.first(in: view)
    case .second(let view): RowText.first(in: view)
    }
  }
}

extension Optional: TextBearing where Wrapped: View {
  @MainActor var firstText: String? { flatMap { RowText.first(in: $0) } }
}

extension Button: TextBearing {
  @MainActor var firstText: String? { RowText.first(in: label) }
}

extension NavigationLink: TextBearing {
  @MainActor var firstText: String? { RowText.first(in: label) }
}

extension Label: TextBearing {
  @MainActor var firstText: String? { RowText.first(in: title) }
}

/// A view around another, in which that is what is written first.
@MainActor
protocol TextWrapping: TextBearing {
  associatedtype Content: View
  var content: Content { get }
}

extension TextWrapping {
  var firstText: String? { RowText.first(in: content) }
}

extension VStack: TextWrapping {}
extension HStack: TextWrapping {}
extension WrappedView: TextWrapping {}
extension EffectView: TextWrapping {}
extension TransitionView: TextWrapping {}
extension EnvironmentView: TextWrapping {}
extension LifecycleView: TextWrapping {}
extension TaskView: TextWrapping {}
extension ChangeView: TextWrapping {}
extension IdentifiedView: TextWrapping {}
extension TaggedView: TextWrapping {}
extension ContextMenuView: TextWrapping {}
extension DraggableView: TextWrapping {}
extension DropView: TextWrapping {}
extension ModifiedContent: TextWrapping {}
