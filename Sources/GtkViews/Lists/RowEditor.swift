internal import CGtk
internal import GtkBridge
internal import Presentation

/// A key that deletes or moves the row with the focus.
package struct RowKey: Hashable {
  package enum Edit {
    case delete
    case moveUp
    case moveDown
  }

  /// One of GDK's `GDK_KEY_…`.
  package let key: Int32
  /// The modifiers that are held with the key, as GDK's bits.
  package let modifiers: UInt32

  /// All keys with their edits.
  package static let all: [RowKey: Edit] = [
    RowKey(key: GDK_KEY_Delete, modifiers: 0): .delete, RowKey(key: GDK_KEY_KP_Delete, modifiers: 0): .delete,
    RowKey(key: GDK_KEY_Up, modifiers: GDK_ALT_MASK.rawValue): .moveUp,
    RowKey(key: GDK_KEY_KP_Up, modifiers: GDK_ALT_MASK.rawValue): .moveUp,
    RowKey(key: GDK_KEY_Down, modifiers: GDK_ALT_MASK.rawValue): .moveDown,
    RowKey(key: GDK_KEY_KP_Down, modifiers: GDK_ALT_MASK.rawValue): .moveDown,
  ]
}

/// Deletes and moves rows of a list when the user presses a key, selects an entry of the context menu or drags rows.
///
/// The loop of a row is the ``ForEach`` that has created the row. An edit is an action of the loop.
@MainActor
final class RowEditor {
  private weak var rowsView: RowsView?
  private let selectedPositions: @MainActor () -> [Int]
  private var drags: RowDrags?
  private var menu: MenuPopover?

  /// Creates the editor, which handles the keys that no widget in a row has handled.
  ///
  /// - Parameters:
  ///   - rowsView: The list.
  ///   - selectedPositions: Returns the positions of the selected rows.
  init(of rowsView: RowsView, selectedPositions: @escaping @MainActor () -> [Int]) {
    self.rowsView = rowsView
    self.selectedPositions = selectedPositions
    let keyController = gtk_event_controller_key_new()!
    connect(keyController, .keyPressed) { [weak self] in self?.keyWasPressed($0) ?? false }
    gtk_widget_add_controller(rowsView.listView.widget, keyController)
  }

  /// Enables dragging. Further calls have no effect.
  func allowDrags() {
    guard drags == nil, let rowsView else { return }
    drags = RowDrags(of: rowsView, self)
  }

  /// Ends the editor when the list ends.
  func end() {
    closeMenu()
    drags?.end()
    drags = nil
  }

  /// Called when a key is pressed. Performs the edit of the key on the row with the focus. Returns whether the key was
  /// handled.
  private func keyWasPressed(_ key: KeyPress) -> Bool {
    // Other modifiers, such as Caps Lock, do not matter.
    let mask = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SHIFT_MASK.rawValue | GDK_SUPER_MASK.rawValue
    let pressed = RowKey(key: Int32(key.key), modifiers: key.modifiers.rawValue & mask)
    guard let position = rowsView?.focusedPosition, let edit = RowKey.all[pressed] else { return false }
    switch edit {
    case .delete: return delete(at: position)
    case .moveUp: return move(at: position, by: -1)
    case .moveDown: return move(at: position, by: 1)
    }
  }

  /// Returns the loop of a row, and the positions of the rows to edit: all selected rows of the loop if the row is
  /// selected, otherwise only the row. `nil` if the row is not in an enabled loop.
  func positionsToEdit(for position: Int) -> (loop: any RowLoop, positions: [Int])? {
    guard let rowsView, let index = rowsView.rows.forEachIndex(at: position), isEditable(index) else { return nil }
    let others = otherSelectedPositions(for: position).filter {
      rowsView.rows.forEachIndex(at: $0)?.loop === index.loop
    }
    return (index.loop, [position] + others)
  }

  /// Returns the loop of a row, and the offsets of the elements to edit. `nil` if the row is not in an enabled loop.
  private func elementsToEdit(for position: Int) -> (loop: any RowLoop, offsets: RowOffsets)? {
    guard let rowsView, let (loop, positions) = positionsToEdit(for: position) else { return nil }
    return (loop, RowOffsets(positions.compactMap { rowsView.rows.forEachIndex(at: $0)?.offset }))
  }

  /// Returns the positions of the other selected rows if the row is selected, otherwise none.
  private func otherSelectedPositions(for position: Int) -> [Int] {
    guard let rowsView, rowsView.rows.isSelected(at: position) else { return [] }
    return selectedPositions().filter { $0 != position }
  }

  /// Whether the loop of an element still exists and is enabled.
  private func isEditable(_ index: ForEachIndex) -> Bool { index.loop.isMounted && index.loop.environment.isEnabled }
}

extension RowEditor {
  /// Deletes a row. If the row is selected, also deletes the other selected rows that can be deleted, of all loops.
  /// Returns `false` if the row cannot be deleted.
  private func delete(at position: Int) -> Bool {
    guard let rowsView, deletableIndex(at: position) != nil else { return false }
    let others = otherSelectedPositions(for: position).filter { deletableIndex(at: $0) != nil }
    var deletions: [(loop: any RowLoop, offsets: [Int])] = []
    for index in ([position] + others).compactMap(deletableIndex) {
      if let deletion = deletions.firstIndex(where: { $0.loop === index.loop }) {
        deletions[deletion].offsets.append(index.offset)
      } else {
        deletions.append((index.loop, [index.offset]))
      }
    }
    let deleted = rowsView.rows.sourceRow(at: position)
    // The number of other deleted rows above the row.
    let otherCountBefore = others.count { $0 < position }
    for (loop, offsets) in deletions { loop.edits.delete?(RowOffsets(offsets)) }
    ViewGraph.shared.afterUpdate { [weak self] in self?.focusNext(after: deleted, at: position - otherCountBefore) }
    return true
  }

  /// Returns the element of the row at a position, or `nil` if the row cannot be deleted.
  private func deletableIndex(at position: Int) -> ForEachIndex? {
    guard let index = rowsView?.rows.forEachIndex(at: position), isEditable(index), index.loop.edits.delete != nil
    else { return nil }
    return index
  }

  /// After a row was deleted, moves the keyboard focus to the row that is now at `position`, or else to the nearest
  /// row. Does nothing if `deleted` still exists, because the program may reject a deletion.
  private func focusNext(after deleted: SourceRow?, at position: Int) {
    guard let rowsView, let deleted, rowsView.rows.forEachIndex(of: deleted) == nil else { return }
    let count = rowsView.rows.count
    let nearestPositions = Array(position..<max(position, count)) + (0..<min(position, count)).reversed()
    rowsView.focusFirst(of: nearestPositions)
    // GTK 4.18 may not have a widget for the nearest row yet, or may move the focus again when it removes the deleted
    // row. So the focus is moved a second time after the layout pass.
    ScrollPosition.afterLayout(of: rowsView.listView.widget) { [weak rowsView] in
      if let rowsView, rowsView.focusedPosition != nil { rowsView.focusFirst(of: nearestPositions) }
    }
  }

  /// Moves a row up (`step` is -1) or down (`step` is 1) by one position, with all selected rows of its loop if the row
  /// is selected. Returns `false` if the loop's rows cannot be moved.
  private func move(at position: Int, by step: Int) -> Bool {
    guard let rowsView, let (loop, offsets) = elementsToEdit(for: position), let move = loop.edits.move else {
      return false
    }
    // At the edge of the loop, the key is handled although nothing moves.
    guard let destination = destination(of: offsets, by: step, in: loop) else { return true }
    let moved = rowsView.rows.sourceRow(at: position)
    move(offsets, destination)
    ViewGraph.shared.afterUpdate { [weak self] in self?.keepFocus(on: moved) }
    return true
  }

  /// Returns the offset of the element before which the rows at `offsets` are inserted when they move by `step`: -1 or
  /// 1. All offsets are those before the move. `nil` if a row is already at the start or at the end of the loop.
  private func destination(of offsets: RowOffsets, by step: Int, in loop: any RowLoop) -> Int? {
    guard let first = offsets.first, let last = offsets.last else { return nil }
    if step < 0 { return first > 0 ? first - 1 : nil }
    return last + 1 < loop.elementCount ? last + 2 : nil
  }

  /// Moves the focus back to a row that was moved by a key or the menu, and scrolls until the row is visible.
  private func keepFocus(on moved: SourceRow?) {
    guard let rowsView, let moved, moved.row.isBound, let widget = moved.row.listItem?.outerWidget,
      let position = rowsView.listItems.position(of: widget)
    else { return }
    if gtk_widget_get_focus_child(rowsView.listView.widget) != widget { _ = RowFocus.giveFocus(to: widget) }
    gtk_widget_activate_action_variant(
      rowsView.listView.widget, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
  }
}

extension RowEditor {
  /// Opens the menu with the edits of a row. Returns `false` if the row can be neither deleted nor moved.
  ///
  /// - Parameters:
  ///   - position: The position of the row in the list.
  ///   - location: The place of the menu in the list's widget.
  func openMenu(at position: Int, _ location: ContextMenus.Location) -> Bool {
    guard let rowsView, let (loop, offsets) = elementsToEdit(for: position),
      let sourceRow = rowsView.rows.sourceRow(at: position), let anchor = sourceRow.row.widget
    else { return false }
    var contents = MenuContents()
    if loop.edits.move != nil {
      for (title, step) in [(Localization.translate("Move Up"), -1), (Localization.translate("Move Down"), 1)] {
        let isPossible = destination(of: offsets, by: step, in: loop) != nil
        contents.add(
          MenuItem(title: title, isEnabled: isPossible) { [weak self] in
            self?.perform(on: sourceRow) { $0.move(at: $1, by: step) }
          })
      }
    }
    if loop.edits.delete != nil {
      contents.add(
        MenuItem(title: Localization.translate("Delete"), isEnabled: true) { [weak self] in
          self?.perform(on: sourceRow) { $0.delete(at: $1) }
        })
    }
    guard !contents.entries.isEmpty else { return false }
    closeMenu()
    let location = location.converted(from: rowsView.listView.widget, to: anchor)
    menu = MenuPopover(contents, at: anchor, location) { [weak self] in self?.closeMenu() }
    return true
  }

  /// Performs an edit on a row at its current position. Does nothing if the row was removed.
  private func perform(on sourceRow: SourceRow, _ edit: @MainActor (RowEditor, Int) -> Bool) {
    guard let rowsView, rowsView.rows.forEachIndex(of: sourceRow) != nil,
      let widget = sourceRow.row.listItem?.outerWidget,
      let position = rowsView.listItems.position(of: widget)
    else { return }
    _ = edit(self, position)
  }

  private func closeMenu() {
    let open = menu
    menu = nil
    open?.end()
  }
}
