// The names of views in reports. A name is looked up only when a mistake occurs, and costs nothing before.

/// A node whose view has a body.
@MainActor
protocol WrittenViewNode: ViewNode {
  /// The view's type, if the program has written its body. Reports name it.
  var writtenType: Any.Type? { get }
}

extension ViewNode {
  /// The type of the nearest view with a body that the program has written: this view, or a view above.
  final var writtenView: Any.Type? {
    var next: ViewNode? = self
    while let node = next {
      if let type = (node as? any WrittenViewNode)?.writtenType { return type }
      next = node.parent
    }
    return nil
  }

  /// The name of that view as a suffix for the name of something in it: “ in LibraryView”. Empty if there is no such view.
  final var placeName: String { Self.placeName(writtenView) }

  /// Returns a view's name as a suffix for the name of something in it.
  static func placeName(_ view: Any.Type?) -> String { view.map { " in \($0)" } ?? "" }
}

extension Evaluated {
  /// The name of the nearest view that the program has written, or of this view if there is none.
  var nameForReports: String { writtenView.map { "\($0)" } ?? viewName }
}
