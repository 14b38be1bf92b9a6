// The names of views in reports. The texts are created only when a misuse is reported.

/// A node of a view with a body. If the view is declared in the program, reports name the view.
@MainActor
protocol ProgramViewNode: ViewNode {
  /// The type of the view. `nil` if the type is declared in this library.
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
