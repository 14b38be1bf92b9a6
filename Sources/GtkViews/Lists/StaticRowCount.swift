/// A type of views that declares whether each view of the type is exactly one row of a list.
protocol StaticallyCountedRows {
  /// Whether each view of this type is exactly one row.
  static var isOneRow: Bool { get }
}

/// Determines from the type of a view whether the view is exactly one row of a list.
enum StaticRowCount {
  /// Returns whether each view of a type is exactly one row of a list. Returns `false` if the number of rows is another
  /// one, or if it depends on the value of the view, as with an `if` without `else`.
  static func isOneRow<Content: View>(_ type: Content.Type) -> Bool {
    if let counted = type as? any StaticallyCountedRows.Type { return counted.isOneRow }
    // Each other type of view without a body counts as one row. A view with a body has the rows of the body.
    return Content.Body.self == Never.self || isOneRow(Content.Body.self)
  }
}

extension EmptyView: StaticallyCountedRows {
  static var isOneRow: Bool { false }
}

extension TupleView: StaticallyCountedRows {
  static var isOneRow: Bool { false }
}

extension Optional: StaticallyCountedRows where Wrapped: View {
  static var isOneRow: Bool { false }
}

extension AnyView: StaticallyCountedRows {
  static var isOneRow: Bool { false }
}

extension ForEach: StaticallyCountedRows {
  static var isOneRow: Bool { false }
}

extension _ConditionalContent: StaticallyCountedRows {
  static var isOneRow: Bool { StaticRowCount.isOneRow(First.self) && StaticRowCount.isOneRow(Second.self) }
}

/// A view around another view, its content. The outer view has the rows of the content. It also has the selection value
/// of the content (the argument of `tag(_:)`), unless the outer view sets a selection value.
protocol RowWrapping: StaticallyCountedRows, TagBearing {
  associatedtype Content: View
  var content: Content { get }
}

extension RowWrapping {
  static var isOneRow: Bool { StaticRowCount.isOneRow(Content.self) }
}

extension ModifiedContent: RowWrapping {}
extension EnvironmentView: RowWrapping {}
extension AttributedView: RowWrapping {}
extension LifecycleView: RowWrapping {}
extension TaskView: RowWrapping {}
extension ChangeView: RowWrapping {}
extension IdentifiedView: RowWrapping {}
extension TaggedView: RowWrapping {}
extension ContextMenuView: RowWrapping {}
extension RowActionsView: RowWrapping {}
extension DraggableView: RowWrapping {}
extension DropView: RowWrapping {}
