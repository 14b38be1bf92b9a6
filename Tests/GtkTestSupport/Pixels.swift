internal import CMainLoopTesting
public import GtkBridge
public import Testing

/// A colour on a screen, each part from 0 to 255.
public struct Pixel: Equatable, Sendable, CustomStringConvertible {
  /// How red it is.
  public let red: Int
  /// How green it is.
  public let green: Int
  /// How blue it is.
  public let blue: Int

  /// Makes a colour.
  public init(red: Int, green: Int, blue: Int) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The parts in order.
  public var description: String { "(\(red), \(green), \(blue))" }

  /// Whether each part differs by no more than rounding does.
  public func isClose(to other: Pixel, by difference: Int = 2) -> Bool {
    abs(red - other.red) <= difference && abs(green - other.green) <= difference && abs(blue - other.blue) <= difference
  }
}

/// Draws a widget, on its window's own renderer, and reads the colours of some of its points.
@MainActor public func pixels(
  of widget: some GObjectPointer, at points: [(x: Int, y: Int)], sourceLocation: SourceLocation = #_sourceLocation
) -> [Pixel] {
  let coordinates = points.flatMap { [Int32($0.x), Int32($0.y)] }
  var colors = [UInt8](repeating: 0, count: points.count * 4)
  guard mainloop_testing_read_pixels(widget.widget, coordinates, Int32(points.count), &colors) else {
    Issue.record("The points \(points) cannot be read", sourceLocation: sourceLocation)
    return points.map { _ in Pixel(red: 0, green: 0, blue: 0) }
  }
  return points.indices.map { Pixel(red: Int(colors[4 * $0]), green: Int(colors[4 * $0 + 1]), blue: Int(colors[4 * $0 + 2])) }
}

/// Says whether the desktop wants movement, as its settings do.
@MainActor public func allowAnimations(_ isAllowed: Bool) {
  mainloop_testing_allow_animations(isAllowed)
}
