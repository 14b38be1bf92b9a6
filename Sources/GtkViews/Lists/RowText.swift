internal import CGtk
internal import GtkBridge
public import Presentation

extension View {
  /// Sets the text that type-ahead in a ``List`` compares with the typed letters for this row. Type-ahead moves the
  /// focus to a row whose text begins with these letters.
  ///
  /// Without this modifier, type-ahead uses the text that a screen reader speaks for the row: its accessible name, or
  /// otherwise its visible text. An offscreen row has no widgets, so type-ahead uses the first text in the row's view
  /// and in the bodies of the views below it. The bodies of views with state or environment values are skipped.
  ///
  /// - Parameter text: The text of the row. If it is `nil` or empty, typing does not find the row.
  public nonisolated func typeSelectEquivalent(_ text: Text?) -> some View {
    AttributedView(self, TypeAheadAttribute(text: (text ?? Text(verbatim: "")).content))
  }

  /// Sets the text that type-ahead in a ``List`` uses for this row. The text is looked up in the catalogue of
  /// translations.
  public nonisolated func typeSelectEquivalent(_ key: LocalizedStringKey) -> some View {
    typeSelectEquivalent(Text(key))
  }

  /// Sets the text that type-ahead in a ``List`` uses for this row.
  @_disfavoredOverload
  public nonisolated func typeSelectEquivalent(_ text: some StringProtocol) -> some View {
    typeSelectEquivalent(Text(text))
  }
}

/// The text that ``View/typeSelectEquivalent(_:)`` sets.
nonisolated struct TypeAheadAttribute: WidgetAttribute {
  let text: TextState

  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    g_object_set_data_full(
      widget.gobject, RowText.typeAheadKey,
      g_strdup(text.translated(reportedAs: "The text by which a row is found", in: node)),
      g_free)
  }
}

/// The text of a row for type-ahead, from the row's widget or from its view.
@MainActor
enum RowText {
  /// The key of the text in the data of a widget.
  fileprivate static let typeAheadKey = "gtkviews-typed"

  /// Returns the type-ahead text of a row from the row's widget: the text of the modifier, or otherwise the text that a
  /// screen reader speaks.
  static func typeAheadText(ofWidget row: UnsafeMutablePointer<GtkWidget>) -> String {
    modifierText(in: row) ?? AccessibleName.spoken(row)
  }

  /// Returns the text that ``View/typeSelectEquivalent(_:)`` has set on a widget or on a widget in it.
  private static func modifierText(in widget: UnsafeMutablePointer<GtkWidget>) -> String? {
    if let text = g_object_get_data(widget.gobject, typeAheadKey) {
      return String(cString: text.assumingMemoryBound(to: CChar.self))
    }
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      if let text = modifierText(in: child) { return text }
      next = gtk_widget_get_next_sibling(child)
    }
    return nil
  }

  /// Returns the first text of a view. `nil` if the view has no text, or if the text is unknown without creating the
  /// view's nodes. Faults in the translation of the text are not reported.
  static func firstText<Content: View>(in view: Content) -> String? {
    if let view = view as? any TextBearing { return view.firstText }
    guard Content.Body.self != Never.self, ViewFields<Content>.shared.dynamicProperties.isEmpty else { return nil }
    return firstText(in: view.body)
  }
}

/// A view whose first text is known without creating its nodes.
@MainActor
protocol TextBearing {
  var firstText: String? { get }
}

extension Text: TextBearing {
  @MainActor var firstText: String? { content.unreportedText }
}

extension AttributedView: TextBearing {
  @MainActor var firstText: String? {
    if let typeAhead = attribute as? TypeAheadAttribute { return typeAhead.text.unreportedText }
    return switch (attribute as? AccessibilityAttribute)?.content {
    case .label(let text): text.unreportedText
    case .hidden(true): nil
    default: RowText.firstText(in: content)
    }
  }
}

extension TupleView: TextBearing {
  @MainActor var firstText: String? {
    for view in repeat each content {
      if let text = RowText.firstText(in: view) { return text }
    }
    return nil
  }
}

extension _ConditionalContent: TextBearing {
  @MainActor var firstText: String? {
    switch branch {
    case .first(let view): RowText.firstText(in: view)
    case .second(let view): RowText.firstText(in: view)
    }
  }
}

extension Optional: TextBearing where Wrapped: View {
  @MainActor var firstText: String? { flatMap { RowText.firstText(in: $0) } }
}

extension Button: TextBearing {
  @MainActor var firstText: String? { RowText.firstText(in: label) }
}

extension Label: TextBearing {
  @MainActor var firstText: String? { RowText.firstText(in: title) }
}

/// A view around another view. Its first text is the first text of the inner view.
@MainActor
protocol TextWrapping: TextBearing {
  associatedtype Content: View
  var content: Content { get }
}

extension TextWrapping {
  var firstText: String? { RowText.firstText(in: content) }
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
extension AnimationScope: TextWrapping {}
extension KeyPressView: TextWrapping {}
extension LayeredView: TextWrapping {}
extension OpacityView: TextWrapping {}
extension TapView: TextWrapping {}
