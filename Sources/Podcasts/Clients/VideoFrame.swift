package import Foundation

/// A picture of a video.
package struct VideoFrame: Sendable {
  /// The position in the audio at which the picture replaces the one before.
  package var position: Duration
  /// The number of pixels in a row.
  package var width: Int
  /// The number of rows.
  package var height: Int
  /// The number of bytes from one row to the next.
  package var bytesPerRow: Int
  /// The pixels, with four bytes for each: blue, green, red and 255.
  package var pixels: Data

  package init(position: Duration, width: Int, height: Int, bytesPerRow: Int, pixels: Data) {
    self.position = position
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
    self.pixels = pixels
  }
}
