import GtkViews

extension GalleryPage {
  static let commands = GalleryPage(
    "commands", "Commands", in: .controls,
    "The commands of a program are in a menu at the end of the title bar. F10 opens it. Control and the question mark show all keys.",
    names: [
      "Commands", "CommandsBuilder", "CommandMenu", "CommandGroup", "CommandGroupPlacement", "commands(content:)",
    ],
    code: """
      CommandMenu("Playback") { Button("Louder", action: louder).keyboardShortcut("u") }
      CommandGroup(after: .newItem) { Button("Silent", action: silent).keyboardShortcut("m") }
      """
  ) { CommandsPage() }
}

private struct CommandsPage: View {
  @State private var volume = 5

  var body: some View {
    Text(verbatim: "The volume is \(volume). Look into the menu at the end of the title bar.")
      .commands { PlayerCommands(louder: { volume += 1 }, silent: { volume = 0 }) }
  }
}

/// The commands that the page adds to the menu.
private struct PlayerCommands: Commands {
  let louder: @MainActor () -> Void
  let silent: @MainActor () -> Void

  var body: some Commands {
    CommandMenu("Playback") { Button("Louder", action: louder).keyboardShortcut("u") }
    CommandGroup(after: .newItem) { Button("Silent", action: silent).keyboardShortcut("m") }
  }
}
