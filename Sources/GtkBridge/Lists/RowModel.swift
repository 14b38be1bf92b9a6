package import CGtk
internal import CGtkBridge

/// Creates the rows of a ``RowModel`` when GTK requests them, and provides their selection.
@MainActor
package protocol RowModelSource: AnyObject {
  /// Returns the row that is currently at a position in the model.
  func row(at position: Int) -> any RowContent
  /// Returns the row that is currently at a position in the model, or `nil` if the row has not been created. While rows
  /// change, GTK requests nearly all rows but keeps few of them, so this function must not create a row.
  func existingRow(at position: Int) -> (any RowContent)?
  /// Returns whether the row at a position is selected.
  func isSelected(at position: Int) -> Bool
  /// Selects the positions in `mask` that are also in `selected`, and deselects the other positions in `mask`. GTK
  /// calls this function when the user changes the selection. Both arguments are borrowed `GtkBitset`s.
  ///
  /// - Returns: `false` if the selection cannot be changed.
  func setSelection(_ selected: OpaquePointer, in mask: OpaquePointer) -> Bool
}

/// A `GtkSelectionModel` whose rows are created when GTK requests them, and whose selection is provided by its source.
///
/// The model stores only the number of rows. GTK identifies a row by its GObject. As long as the GObject exists, the
/// source must return the same ``RowContent`` for the row. When the row moves, GTK then moves the row's widget instead
/// of creating another one.
@MainActor
package final class RowModel {
  /// The `CgtkRows` object, which is this model in C. Owned.
  private let reference: GObjectReference
  /// Holds the source. The `CgtkRows` object has this box as its data.
  private let box: SourceBox

  /// Creates an empty model. The model references its source weakly.
  package init(_ source: any RowModelSource) {
    box = SourceBox(source)
    // Safe because the model's destroy notify releases the reference.
    let data = Unmanaged.passRetained(box).toOpaque()
    reference = GObjectReference(takingOver: cgtk_rows_new(rowsFunctions, data, releaseSource))
  }

  /// The model as a GTK pointer. Borrowed.
  package var model: OpaquePointer { reference.opaque }

  /// Whether rows can be selected. The default is `false`. Then the model does not read the selection of its source.
  package var allowsSelection = false {
    didSet { cgtk_rows_allow_selection(reference.pointer, allowsSelection) }
  }

  /// Emits `items-changed` for a change at a position. `removed` and `added` are numbers of rows.
  package func splice(at position: Int, removed: Int, added: Int) {
    cgtk_rows_splice(reference.pointer, guint(position), guint(removed), guint(added))
  }

  /// Emits `selection-changed` for all rows. `count` is the number of rows.
  package func selectionDidChange(count: Int) {
    if count > 0 { gtk_selection_model_selection_changed(model, 0, guint(count)) }
  }
}

/// The content of a row of a ``RowModel``. GTK holds the row's GObject, which owns this content.
@MainActor
package protocol RowContent: AnyObject {
  /// The GObject of the row, borrowed, or `nil` if the row has no object yet. The model then creates an object.
  var object: UnsafeMutablePointer<GObject>? { get set }
  /// Called when the object is finalized.
  func objectWasFinalized()
}

/// Returns the content of the row to which an object belongs, or `nil` if the object is not from a ``RowModel``.
@MainActor
package func rowContent(of object: UnsafeMutableRawPointer) -> (any RowContent)? {
  // A `guard` is used instead of `map`, because with `map` the runtime would then check the main actor for each row.
  guard let data = cgtk_row_data(object) else { return nil }
  // Safe because `data` is the `RowBox` of the object, and the object holds the box until it is finalized.
  return Unmanaged<RowBox>.fromOpaque(data).takeUnretainedValue().content
}

/// Holds the source of a model weakly. The model's C object holds the box.
@MainActor
private final class SourceBox {
  weak var source: (any RowModelSource)?

  init(_ source: any RowModelSource) {
    self.source = source
  }
}

/// Keeps a row's content as long as the row's object lives.
@MainActor
private final class RowBox {
  let content: any RowContent

  init(_ content: any RowContent) {
    self.content = content
  }
}

/// Returns the object of a row, and creates the object if necessary. The caller owns the returned reference.
@MainActor
private func retainedObject(of content: any RowContent) -> UnsafeMutableRawPointer {
  if let object = content.object { return UnsafeMutableRawPointer(g_object_ref(object)) }
  // Safe because the object's destroy notify releases the reference.
  let object = cgtk_row_new(Unmanaged.passRetained(RowBox(content)).toOpaque(), releaseRow)!
  content.object = object
  return UnsafeMutableRawPointer(object)
}

/// Connects an object that has no data yet with a row. While rows change, the model gives such an object to GTK for a
/// row that has not been created. If the row already has another object, the new object gets an empty row instead.
@MainActor
private func adopt(_ object: UnsafeMutableRawPointer, by content: any RowContent) {
  let content = content.object == nil ? content : EmptyRow()
  // Safe because the object's destroy notify releases the reference.
  cgtk_row_set_data(object, Unmanaged.passRetained(RowBox(content)).toOpaque(), releaseRow)
  content.object = object.assumingMemoryBound(to: GObject.self)
}

/// A row without content. It stands in for a row that already has another object, and for the rows of a model whose
/// source was released.
@MainActor
private final class EmptyRow: RowContent {
  var object: UnsafeMutablePointer<GObject>?

  func objectWasFinalized() {}
}

private let releaseRow: GDestroyNotify = { data in
  guard let data else { return }
  // Safe because this function releases the reference of `retainedObject` or `adopt` once, and GTK's objects are
  // finalized on the first thread.
  let box = Unmanaged<RowBox>.fromOpaque(data).takeRetainedValue()
  MainLoop.isolated {
    box.content.object = nil
    box.content.objectWasFinalized()
  }
}

private let releaseSource: GDestroyNotify = { data in
  // Safe because this function releases the reference of `RowModel.init` once.
  if let data { Unmanaged<SourceBox>.fromOpaque(data).release() }
}

/// The C functions with which every model calls its source. Their memory is never freed.
@MainActor private let rowsFunctions: UnsafeMutablePointer<CgtkRowsFunctions> = {
  let functions = UnsafeMutablePointer<CgtkRowsFunctions>.allocate(capacity: 1)
  functions.initialize(
    to:
      CgtkRowsFunctions(
        item: rowItem, existing_item: existingRowItem, adopt: adoptRowItem, is_selected: rowIsSelected,
        set_selection: setRowSelection))
  return functions
}()

/// Returns the source in a model's data, or `nil` if the source was released.
@MainActor
private func source(in data: UnsafeMutableRawPointer?) -> (any RowModelSource)? {
  // Safe because the model holds its reference to the box until the model is finalized.
  data.flatMap { Unmanaged<SourceBox>.fromOpaque($0).takeUnretainedValue().source }
}

// The functions of `rowsFunctions`. The argument `data` is the retained `SourceBox` of the model.
private let rowItem: @convention(c) (gpointer?, guint) -> gpointer? = { data, position in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  return MainLoop.isolated { retainedObject(of: source(in: data)?.row(at: Int(position)) ?? EmptyRow()) }
}

private let existingRowItem: @convention(c) (gpointer?, guint) -> gpointer? = { data, position in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  return MainLoop.isolated {
    guard let row = source(in: data)?.existingRow(at: Int(position)) else { return nil }
    return retainedObject(of: row)
  }
}

private let adoptRowItem: @convention(c) (gpointer?, guint, gpointer?) -> Void = { data, position, object in
  // Safe because these values do not leave this thread.
  nonisolated(unsafe) let (data, object) = (data, object)
  MainLoop.isolated {
    if let object { adopt(object, by: source(in: data)?.row(at: Int(position)) ?? EmptyRow()) }
  }
}

private let rowIsSelected: @convention(c) (gpointer?, guint) -> Bool = { data, position in
  // Safe because `data` does not leave this thread.
  nonisolated(unsafe) let data = data
  return MainLoop.isolated { source(in: data)?.isSelected(at: Int(position)) ?? false }
}

private let setRowSelection: @convention(c) (gpointer?, OpaquePointer?, OpaquePointer?) -> Bool = {
  data, selected, mask in
  // Safe because these values do not leave this thread.
  nonisolated(unsafe) let (data, selected, mask) = (data, selected, mask)
  return MainLoop.isolated {
    guard let selected, let mask else { return false }
    return source(in: data)?.setSelection(selected, in: mask) ?? false
  }
}
