package import AppFeatures
import Foundation
package import GtkViews
import Podcasts
package import ReducerStore

/// The selected show: what it is about, and its episodes.
package struct ShowView: View {
  @Bindable private var store: StoreOf<ShowFeature>
  private let player: StoreOf<PlayerFeature>

  /// Makes the view.
  ///
  /// - Parameters:
  ///   - store: What it shows.
  ///   - player: Knows which episode plays.
  package init(store: StoreOf<ShowFeature>, player: StoreOf<PlayerFeature>) {
    self.store = store
    self.player = player
  }

  package var body: some View {
    EpisodeList(store: store, player: player)
      .searchable(text: $store.searchText.sending(\.searchTextChanged), prompt: "Search Episodes")
      .sheet(item: $store.scope(state: \.destination?.details, action: \.destination.details)) { episode in
        EpisodeDetails(store: episode, player: player)
      }
      .confirmationDialog($store.scope(state: \.destination?.removal, action: \.destination.removal))
  }
}

/// What the show is about, above its episodes: a row for each, which is made when it is seen.
private struct EpisodeList: View {
  let store: StoreOf<ShowFeature>
  let player: StoreOf<PlayerFeature>

  var body: some View {
    List {
      ShowPart { ShowHeader(store: store).padding(.vertical, 12) }
      switch store.content {
      case .loading: ProgressView().padding(24)
      case .episodes(let episodes):
        ForEach(episodes, id: \.self) { episode in
          ShowPart { EpisodePlace(store: store, player: player, episode: episode) }
        }
      case .noMatches:
        Notice(symbol: "magnifyingglass", title: "No Episodes Found", detail: "Try another word of the title.") { EmptyView() }
      }
    }
    .accessibilityLabel("Episodes")
  }
}

/// A part of a show's page. Lines stay short enough to read in a wide window.
private struct ShowPart<Content: View>: View {
  @ViewBuilder let content: Content

  var body: some View {
    content
      .padding(.horizontal, 14)
      .frame(maxWidth: 840, alignment: .topLeading)
      .frame(maxWidth: .infinity, alignment: .top)
  }
}

/// The row of an episode, below a line that divides it from what is above.
private struct EpisodePlace: View {
  let store: StoreOf<ShowFeature>
  let player: StoreOf<PlayerFeature>
  let episode: Episode.ID

  var body: some View {
    VStack(spacing: 0) {
      Divider()
      if let row = store.scope(state: \.episodes[id: episode], action: \.episodes[id: episode]) {
        EpisodeRow(store: row, player: player) { store.send(.detailsButtonClicked(episode)) }
      }
    }
  }
}

/// A show's picture, name and summary, and the button that removes it.
private struct ShowHeader: View {
  let store: StoreOf<ShowFeature>
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      HStack(alignment: .top, spacing: 12) {
        ArtworkView(artwork: store.artwork, size: sizeClass == .compact ? 48 : 72)
        VStack(alignment: .leading, spacing: 4) {
          Text(verbatim: store.title).font(sizeClass == .compact ? .headline : .title2).bold()
          if !store.author.isEmpty {
            Text(verbatim: store.author).foregroundStyle(.secondary)
          }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        Button {
          store.send(.removeButtonClicked)
        } label: {
          Image(systemName: "trash")
        }
        .buttonStyle(.borderless)
        .disabled(store.isRemoving)
        .accessibilityLabel("Remove Show")
        .help("Remove Show")
      }
      if !store.summary.isEmpty {
        Text(verbatim: store.summary).textSelection(.enabled)
      }
    }
  }
}

/// A show's picture; while it is fetched, and if it cannot be, the first letter of the show's name on a colour of its own.
package struct ArtworkView: View {
  private let artwork: Artwork
  private let size: Double

  /// Makes the picture.
  ///
  /// - Parameters:
  ///   - artwork: What it shows.
  ///   - size: Its width and height, in logical pixels.
  package init(artwork: Artwork, size: Double) {
    self.artwork = artwork
    self.size = size
  }

  package var body: some View {
    AsyncImage(url: artwork.address?.absoluteString) { image in
      image.resizable().scaledToFill()
    } placeholder: {
      Text(verbatim: artwork.initial)
        .font(.system(size: size / 2).bold())
        .foregroundStyle(.white)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(Self.colors[artwork.color])
    }
    .frame(width: size, height: size)
    .cornerRadius(size / 8)
    .accessibilityHidden(true)
  }

  private static let colors: [Color] = [.blue, .green, .orange, .red, .purple, .gray]
}
