import GtkViews

extension GalleryPage {
  static let shortcuts = GalleryPage(
    "shortcuts", "Keys", in: .controls,
    "A shortcut activates a button from anywhere in its window. A view can also handle keys while it has the focus.",
    names: [
      "KeyboardShortcut", "KeyEquivalent", "EventModifiers", "keyboardShortcut(_:)", "keyboardShortcut(_:modifiers:)",
      "KeyPressResult", "onKeyPress(_:action:)",
    ],
    code: """
      Button("Louder") { volume += 1 }.keyboardShortcut(louder.key, modifiers: louder.modifiers)
      Button("Silent") { volume = 0 }.keyboardShortcut(.defaultAction)
      """
  ) { ShortcutsPage() }
}

private struct ShortcutsPage: View {
  @State private var volume = 5
  private let louder = KeyboardShortcut(KeyEquivalent("l"), modifiers: [.command, .shift] as EventModifiers)

  var body: some View {
    Specimens {
      HStack(spacing: 12) {
        Button("Louder") { volume += 1 }.keyboardShortcut(louder.key, modifiers: louder.modifiers)
        Text("Control, Shift and L").foregroundStyle(.secondary)
      }
      HStack(spacing: 12) {
        Button("Silent") { volume = 0 }.keyboardShortcut(.defaultAction)
        Text("Return").foregroundStyle(.secondary)
      }
      HStack(spacing: 12) {
        Button("Press Q while This Has the Focus") {}.onKeyPress("q", action: decreaseVolume)
        Text("Q").foregroundStyle(.secondary)
      }
      Text(verbatim: "The volume is \(volume).")
    }
  }

  private func decreaseVolume() -> KeyPressResult {
    guard volume > 0 else { return .ignored }
    volume -= 1
    return .handled
  }
}
