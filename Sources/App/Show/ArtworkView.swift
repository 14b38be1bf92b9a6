package import AppFeatures
import Foundation
package import GtkViews

/// A show's picture. While the picture is fetched, and if that fails, the view shows the first letter of the show's name on a colour.
package struct ArtworkView: View {
  private let artwork: Artwork
  private let size: Double

  /// Creates the picture.
  ///
  /// - Parameters:
  ///   - artwork: The picture and its placeholder.
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
        .font(.system(size: size / 2.6).bold())
        .foregroundStyle(.white)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(Self.colors[artwork.color])
    }
    .frame(width: size, height: size)
    .cornerRadius(size < 100 ? 8 : 14)
    .accessibilityHidden(true)
  }

  private static let colors: [Color] = [.blue, .green, .orange, .red, .purple, .pink]
}
