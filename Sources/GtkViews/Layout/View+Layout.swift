/// A side of a rectangle.
public enum Edge: Int8, Hashable, Sendable, CaseIterable {
  /// The upper side.
  case top
  /// The side where a line of text begins.
  case leading
  /// The lower side.
  case bottom
  /// The side where a line of text ends.
  case trailing

  /// Several sides.
  public struct Set: OptionSet, Hashable, Sendable {
    /// One bit for each side.
    public let rawValue: Int8
    /// Creates a set from its bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// Creates a set of one side.
    public init(_ edge: Edge) { self.init(rawValue: 1 << edge.rawValue) }
    /// The upper side.
    public static let top = Set(rawValue: 1)
    /// The side where a line of text begins.
    public static let leading = Set(rawValue: 2)
    /// The lower side.
    public static let bottom = Set(rawValue: 4)
    /// The side where a line of text ends.
    public static let trailing = Set(rawValue: 8)
    /// The leading and trailing sides.
    public static let horizontal: Set = [.leading, .trailing]
    /// The upper and lower sides.
    public static let vertical: Set = [.top, .bottom]
    /// All sides.
    public static let all: Set = [.horizontal, .vertical]
  }
}

extension View {
  /// Adds space around the view.
  ///
  /// - Parameters:
  ///   - edges: The sides with space.
  ///   - length: The space in pixels. The default is 12, and GTK's maximum is 32,767.
  public nonisolated func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> some View {
    WrappedView(
      content: self, wrapping: Wrapping(margins: Margins(edges, min(Int32(pixels: length ?? 12), Int32(Int16.max)))))
  }

  /// Adds space on all sides of the view, in pixels.
  public nonisolated func padding(_ length: Double) -> some View { padding(.all, length) }

  /// Sets the view's width, height or both, in pixels. If a length is `nil`, the view determines it.
  public nonisolated func frame(
    width: Double? = nil, height: Double? = nil, alignment: Alignment = .center
  ) -> some View {
    WrappedView(content: self, wrapping: Wrapping(width: width, height: height, alignment: alignment))
  }

  /// Places the view in a frame with a minimum, ideal and maximum size, in pixels. If a maximum is `.infinity`, the
  /// frame takes all available space in that direction, and the view is aligned in the frame. The ideal size is the
  /// natural size of the frame.
  public nonisolated func frame(
    minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
    idealHeight: Double? = nil,
    maxHeight: Double? = nil, alignment: Alignment = .center
  ) -> some View {
    WrappedView(
      content: self,
      wrapping: Wrapping(
        isFrame: true, minWidth: minWidth, idealWidth: idealWidth, maxWidth: maxWidth, minHeight: minHeight,
        idealHeight: idealHeight,
        maxHeight: maxHeight, alignment: alignment))
  }

  /// Gives the view its natural size in the directions that are `true`, regardless of the available space. For example,
  /// a text with a fixed width is not wrapped.
  public nonisolated func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> some View {
    WrappedView(content: self, wrapping: Wrapping(isFrame: true, fixesWidth: horizontal, fixesHeight: vertical))
  }

  /// Sets the colour behind the view.
  public nonisolated func background(_ color: Color) -> some View {
    WrappedView(content: self, wrapping: Wrapping(background: color))
  }

  /// Rounds the corners of the view, and clips the view to the rounded shape.
  ///
  /// - Parameter radius: The radius in pixels. It is limited to the range from 0 to 1,000,000.
  public nonisolated func cornerRadius(_ radius: Double) -> some View {
    WrappedView(
      content: self,
      wrapping: Wrapping(
        declarations: "border-radius: \(radius.isNaN ? 0 : min(max(radius, 0), 1_000_000))px;", clips: true))
  }

  /// Clips the view to its bounds. Content outside the bounds, such as parts of a ``scaledToFill()`` picture, is not
  /// drawn and does not receive pointer events.
  public nonisolated func clipped() -> some View {
    WrappedView(content: self, wrapping: Wrapping(clips: true))
  }
}
