/// The commands that the library adds to the menu of a program that is an ``App``.
nonisolated struct ProgramCommands: View {
  /// Whether the program has a ``Settings`` scene.
  let offersSettings: Bool
  @Environment(\.sceneWindows) private var windows

  init(offersSettings: Bool) {
    self.offersSettings = offersSettings
  }

  @MainActor var body: some View {
    if offersSettings {
      CommandGroup(replacing: .appSettings) {
        Button("Settings") { windows?.showSettings() }.keyboardShortcut(",")
      }
    }
    CommandGroup(replacing: .appTermination) {
      Button("Quit") { windows?.closeAll() }.keyboardShortcut("q")
    }
  }
}
