/// A view that creates its content in its own body. If the content reads state while it is created, a change of this
/// state therefore evaluates only this body, and not the body of the presenting view.
nonisolated struct PresentedContent<Content: View>: View {
  let makeContent: @MainActor () -> Content

  @MainActor var body: Content { makeContent() }
}
