extension View {
  /// Gives the window that this view is in a title, as long as the view is there. Of several views in a window that do, the outermost does
  /// it, or the one that came last.
  public nonisolated func navigationTitle(_ key: LocalizedStringKey) -> some View {
    TitledView(content: self, title: TextState(key))
  }

  /// Gives the window that this view is in a title, as long as the view is there.
  @_disfavoredOverload
  public nonisolated func navigationTitle(_ title: some StringProtocol) -> some View {
    TitledView(content: self, title: TextState(verbatim: String(title)))
  }

  /// Gives the window that this view is in a title, as long as the view is there.
  public nonisolated func navigationTitle(_ title: Text) -> some View {
    TitledView(content: self, title: title.content)
  }
}

nonisolated struct TitledView<Content: View>: ModifyingView {
  let content: Content
  let title: TextState

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    TitledNode(view, in: context)
  }
}

@MainActor
private final class TitledNode<Content: View>: ModifierNode<TitledView<Content>>, WindowBarContributor {
  override init(_ view: TitledView<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    environment.windowBar?.add(self)
  }

  override func update(to view: TitledView<Content>) {
    let isAnother = view.title != self.view.title
    super.update(to: view)
    if isAnother { environment.windowBar?.noteChange() }
  }

  override func didUnmount() {
    environment.windowBar?.remove(self)
  }

  var page: WindowBarPage? { environment.windowBarPage }
  var needsBar: Bool { false }

  func contribute(to content: inout WindowBarContent) {
    content.title = view.title.translated(as: "The title", in: self)
  }
}
