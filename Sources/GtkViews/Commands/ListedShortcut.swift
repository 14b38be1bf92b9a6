internal import GtkBridge
package import Presentation

/// A line in the window of keyboard shortcuts. It describes keys that a view handles without a command.
///
/// ```swift
/// CommandMenu("Queue") {
///   Button("Next Episode", action: playNext).keyboardShortcut("n")
///   ListedShortcut(title: "Remove from Queue", .deleteForward)
/// }
/// ```
///
/// The line does not appear in the menu.
package nonisolated struct ListedShortcut: PrimitiveView, Commands {
  let title: LocalizedStringKey
  let shortcut: KeyboardShortcut

  /// Creates a line for a key. The title of the line is looked up in the catalogue of translations.
  package init(title: LocalizedStringKey, _ key: KeyEquivalent, modifiers: EventModifiers = []) {
    self.title = title
    shortcut = KeyboardShortcut(key, modifiers: modifiers)
  }

  /// Creates the node.
  @MainActor package static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ListedShortcutNode(view, in: context)
  }
}

@MainActor
private final class ListedShortcutNode: _ViewNode<ListedShortcut>, ShortcutListing {
  var listedShortcut: ShortcutsOverview.Shortcut {
    ShortcutsOverview.Shortcut(
      title: view.title.resolved { Localization.translate($0) }, accelerator: view.shortcut.accelerator)
  }
}
