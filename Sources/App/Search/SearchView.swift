package import AppFeatures
package import GtkViews
package import ReducerStore

/// The search over the episodes of all shows, with results while the user types.
package struct SearchView: View {
  @Bindable private var store: StoreOf<SearchFeature>
  private let player: StoreOf<PlayerFeature>
  private let artworks: EpisodeArtworks

  /// Creates the page.
  package init(store: StoreOf<SearchFeature>, player: StoreOf<PlayerFeature>, artworks: EpisodeArtworks) {
    self.store = store
    self.player = player
    self.artworks = artworks
  }

  package var body: some View {
    Group {
      if let results = store.scope(state: \.results, action: \.results) {
        SearchResults(store: results, player: player, artworks: artworks)
      } else {
        Notice(symbol: "magnifyingglass", title: "Search Your Library", detail: "Titles, notes, shows and people are searched as you type.") {
          EmptyView()
        }
      }
    }
    .searchable(text: $store.text.sending(\.textChanged), isPresented: isPresented, prompt: "Search All Episodes")
  }

  /// The page exists as long as its search field is open.
  private var isPresented: Binding<Bool> {
    Binding {
      true
    } set: { [store] isOpen in
      if !isOpen { store.send(.closed) }
    }
  }
}

/// The found episodes.
private struct SearchResults: View {
  let store: StoreOf<EpisodeListFeature>
  let player: StoreOf<PlayerFeature>
  let artworks: EpisodeArtworks

  var body: some View {
    List {
      if store.isLoading {
        ProgressView().padding(24)
      } else if store.ids.isEmpty {
        Notice(symbol: "magnifyingglass", title: "No Episodes Found", detail: "Try another word.") { EmptyView() }
      }
      EpisodeRows(store: store, player: player, artworks: artworks)
    }
    .accessibilityLabel("Episodes")
  }
}
