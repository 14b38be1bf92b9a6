// The names of views in reports. They are computed only when a mistake is reported.

/// A node of a view with a body. The view may be declared in the program, and reports then name it.
@MainActor
protocol ProgramViewNode: ViewNode {
  /// The view's type. `nil` if the type is declared in this library.
  var programType: Any.Type? { get }
}

extension ViewNode {
  /// The type of the nearest view, among this view and the views above, that is declared in the program and not in this
  /// library. `nil` if there is none.
  final var programViewType: Any.Type? {
    var next: ViewNode? = self
    while let node = next {
      if let type = (node as? any ProgramViewNode)?.programType { return type }
      next = node.parent
    }
    return nil
  }

  /// The name of ``programViewType`` as a suffix for messages, such as “ in LibraryView”. Empty if there is no such
  /// view.
  final var messageSuffix: String { Self.messageSuffix(programViewType) }

  /// Returns the name of a view type as a suffix for messages, such as “ in LibraryView”. Empty for `nil`.
  static func messageSuffix(_ viewType: Any.Type?) -> String { viewType.map { " in \($0)" } ?? "" }
}

extension EvaluatedNode {
  /// The name of the nearest view that is declared in the program, or of this view if there is none.
  var nameForReports: String { programViewType.map { "\($0)" } ?? viewName }
}
