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
            }
          }
        }
      }
      .padding(12)
      .frame(maxWidth: .infinity, alignment: .topLeading)
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

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      HStack(alignment: .top, spacing: 12) {
        ArtworkView(artwork: show.artwork, size: 72)
        VStack(alignment: .leading, spacing: 4) {
          Text(verbatim: show.title).font(.title2).bold()
          if !show.author.isEmpty {
            Text(verbatim: show.author).foregroundStyle(.secondary)
          }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
      if !show.summary.isEmpty {
        Text(verbatim: show.summary).textSelection(.enabled)
      }
      Button("Remove Show", action: show.removeButtonClicked)
        .disabled(show.isRemoving)
        .accessibilityLabel("Remove Show")
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
