/// The commands that the library adds to the menu of a program that is an ``App``.
nonisolated struct ProgramCommands: View {
  /// Whether the program has a ``Settings`` scene.
  let hasSettings: Bool
  @Environment(\.sceneWindows) private var windows

  init(hasSettings: Bool) {
    self.hasSettings = hasSettings
  }

  @MainActor var body: some View {
    if hasSettings {
      CommandGroup(replacing: .appSettings) {
        Button("Settings") { windows?.showSettings() }.keyboardShortcut(",")
      }
    }
    CommandGroup(replacing: .appTermination) {
      Button("Quit") { windows?.closeAll() }.keyboardShortcut("q")
    }
  }
}
