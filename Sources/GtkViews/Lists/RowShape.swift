/// A view of whose type one can say whether it is one row of a list, without making it.
protocol RowShaped {
  /// Whether each view of this type is one row, no more and no less.
  static var isOneRow: Bool { get }
}

/// Tells from types alone how many rows views become.
enum RowShape {
  /// Whether each view of a type is one row of a list. If that depends on the view, as with an `if` without an `else`, it is not.
  static func isOneRow<Content: View>(_ type: Content.Type) -> Bool {
    if let shaped = type as? any RowShaped.Type { return shaped.isOneRow }
    return Content.Body.self == Never.self || isOneRow(Content.Body.self)
  }
}

extension EmptyView: RowShaped {
  static var isOneRow: Bool { false }
}

extension TupleView: RowShaped {
  static var isOneRow: Bool { false }
}

extension Optional: RowShaped where Wrapped: View {
  static var isOneRow: Bool { false }
}

extension AnyView: RowShaped {
  static var isOneRow: Bool { false }
}

extension ForEach: RowShaped {
  static var isOneRow: Bool { false }
}

extension _ConditionalContent: RowShaped {
  static var isOneRow: Bool { RowShape.isOneRow(First.self) && RowShape.isOneRow(Second.self) }
}

/// A view around another, whose rows are its own.
protocol RowWrapping: RowShaped, TagBearing {
  associatedtype Content: View
  var content: Content { get }
}

extension RowWrapping {
  static var isOneRow: Bool { RowShape.isOneRow(Content.self) }
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
