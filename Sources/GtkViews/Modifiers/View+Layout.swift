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
    /// Makes a set of its bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// One side.
    public init(_ edge: Edge) { self.init(rawValue: 1 << edge.rawValue) }
    /// The upper side.
    public static let top = Set(rawValue: 1)
    /// The side where a line of text begins.
    public static let leading = Set(rawValue: 2)
    /// The lower side.
    public static let bottom = Set(rawValue: 4)
    /// The side where a line of text ends.
    public static let trailing = Set(rawValue: 8)
    /// Both sides of a line.
    public static let horizontal: Set = [.leading, .trailing]
    /// Above and below.
    public static let vertical: Set = [.top, .bottom]
    /// All sides.
    public static let all: Set = [.horizontal, .vertical]
  }
}

extension View {
  /// Leaves room around the view.
  ///
  /// - Parameters:
  ///   - edges: On which sides.
  ///   - length: How many pixels; 12 if nothing is said. GTK knows no more than 32,767.
  public nonisolated func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> some View {
    WrappedView(content: self, wrapping: Wrapping(margins: Margins(edges, min(Int32(pixels: length ?? 12), Int32(Int16.max)))))
  }

  /// Leaves room on all sides of the view, in pixels.
  public nonisolated func padding(_ length: Double) -> some View { padding(.all, length) }

  /// Gives the view a size in pixels, or leaves one of the two to it.
  public nonisolated func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> some View {
    WrappedView(content: self, wrapping: Wrapping(width: width, height: height, alignment: alignment))
  }

  /// Bounds the view's size in pixels. `.infinity` as the largest takes all the room that there is; what is in the frame may be smaller. The
  /// ideal size is what the frame would like to have, where nothing else decides.
  public nonisolated func frame(
    minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil, idealHeight: Double? = nil,
    maxHeight: Double? = nil, alignment: Alignment = .center
  ) -> some View {
    WrappedView(
      content: self,
      wrapping: Wrapping(
        isFrame: true, minWidth: minWidth, idealWidth: idealWidth, maxWidth: maxWidth, minHeight: minHeight, idealHeight: idealHeight,
        maxHeight: maxHeight, alignment: alignment))
  }

  /// Gives the view the size that it would like to have, whatever room there is: a text has one line.
  public nonisolated func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> some View {
    WrappedView(content: self, wrapping: Wrapping(isFrame: true, fixesWidth: horizontal, fixesHeight: vertical))
  }

  /// Colours what is behind the view.
  public nonisolated func background(_ color: Color) -> some View {
    WrappedView(content: self, wrapping: Wrapping(background: color))
  }

  /// Rounds the corners of the view's background, by a radius in pixels.
  public nonisolated func cornerRadius(_ radius: Double) -> some View {
    WrappedView(content: self, wrapping: Wrapping(declarations: "border-radius: \(radius.isNaN ? 0 : min(max(radius, 0), 1_000_000))px;", clips: true))
  }

  /// Draws nothing of the view outside of its own room: what reaches over the edge of a frame, such as a picture that is ``scaledToFill()``, is
  /// cut off. The pointer does not find it there, either.
  public nonisolated func clipped() -> some View {
    WrappedView(content: self, wrapping: Wrapping(clips: true))
  }
}
