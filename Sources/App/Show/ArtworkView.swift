package import AppFeatures
import Foundation
package import GtkViews

/// The picture of a show, an episode or a participant. The view shows the first letter of the name on a colour while
/// the picture is being fetched, if the fetch fails, and if there is no picture.
package struct ArtworkView: View {
  private let artwork: Artwork
  /// The width and height at the normal text size, in logical pixels.
  private let normalSize: Double
  private let growsWithText: Bool
  @Environment(\.textScale) private var textScale
  @Environment(\.horizontalSizeClass) private var sizeClass

  /// Creates the picture.
  ///
  /// - Parameters:
  ///   - artwork: The address of the picture, and the letter and the colour of its placeholder.
  ///   - size: The width and height at the normal text size, in logical pixels.
  ///   - growsWithText: Whether the picture is larger with larger text.
  package init(artwork: Artwork, size: Double, growsWithText: Bool = true) {
    self.artwork = artwork
    normalSize = size
    self.growsWithText = growsWithText
  }

  /// The width and height at the current text size.
  private var size: Double {
    guard growsWithText else { return normalSize }
    return (normalSize * .lengthScale(textScale, isLimited: sizeClass == .compact || normalSize >= Self.largeSize))
      .rounded()
  }

  package var body: some View {
    AsyncImage(url: artwork.picture) { image in
      image.resizable().scaledToFill()
    } placeholder: {
      Text(verbatim: artwork.initial)
        // The size of the letter is the size of the picture divided by 2.6. `Text` multiplies the size of its font by
        // the text scale, so the size is divided by the scale here.
        .font(.system(size: size / 2.6 / textScale).bold())
        .foregroundStyle(.white)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(Self.colors[artwork.colorIndex])
    }
    .frame(width: size, height: size)
    .cornerRadius(normalSize < Self.largeSize ? 8 : 14)
    .accessibilityHidden(true)
  }

  /// The size from which a picture counts as large, in logical pixels. Large pictures are next to titles, and small
  /// ones in rows.
  private static let largeSize = 96.0
  /// The colours of the placeholders, ``Artwork/colorCount`` in number.
  private static let colors: [Color] = [.blue, .green, .orange, .red, .purple, .pink]
}

extension Double {
  /// Returns the factor for the sizes of pictures and controls at a text scale.
  ///
  /// - Parameter isLimited: Whether pictures and controls grow only half as much as the text, so that the text next to
  ///   them has room. `true` in narrow windows and for large pictures.
  static func lengthScale(_ textScale: Double, isLimited: Bool) -> Double {
    isLimited ? 1 + (textScale - 1) / 2 : textScale
  }
}
