extension View {
  /// Adds an overlay in front of this view. The overlay is created from the value of the preference that the views in
  /// this view set.
  @preconcurrency public nonisolated func overlayPreferenceValue<Key: PreferenceKey, Overlay: View>(
    _ key: Key.Type = Key.self, alignment: Alignment = .center,
    @ViewBuilder _ transform: @escaping @MainActor (Key.Value) -> Overlay
  ) -> some View where Key.Value: Equatable {
    PreferenceLayer<Self, Key, Overlay>(content: self, isInFront: true, alignment: alignment, transform: transform)
  }

  /// Adds a background behind this view. The background is created from the value of the preference that the views in
  /// this view set.
  @preconcurrency public nonisolated func backgroundPreferenceValue<Key: PreferenceKey, Background: View>(
    _ key: Key.Type = Key.self, alignment: Alignment = .center,
    @ViewBuilder _ transform: @escaping @MainActor (Key.Value) -> Background
  ) -> some View where Key.Value: Equatable {
    PreferenceLayer<Self, Key, Background>(content: self, isInFront: false, alignment: alignment, transform: transform)
  }
}

/// A view with a layer in front of it or behind it that depends on a preference.
private nonisolated struct PreferenceLayer<Content: View, Key: PreferenceKey, Layer: View>: View
where Key.Value: Equatable {
  let content: Content
  let isInFront: Bool
  let alignment: Alignment
  let transform: @MainActor (Key.Value) -> Layer
  @State private var value = Key.defaultValue

  @MainActor var body: some View {
    let reader = content.onPreferenceChange(Key.self) { value = $0 }
    if isInFront {
      reader.overlay(alignment: alignment) { transform(value) }
    } else {
      reader.background(alignment: alignment) { transform(value) }
    }
  }
}
