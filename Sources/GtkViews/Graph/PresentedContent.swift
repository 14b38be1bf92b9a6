/// A view that creates its content in its own body. A change of state that the content reads therefore evaluates only
/// this body.
nonisolated struct PresentedContent<Content: View>: View {
  let make: @MainActor () -> Content

  @MainActor var body: Content { make() }
}
