internal import CGtk
internal import GtkBridge

/// Type-ahead in a list: finds the row that begins with the typed letters.
///
/// Letters that follow each other within one second form a prefix. A single letter, or the same letter repeatedly,
/// moves to the next row that begins with this letter. With several letters, the search begins at the row with the
/// focus, so the focus stays at a row that begins with all of them. After the last row, the search continues at the
/// first row.
@MainActor
final class TypeAhead {
  /// The maximum number of rows without views that a search reads. Their elements may be slow to read, for example from
  /// a database.
  static let maxRowsWithoutViews = 10_000

  private weak var list: RowsView?
  private let isFindable: @MainActor (_ position: Int) -> Bool
  private let goTo: @MainActor (_ position: Int) -> Void
  private var typed = ""
  private var lastTime = -Double.infinity

  /// Handles the letters that no widget in a row has handled.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - isFindable: Returns whether the search may find the row at a position.
  ///   - goTo: Moves the focus to the row at a position.
  init(of list: RowsView, isFindable: @escaping @MainActor (Int) -> Bool, goTo: @escaping @MainActor (Int) -> Void) {
    self.list = list
    self.isFindable = isFindable
    self.goTo = goTo
    let keys = gtk_event_controller_key_new()!
    connect(keys, .keyPressed) { [weak self] in self?.press($0) ?? false }
    gtk_widget_add_controller(list.listView.widget, keys)
  }

  private func press(_ key: KeyPress) -> Bool {
    let held = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue | GDK_META_MASK.rawValue
    guard key.modifiers.rawValue & held == 0, let letter = letter(of: key), let list, let focused = list.focusedPosition
    else { return false }
    let time = TypedLetters.time()
    if time - lastTime > 1 { typed = "" }
    // The space bar alone selects a row.
    if letter == " ", typed.isEmpty { return false }
    lastTime = time
    typed.append(Self.folded(String(letter)))
    let isRepeated = Set(typed).count == 1
    let prefix = isRepeated ? String(typed.prefix(1)) : typed
    if let position = find(prefix, from: isRepeated ? focused + 1 : focused, in: list) {
      TypedLetters.lastTime = time
      goTo(position)
      return true
    }
    // A single letter without a match may be a shortcut.
    let isFirst = typed.count == 1
    if isFirst { typed = "" }
    return !isFirst
  }

  private func letter(of key: KeyPress) -> Character? {
    guard let scalar = Unicode.Scalar(gdk_keyval_to_unicode(key.key)), g_unichar_isprint(scalar.value) != 0 else {
      return nil
    }
    return Character(scalar)
  }

  private func find(_ text: String, from start: Int, in list: RowsView) -> Int? {
    let count = list.rows.count
    guard count > 0 else { return nil }
    var rowsWithoutViews = 0
    for step in 0..<count {
      let position = (start + step) % count
      let words = list.rows.text(at: position)
      if words?.hasViews != true { rowsWithoutViews += 1 }
      if rowsWithoutViews > Self.maxRowsWithoutViews { return nil }
      if let words, Self.folded(words.text).hasPrefix(text), isFindable(position) { return position }
    }
    return nil
  }

  /// Returns a text without leading white space, in lower case.
  private static func folded(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace)).lowercased()
  }
}
