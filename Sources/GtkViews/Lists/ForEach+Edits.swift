public import Presentation

extension ForEach {
  /// Lets a person delete rows of a ``List``: with the Delete key, and from the row's context menu if it has none of its own.
  ///
  /// The key deletes the row that has the keyboard focus, and with it all that are chosen if it is chosen. The keyboard focus goes on to the
  /// row that takes its place.
  ///
  /// ```swift
  /// List(selection: $chosen) {
  ///   ForEach(songs) { SongRow(song: $0) }
  ///     .onDelete { songs.remove(atOffsets: $0) }
  /// }
  /// ```
  ///
  /// - Parameter action: Takes the elements at these offsets out of the collection, or asks first whether it should: what is on screen follows the
  ///   collection. `nil`: the rows cannot be deleted.
  @preconcurrency public nonisolated func onDelete(perform action: (@MainActor (_ offsets: RowOffsets) -> Void)?) -> Self {
    var loop = self
    loop.edits.delete = action
    return loop
  }

  /// The same with another set of numbers, such as Foundation's `IndexSet`, for a function that takes one.
  @_disfavoredOverload
  @preconcurrency public nonisolated func onDelete<Offsets: SetAlgebra>(perform action: (@MainActor (_ offsets: Offsets) -> Void)?) -> Self
  where Offsets.Element == Int {
    guard let action else { return onDelete(perform: nil) }
    let delete: @MainActor (RowOffsets) -> Void = { action(Offsets($0)) }
    return onDelete(perform: delete)
  }

  /// Lets a person move rows of a ``List``: by dragging them, where a line shows where they would come to, and by Alt with the arrow keys up and
  /// down, or from the row's context menu if it has none of its own.
  ///
  /// What has the keyboard focus, or is dragged, is moved with all else in the loop that is chosen, if it is chosen. It cannot leave its loop.
  /// A row that is ``View/draggable(_:)`` is not moved by pointer: dragging it does what that says.
  ///
  /// ```swift
  /// ForEach(songs) { SongRow(song: $0) }
  ///   .onMove { songs.move(fromOffsets: $0, toOffset: $1) }
  /// ```
  ///
  /// - Parameter action: Moves the elements at these offsets to before the element that is at another offset now, or to the end. `nil`: the rows
  ///   cannot be moved.
  @preconcurrency public nonisolated func onMove(perform action: (@MainActor (_ offsets: RowOffsets, _ destination: Int) -> Void)?) -> Self {
    var loop = self
    loop.edits.move = action
    return loop
  }

  /// The same with another set of numbers, such as Foundation's `IndexSet`, for a function that takes one.
  @_disfavoredOverload
  @preconcurrency public nonisolated func onMove<Offsets: SetAlgebra>(
    perform action: (@MainActor (_ offsets: Offsets, _ destination: Int) -> Void)?
  ) -> Self where Offsets.Element == Int {
    guard let action else { return onMove(perform: nil) }
    let move: @MainActor (RowOffsets, Int) -> Void = { action(Offsets($0), $1) }
    return onMove(perform: move)
  }
}

/// What a person may do with the rows of a loop.
struct RowEdits {
  var delete: (@MainActor (RowOffsets) -> Void)?
  var move: (@MainActor (RowOffsets, Int) -> Void)?
}

/// A loop whose rows a person may delete or move.
@MainActor
protocol RowLoop: ViewNode {
  var edits: RowEdits { get }
  /// How many elements there are.
  var elementCount: Int { get }
}

/// Which element of which loop a row is.
struct ForEachIndex {
  let loop: any RowLoop
  let offset: Int
}
