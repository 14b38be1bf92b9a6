extension Image {
  /// The size of a symbol relative to text.
  public enum Scale: Hashable, Sendable, CaseIterable {
    /// Smaller than the default.
    case small
    /// The default size.
    case medium
    /// Larger than the default.
    case large

    /// The size divided by the default size.
    var factor: Double {
      switch self {
      case .small: 0.8
      case .medium: 1
      case .large: 1.3
      }
    }
  }
}

private struct ImageScaleKey: EnvironmentKey {
  static var defaultValue: Image.Scale { .medium }
}

extension EnvironmentValues {
  /// The size of symbols relative to text.
  public var imageScale: Image.Scale {
    get { self[ImageScaleKey.self] }
    set { self[ImageScaleKey.self] = newValue }
  }
}

extension View {
  /// Sets the size of symbols in this view relative to text.
  public nonisolated func imageScale(_ scale: Image.Scale) -> some View { EnvironmentView(self, \.imageScale, scale) }
}

extension Image {
  /// Scales the image to its space without a change of its proportions. With `fit`, the whole image is visible. With
  /// `fill`, the image covers the space.
  public func aspectRatio(contentMode mode: ContentMode) -> Image { mode == .fit ? scaledToFit() : scaledToFill() }
}
