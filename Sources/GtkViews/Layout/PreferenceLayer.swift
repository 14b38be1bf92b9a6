extension View {
  /// Adds an overlay in front of this view. The overlay is created from the preference value of the views inside this
  /// view.
  @preconcurrency public nonisolated func overlayPreferenceValue<Key: PreferenceKey, Overlay: View>(
    _ key: Key.Type = Key.self, alignment: Alignment = .center,
    @ViewBuilder _ transform: @escaping @MainActor (Key.Value) -> Overlay
  ) -> some View where Key.Value: Equatable {
    PreferenceLayer<Self, Key, Overlay>(
      content: self, isLayerInFront: true, alignment: alignment, transform: transform)
  }

  /// Adds a background behind this view. The background is created from the preference value of the views inside this
  /// view.
  @preconcurrency public nonisolated func backgroundPreferenceValue<Key: PreferenceKey, Background: View>(
    _ key: Key.Type = Key.self, alignment: Alignment = .center,
    @ViewBuilder _ transform: @escaping @MainActor (Key.Value) -> Background
  ) -> some View where Key.Value: Equatable {
    PreferenceLayer<Self, Key, Background>(
      content: self, isLayerInFront: false, alignment: alignment, transform: transform)
  }
}

/// A view with a layer in front of its content or behind it. The layer is created from the preference value of the
/// views inside the content.
private nonisolated struct PreferenceLayer<Content: View, Key: PreferenceKey, Layer: View>: View
where Key.Value: Equatable {
  let content: Content
  let isLayerInFront: Bool
  let alignment: Alignment
  let transform: @MainActor (Key.Value) -> Layer
  @State private var preferenceValue = Key.defaultValue

  @MainActor var body: some View {
    let observedContent = content.onPreferenceChange(Key.self) { preferenceValue = $0 }
    if isLayerInFront {
      observedContent.overlay(alignment: alignment) { transform(preferenceValue) }
    } else {
      observedContent.background(alignment: alignment) { transform(preferenceValue) }
    }
  }
}
