// What a report calls the place of a mistake. It is asked for where something is wrong, and costs nothing before.

extension ViewNode {
  /// The type of the nearest view with a body that the program has written, this one or one above.
  final var writtenView: Any.Type? {
    var next: ViewNode? = self
    while let node = next {
      if let type = node.writtenType { return type }
      next = node.parent
    }
    return nil
  }

  /// That view's name, to be put behind something in it: “ in LibraryView”. It is empty if there is none.
  final var placeName: String { Self.placeName(writtenView) }

  /// A view's name, to be put behind something in it.
  static func placeName(_ view: Any.Type?) -> String { view.map { " in \($0)" } ?? "" }
}

extension Evaluated {
  /// The name of the nearest view that the program has written; of this one, if there is none.
  var nameForReports: String { writtenView.map { "\($0)" } ?? viewName }
}
