package import AppFeatures
import Foundation
package import GtkViews
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
    ScrollView {
      VStack(alignment: .leading, spacing: 12) {
        ShowHeader(store: store)
        Divider()
        if store.isLoading {
          ProgressView().frame(maxWidth: .infinity)
        } else {
          VStack(spacing: 0) {
            ForEach(store.scope(state: \.episodes, action: \.episodes)) { episode in
              EpisodeRow(store: episode, player: player) { store.send(.detailsButtonClicked(episode.state.id)) }
              Divider()
            }
          }
        }
      }
      .padding(16)
      // Lines stay short enough to read in a wide window.
      .frame(maxWidth: 840, alignment: .topLeading)
      .frame(maxWidth: .infinity, alignment: .top)
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .sheet(item: $store.scope(state: \.destination?.details, action: \.destination.details)) { episode in
      EpisodeDetails(store: episode, player: player)
    }
    .confirmationDialog($store.scope(state: \.destination?.removal, action: \.destination.removal))
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

/// A show's picture, or the first letter of its name on a colour of its own.
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
    Group {
      if let file = artwork.file {
        Image(path: file.path).resizable()
      } else {
        Text(verbatim: artwork.initial)
          .font(.system(size: size / 2).bold())
          .foregroundStyle(.white)
          .frame(maxWidth: .infinity, maxHeight: .infinity)
          .background(Self.colors[artwork.color])
      }
    }
    .frame(width: size, height: size)
    .cornerRadius(size / 8)
    .accessibilityHidden(true)
  }

  private static let colors: [Color] = [.blue, .green, .orange, .red, .purple, .gray]
}
