package import CGtk
internal import CGtkBridge

/// Makes the rows of a ``RowModel`` when GTK asks for them, and knows which of them are chosen.
@MainActor
package protocol RowModelSource: AnyObject {
  /// The row at a position of the model as it is at this moment.
  func row(at position: Int) -> any RowContent
  /// Whether the row at a position is chosen.
  func isSelected(at position: Int) -> Bool
  /// A person wants the positions in `mask` to be chosen if they are in `selected`, and not to be if they are not. Both are borrowed.
  ///
  /// - Returns: Whether it was possible.
  func setSelection(_ selected: OpaquePointer, in mask: OpaquePointer) -> Bool
}

/// A `GtkSelectionModel` whose rows are made when GTK shows them, and whose selection is its source's.
///
/// It keeps no rows, only their number. The source must give the same object for the same row as long as the object lives: GTK then moves
/// the row's widget instead of making another.
@MainActor
package final class RowModel {
  private let reference: GObjectReference
  private let box: SourceBox

  /// A model of no rows yet, which does not keep its source.
  package init(_ source: any RowModelSource) {
    box = SourceBox(source)
    // Safe because the model's destroy notify gives the reference back.
    let data = Unmanaged.passRetained(box).toOpaque()
    reference = GObjectReference(takingOver: cgtk_rows_new(rowsFunctions, data, releaseSource))
  }

  /// The model as GTK takes it, borrowed.
  package var model: OpaquePointer { reference.opaque }

  /// Whether rows can be chosen: only then is the source asked which of them are. At first they cannot.
  package var allowsSelection = false {
    didSet { cgtk_rows_allow_choice(reference.pointer, allowsSelection) }
  }

  /// Tells GTK that rows at a position were exchanged for others.
  package func splice(at position: Int, removed: Int, added: Int) {
    cgtk_rows_splice(reference.pointer, guint(position), guint(removed), guint(added))
  }

  /// Tells GTK that other rows may be chosen than before.
  package func selectionDidChange(count: Int) {
    if count > 0 { gtk_selection_model_selection_changed(model, 0, guint(count)) }
  }
}

/// What stands behind an object of a ``RowModel``.
@MainActor
package protocol RowContent: AnyObject {
  /// The object that stands for it in GTK, borrowed, or `nil`: then one is made.
  var item: UnsafeMutablePointer<GObject>? { get set }
  /// Nobody in GTK has the object any more.
  func itemIsGone()
}

/// What stands behind an object of a model, or `nil` if it is another kind of object.
@MainActor
package func rowContent(of item: UnsafeMutableRawPointer) -> (any RowContent)? {
  // Not with `map`: the runtime would ask at each row whether this is the main actor.
  guard let data = cgtk_row_data(item) else { return nil }
  // Safe because the object holds the reference as long as it lives.
  return Unmanaged<RowBox>.fromOpaque(data).takeUnretainedValue().content
}

@MainActor
private final class SourceBox {
  weak var source: (any RowModelSource)?

  init(_ source: any RowModelSource) {
    self.source = source
  }
}

/// Keeps what stands behind a row for as long as the row's object lives.
@MainActor
private final class RowBox {
  let content: any RowContent

  init(_ content: any RowContent) {
    self.content = content
  }
}

/// The object of a row, with a reference for the caller.
@MainActor
private func retainedItem(of content: any RowContent) -> UnsafeMutableRawPointer {
  if let item = content.item { return UnsafeMutableRawPointer(g_object_ref(item)) }
  // Safe because the object's destroy notify gives the reference back.
  let item = cgtk_row_new(Unmanaged.passRetained(RowBox(content)).toOpaque(), releaseRow)!
  content.item = item
  return UnsafeMutableRawPointer(item)
}

/// A row that nobody knows, for a model whose source has gone.
@MainActor
private final class NoRow: RowContent {
  var item: UnsafeMutablePointer<GObject>?

  func itemIsGone() {}
}

private let releaseRow: GDestroyNotify = { data in
  guard let data else { return }
  // Safe because it gives back the reference of `retainedItem`, once, and objects of GTK's end on the first thread.
  let box = Unmanaged<RowBox>.fromOpaque(data).takeRetainedValue()
  MainActor.assumeIsolated {
    box.content.item = nil
    box.content.itemIsGone()
  }
}

private let releaseSource: GDestroyNotify = { data in
  // Safe because it gives back the reference of `RowModel.init`, once.
  if let data { Unmanaged<SourceBox>.fromOpaque(data).release() }
}

/// What the model calls. It lives as long as the process.
@MainActor private let rowsFunctions: UnsafeMutablePointer<CgtkRowsFunctions> = {
  let functions = UnsafeMutablePointer<CgtkRowsFunctions>.allocate(capacity: 1)
  functions.initialize(to: CgtkRowsFunctions(item: rowItem, is_selected: rowIsSelected, set_selection: setRowSelection))
  return functions
}()

/// The source behind a model's data.
@MainActor
private func source(behind data: UnsafeMutableRawPointer?) -> (any RowModelSource)? {
  // Safe because the model holds the reference as long as it lives.
  data.flatMap { Unmanaged<SourceBox>.fromOpaque($0).takeUnretainedValue().source }
}

private let rowItem: @convention(c) (gpointer?, guint) -> gpointer? = { data, position in
  // Safe because it does not leave the thread.
  nonisolated(unsafe) let data = data
  nonisolated(unsafe) var item: UnsafeMutableRawPointer?
  MainActor.assumeIsolated { item = retainedItem(of: source(behind: data)?.row(at: Int(position)) ?? NoRow()) }
  return item
}

private let rowIsSelected: @convention(c) (gpointer?, guint) -> Bool = { data, position in
  // Safe because it does not leave the thread.
  nonisolated(unsafe) let data = data
  return MainActor.assumeIsolated { source(behind: data)?.isSelected(at: Int(position)) ?? false }
}

private let setRowSelection: @convention(c) (gpointer?, OpaquePointer?, OpaquePointer?) -> Bool = { data, selected, mask in
  // Safe because they do not leave the thread.
  nonisolated(unsafe) let (data, selected, mask) = (data, selected, mask)
  return MainActor.assumeIsolated {
    guard let selected, let mask else { return false }
    return source(behind: data)?.setSelection(selected, in: mask) ?? false
  }
}
