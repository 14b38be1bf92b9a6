/// Evaluates presented content in a body of its own, so that the content updates when state that it reads changes.
nonisolated struct PresentedContent<Content: View>: View {
  let make: @MainActor () -> Content

  @MainActor var body: Content { make() }
}
