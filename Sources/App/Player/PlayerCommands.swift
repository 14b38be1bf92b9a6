package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

/// The commands for the episode in the player, in the main menu and on the keyboard.
package struct PlayerCommands: Commands {
  private let store: StoreOf<PlayerFeature>

  /// Creates the commands.
  package init(store: StoreOf<PlayerFeature>) {
    self.store = store
  }

  package var body: some Commands {
    CommandMenu("Playback") {
      Button(store.isPlaying ? "Pause" : "Play") { store.send(.playButtonToggled(!store.isPlaying)) }
        // A focused text field or button receives the space bar first. The second shortcut, Control+Space, works with
        // any focus.
        .keyboardShortcut(.space, modifiers: [])
        .keyboardShortcut(.space)
        .disabled(store.item == nil)
      Button("Back \(store.settings.skipBack, specifier: "%lld") Seconds") {
        store.send(.skipButtonClicked(isForward: false))
      }
      .keyboardShortcut(.leftArrow, modifiers: [])
      .keyboardShortcut(.leftArrow, modifiers: [.command, .shift])
      .disabled(!store.canSeek)
      Button("Forward \(store.settings.skipForward, specifier: "%lld") Seconds") {
        store.send(.skipButtonClicked(isForward: true))
      }
      .keyboardShortcut(.rightArrow, modifiers: [])
      .keyboardShortcut(.rightArrow, modifiers: [.command, .shift])
      .disabled(!store.canSeek)
      Button("Slower") { store.send(.rateStepped(isFaster: false)) }
        .keyboardShortcut("[", modifiers: [])
        .disabled(store.item == nil)
      Button("Faster") { store.send(.rateStepped(isFaster: true)) }
        .keyboardShortcut("]", modifiers: [])
        .disabled(store.item == nil)
      Button("Now Playing") { store.send(.titleClicked) }
        .keyboardShortcut("i")
        .disabled(store.item == nil)
      Button("Show Video") { store.send(.videoButtonClicked) }
        .keyboardShortcut("v", modifiers: [.command, .shift])
        .disabled(!store.hasVideo)
      Button("Sleep in 5 More Minutes") { store.send(.sleepTimerExtended) }
        .keyboardShortcut("e", modifiers: [.command, .shift])
        .disabled(store.sleepText == nil)
    }
  }
}
