package import AppFeatures
package import GtkViews
package import ReducerStore

/// The main window's content: the library above the player.
package struct AppView: View {
  @Bindable private var store: StoreOf<AppFeature>
  private let quit: @MainActor () -> Void

  /// Makes the view.
  ///
  /// - Parameters:
  ///   - store: What it shows.
  ///   - quit: Ends the program.
  package init(store: StoreOf<AppFeature>, quit: @escaping @MainActor () -> Void) {
    self.store = store
    self.quit = quit
  }

  package var body: some View {
    VStack(spacing: 0) {
      LibraryView(
        store: store.scope(state: \.library, action: \.library), player: store.scope(state: \.player, action: \.player),
        isOpening: store.isOpening, isProgressShown: store.isProgressShownInBar)
      PlayerBar(store: store.scope(state: \.player, action: \.player))
    }
    .animation(.easeOut(duration: 0.25), value: store.player.item == nil)
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .navigationTitle("Podcaster")
    .commands { AppCommands(store: store, quit: quit) }
    .alert($store.scope(state: \.alert, action: \.alert))
  }
}

/// What the program can do, in the main menu.
private struct AppCommands: Commands {
  let store: StoreOf<AppFeature>
  let quit: @MainActor () -> Void

  var body: some Commands {
    CommandGroup(after: .newItem) {
      Button("Add Podcast") { store.send(.library(.addButtonClicked)) }
        .keyboardShortcut("n")
        .disabled(!store.library.isAddButtonEnabled)
    }
    PlayerCommands(store: store.scope(state: \.player, action: \.player))
    CommandGroup(after: .appTermination) { Button("Quit", action: quit).keyboardShortcut("q") }
  }
}
