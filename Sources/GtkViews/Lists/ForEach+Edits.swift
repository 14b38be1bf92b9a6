public import Presentation

extension ForEach {
  /// Adds deletion of rows to a ``List``: with the Delete key, and from the row's context menu if the row has no menu
  /// of its own.
  ///
  /// The key deletes the row with the keyboard focus. If that row is selected, the key deletes all selected rows, also
  /// those of another `ForEach` with this modifier. The keyboard focus then moves to the next row that remains,
  /// or to the nearest one if no row follows.
  ///
  /// ```swift
  /// List(selection: $selection) {
  ///   ForEach(songs) { SongRow(song: $0) }
  ///     .onDelete { songs.remove(atOffsets: $0) }
  /// }
  /// ```
  ///
  /// - Parameter action: Removes the elements at `offsets` from the collection, or presents a confirmation first.
  ///   The list updates its rows when the collection changes. If `action` is `nil`, rows cannot be deleted.
  @preconcurrency public nonisolated func onDelete(
    perform action: (@MainActor (_ offsets: RowOffsets) -> Void)?
  ) -> Self {
    var copy = self
    copy.edits.delete = action
    return copy
  }

  /// Adds deletion of rows. The action receives the offsets in another set type, such as Foundation's `IndexSet`.
  @_disfavoredOverload
  @preconcurrency public nonisolated func onDelete<Offsets: SetAlgebra>(
    perform action: (@MainActor (_ offsets: Offsets) -> Void)?
  ) -> Self
  where Offsets.Element == Int {
    guard let action else { return onDelete(perform: nil) }
    let delete: @MainActor (RowOffsets) -> Void = { action(Offsets($0)) }
    return onDelete(perform: delete)
  }

  /// Adds moving of rows to a ``List``: by dragging, with Alt and the Up and Down keys, and from the row's context menu
  /// if the row has no menu of its own. A line marks the destination of a drag.
  ///
  /// The row with the keyboard focus, or the dragged row, is moved. If that row is selected, all selected rows of the
  /// same ``ForEach`` are moved. A row cannot leave its ``ForEach``. The user cannot drag a row with
  /// ``View/draggable(_:)`` to another position, because that modifier handles the drag.
  ///
  /// ```swift
  /// ForEach(songs) { SongRow(song: $0) }
  ///   .onMove { songs.move(fromOffsets: $0, toOffset: $1) }
  /// ```
  ///
  /// - Parameter action: Moves the elements at `offsets` to the position before the element at `destination`. All
  ///   offsets refer to the collection before the move. `destination` is the number of elements if the elements move to
  ///   the end. If `action` is `nil`, rows cannot be moved.
  @preconcurrency public nonisolated func onMove(
    perform action: (@MainActor (_ offsets: RowOffsets, _ destination: Int) -> Void)?
  ) -> Self {
    var copy = self
    copy.edits.move = action
    return copy
  }

  /// Adds moving of rows. The action receives the offsets in another set type, such as Foundation's `IndexSet`.
  @_disfavoredOverload
  @preconcurrency public nonisolated func onMove<Offsets: SetAlgebra>(
    perform action: (@MainActor (_ offsets: Offsets, _ destination: Int) -> Void)?
  ) -> Self where Offsets.Element == Int {
    guard let action else { return onMove(perform: nil) }
    let move: @MainActor (RowOffsets, Int) -> Void = { action(Offsets($0), $1) }
    return onMove(perform: move)
  }
}

/// The actions of a ``ForEach`` with which the user deletes and moves rows. An action is `nil` if the user cannot
/// perform it.
struct RowEdits {
  /// Receives the offsets of the deleted elements.
  var delete: (@MainActor (_ offsets: RowOffsets) -> Void)?
  /// Receives the offsets of the moved elements, and the offset of the element before which they are inserted, or the
  /// number of elements for the end.
  var move: (@MainActor (_ offsets: RowOffsets, _ destination: Int) -> Void)?
}

/// The node of a ``ForEach``. The code of lists calls this node a *loop*.
@MainActor
protocol RowLoop: ViewNode {
  /// The actions with which the user deletes and moves the loop's rows.
  var edits: RowEdits { get }
  /// The number of elements.
  var elementCount: Int { get }
}

/// The position of an element: its loop, and its offset in the loop's collection.
struct ForEachIndex {
  let loop: any RowLoop
  let offset: Int
}
