internal import CMainLoopTesting
public import GtkBridge
public import Testing

/// A colour on a screen, with components from 0 to 255.
public struct Pixel: Equatable, Sendable, CustomStringConvertible {
  /// The red component.
  public let red: Int
  /// The green component.
  public let green: Int
  /// The blue component.
  public let blue: Int

  /// Creates a colour.
  public init(red: Int, green: Int, blue: Int) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The components in order.
  public var description: String { "(\(red), \(green), \(blue))" }

  /// Whether each component differs from that of another colour by at most `difference`. The default allows for
  /// rounding.
  public func isClose(to other: Pixel, by difference: Int = 2) -> Bool {
    abs(red - other.red) <= difference && abs(green - other.green) <= difference && abs(blue - other.blue) <= difference
  }
}

/// Draws a widget, on its window's own renderer, and reads the colours at points in the widget. The components are
/// multiplied by the opacity. If a point is outside of the widget, or the widget cannot be drawn, records an issue and
/// returns only black.
@MainActor public func pixels(
  of widget: some GObjectPointer, at points: [(x: Int, y: Int)], sourceLocation: SourceLocation = #_sourceLocation
) -> [Pixel] {
  let coordinates = points.flatMap { [Int32($0.x), Int32($0.y)] }
  // Red, green, blue and opacity of each point.
  var colors = [UInt8](repeating: 0, count: points.count * 4)
  guard mainloop_testing_read_pixels(widget.widget, coordinates, Int32(points.count), &colors) else {
    Issue.record("The points \(points) cannot be read", sourceLocation: sourceLocation)
    return points.map { _ in Pixel(red: 0, green: 0, blue: 0) }
  }
  return points.indices.map {
    Pixel(red: Int(colors[4 * $0]), green: Int(colors[4 * $0 + 1]), blue: Int(colors[4 * $0 + 2]))
  }
}
