extension View {
  /// Sets the title of the window that contains this view while the view exists.
  ///
  /// If several views in a window set a title, the title of the view that was added last is used. If a view and its
  /// content were added together, the title of the outer view is used. Titles on covered pages of a navigation stack
  /// are not used.
  public nonisolated func navigationTitle(_ key: LocalizedStringKey) -> some View {
    TitledView(content: self, title: TextState(key))
  }

  /// Sets the title of the window that contains this view while the view exists.
  @_disfavoredOverload
  public nonisolated func navigationTitle(_ title: some StringProtocol) -> some View {
    TitledView(content: self, title: TextState(verbatim: String(title)))
  }

  /// Sets the title of the window that contains this view while the view exists.
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
    let titleDidChange = view.title != self.view.title
    super.update(to: view)
    if titleDidChange { environment.windowBar?.noteChange() }
  }

  override func didUnmount() {
    environment.windowBar?.remove(self)
  }

  var page: WindowBarPage? { environment.windowBarPage }
  var needsBar: Bool { false }

  func contribute(to content: inout WindowBarContent) {
    content.title = view.title.translated(reportedAs: "The title", in: self)
  }
}
