package import AppFeatures
package import GtkViews
package import ReducerStore

/// The main window's content: the library above the player.
package struct AppView: View {
  @Bindable private var store: StoreOf<AppFeature>

  package init(store: StoreOf<AppFeature>) {
    self.store = store
  }

  package var body: some View {
    VStack(spacing: 0) {
      LibraryView(
        store: store.scope(state: \.library, action: \.library), player: store.scope(state: \.player, action: \.player),
        isOpening: store.isOpening)
      PlayerBar(store: store.scope(state: \.player, action: \.player))
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .navigationTitle("Podcaster")
    .toolbar {
      ToolbarItem(placement: .navigation) {
        Button {
          store.send(.library(.addButtonClicked))
        } label: {
          Image(systemName: "plus")
        }
        .disabled(!store.library.isAddButtonEnabled)
        .accessibilityLabel("Add Podcast")
        .help("Add Podcast")
      }
      if store.isProgressShownInBar {
        ToolbarItem(placement: .navigation) {
          ProgressView().accessibilityLabel("Adding podcasts…").help("Adding podcasts…")
        }
      }
    }
    .alert($store.scope(state: \.alert, action: \.alert))
  }
}
