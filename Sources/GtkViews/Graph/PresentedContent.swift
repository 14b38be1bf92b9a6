/// A view that creates its content in its own body, so that only this body is evaluated when state that the content
/// reads has changed.
nonisolated struct PresentedContent<Content: View>: View {
  let make: @MainActor () -> Content

  @MainActor var body: Content { make() }
}
