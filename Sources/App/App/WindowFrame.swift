/// The size of the window, and whether it is maximized. The raw value, such as `1000 700` or `1000 700 maximized`, is
/// saved for the next start.
package struct WindowFrame: Hashable, Sendable, RawRepresentable {
  /// The width in logical pixels, without the desktop's decorations.
  package var width: Int32
  /// The height in logical pixels, without the desktop's decorations.
  package var height: Int32
  /// Whether the window fills the screen.
  package var isMaximized: Bool

  /// The valid sizes in logical pixels.
  private static let (validWidths, validHeights): (ClosedRange<Int32>, ClosedRange<Int32>) = (
    360...16_384, 300...16_384
  )

  /// Creates a frame. A size outside of the valid range is replaced by the nearest valid size.
  package init(width: Int32 = 1000, height: Int32 = 700, isMaximized: Bool = false) {
    self.width = min(max(width, Self.validWidths.lowerBound), Self.validWidths.upperBound)
    self.height = min(max(height, Self.validHeights.lowerBound), Self.validHeights.upperBound)
    self.isMaximized = isMaximized
  }

  /// Creates a frame from a saved raw value. Returns `nil` if the text is not a valid raw value.
  package init?(rawValue: String) {
    let parts = rawValue.split(separator: " ")
    guard (2...3).contains(parts.count), let width = Int32(parts[0]), let height = Int32(parts[1]),
      parts.count == 2 || parts[2] == "maximized"
    else { return nil }
    self.init(width: width, height: height, isMaximized: parts.count == 3)
  }

  package var rawValue: String { "\(width) \(height)" + (isMaximized ? " maximized" : "") }
}
