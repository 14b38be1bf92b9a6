package import AppFeatures
import Foundation
package import GtkViews

/// The selected show: what it is about, and its episodes.
package struct ShowView: View {
  private let show: ShowFeature

  package init(show: ShowFeature) {
    self.show = show
  }

  package var body: some View {
    ScrollView {
      VStack(alignment: .leading, spacing: 12) {
        ShowHeader(show: show)
        Divider()
        if show.isLoading {
          ProgressView().frame(maxWidth: .infinity)
        } else {
          VStack(spacing: 0) {
            ForEach(show.episodes) { episode in
              EpisodeRow(episode: episode) { show.detailsButtonClicked(episode) }
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
    .sheet(item: Bindable(show).details) { episode in
      EpisodeDetails(episode: episode, closeButtonClicked: show.detailsClosed)
    }
    .confirmationDialog(Bindable(show).removal) { show.removalAnswered($0) }
  }
}

/// A show's picture, name and summary, and the button that removes it.
private struct ShowHeader: View {
  let show: ShowFeature
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      HStack(alignment: .top, spacing: 12) {
        ArtworkView(artwork: show.artwork, size: sizeClass == .compact ? 48 : 72)
        VStack(alignment: .leading, spacing: 4) {
          Text(verbatim: show.title).font(sizeClass == .compact ? .headline : .title2).bold()
          if !show.author.isEmpty {
            Text(verbatim: show.author).foregroundStyle(.secondary)
          }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        Button(action: show.removeButtonClicked) {
          Image(systemName: "trash")
        }
        .buttonStyle(.borderless)
        .disabled(show.isRemoving)
        .accessibilityLabel("Remove Show")
        .help("Remove Show")
      }
      if !show.summary.isEmpty {
        Text(verbatim: show.summary).textSelection(.enabled)
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
