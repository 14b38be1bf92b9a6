internal import CGtk
internal import GtkBridge

/// Type-ahead in a list: finds the row that begins with the typed letters.
///
/// Letters that follow each other within one second form the searched prefix. A single letter, or the same letter
/// repeatedly, moves to the next row that begins with this letter. With different letters, the search begins at the row
/// with the focus, so the focus stays if this row begins with the whole prefix. After the last row, the search
/// continues at the first row.
@MainActor
final class TypeAhead {
  /// The maximum number of rows without views that a search reads. Their elements may be slow to read, for example from
  /// a database.
  static let maxRowsWithoutViews = 10_000

  private weak var rowsView: RowsView?
  private let isFindable: @MainActor (_ position: Int) -> Bool
  private let moveFocus: @MainActor (_ position: Int) -> Void
  /// The letters of the current prefix, in lower case.
  private var typed = ""
  /// The time of the last letter, in seconds.
  private var lastLetterTime = -Double.infinity

  /// Handles the letters that no widget in a row has handled.
  ///
  /// - Parameters:
  ///   - rowsView: The list.
  ///   - isFindable: Returns whether the search may find the row at a position.
  ///   - moveFocus: Moves the focus to the row at a position.
  init(
    of rowsView: RowsView, isFindable: @escaping @MainActor (Int) -> Bool, moveFocus: @escaping @MainActor (Int) -> Void
  ) {
    self.rowsView = rowsView
    self.isFindable = isFindable
    self.moveFocus = moveFocus
    let keys = gtk_event_controller_key_new()!
    connect(keys, .keyPressed) { [weak self] in self?.keyWasPressed($0) ?? false }
    gtk_widget_add_controller(rowsView.listView.widget, keys)
  }

  /// Called when a key is pressed. Returns whether this object has handled the key.
  private func keyWasPressed(_ key: KeyPress) -> Bool {
    let excludedModifiers =
      GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue | GDK_META_MASK.rawValue
    guard key.modifiers.rawValue & excludedModifiers == 0, let letter = letter(of: key), let rowsView,
      let focused = rowsView.focusedPosition
    else { return false }
    let time = TypedLetters.currentTime()
    if time - lastLetterTime > 1 { typed = "" }
    // At the start of a prefix, the space bar selects a row and is not a letter.
    if letter == " ", typed.isEmpty { return false }
    lastLetterTime = time
    typed.append(String(letter).lowercased())
    let isRepeated = Set(typed).count == 1
    let prefix = isRepeated ? String(typed.prefix(1)) : typed
    if let position = find(prefix, from: isRepeated ? focused + 1 : focused, in: rowsView) {
      // Within the next second, the space bar is a letter and not a shortcut.
      TypedLetters.lastLetterTime = time
      moveFocus(position)
      return true
    }
    // A single letter that finds no row is not handled, because it may be a keyboard shortcut. A later letter of a
    // prefix is handled in any case.
    let isFirstLetter = typed.count == 1
    if isFirstLetter { typed = "" }
    return !isFirstLetter
  }

  private func letter(of key: KeyPress) -> Character? {
    guard let scalar = Unicode.Scalar(gdk_keyval_to_unicode(key.key)), g_unichar_isprint(scalar.value) != 0 else {
      return nil
    }
    return Character(scalar)
  }

  /// Returns the position of the first row that begins with a text. The search begins at `start`. It continues at the
  /// first row after it has reached the last row. Returns `nil` if no row is found, or if too many rows without views
  /// were read.
  private func find(_ text: String, from start: Int, in rowsView: RowsView) -> Int? {
    let count = rowsView.rows.count
    guard count > 0 else { return nil }
    var rowsWithoutViews = 0
    for step in 0..<count {
      let position = (start + step) % count
      let rowText = rowsView.rows.text(at: position)
      if rowText?.hasViews != true { rowsWithoutViews += 1 }
      if rowsWithoutViews > Self.maxRowsWithoutViews { return nil }
      if let rowText, Self.folded(rowText.text).hasPrefix(text), isFindable(position) { return position }
    }
    return nil
  }

  /// Returns a text without leading white space, in lower case.
  private static func folded(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace)).lowercased()
  }
}
