/// A view that explains why there is no content, and offers actions. The view is centred in the available space.
///
/// ```swift
/// List(shows) { ShowRow(show: $0) }
///   .overlay {
///     if shows.isEmpty {
///       ContentUnavailableView("No Shows", systemImage: "headphones", description: Text("Subscribe to one."))
///     }
///   }
/// ```
public nonisolated struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  let label: Label
  let description: Description
  let actions: Actions

  /// Creates a view from a label, a description and actions, which may be any views.
  public init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.label = label()
    self.description = description()
    self.actions = actions()
  }

  /// The label, the description and the actions below each other.
  @MainActor public var body: some View {
    VStack(spacing: 12) {
      label.font(.title2).environment(\.isInContentUnavailableView, true)
      description.foregroundStyle(.secondary).multilineTextAlignment(.center)
      HStack(spacing: 8) { actions }
    }
    .padding(24)
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}

extension ContentUnavailableView
where Label == GtkViews.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  /// Creates a view with a symbol, a label that is looked up in the catalogue of translations, and a description.
  public nonisolated init(
    _ key: LocalizedStringKey, systemImage symbol: String, description: Text? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      label: { GtkViews.Label(key, systemImage: symbol, fileID: fileID, line: line) }, description: { description })
  }

  /// Creates a view with a symbol, a label that is shown verbatim, and a description.
  @_disfavoredOverload
  public nonisolated init(
    _ text: some StringProtocol, systemImage symbol: String, description: Text? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      label: { GtkViews.Label(text, systemImage: symbol, fileID: fileID, line: line) }, description: { description })
  }
}

private struct ContentUnavailableViewKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

extension EnvironmentValues {
  /// Whether a ``Label`` is the label of a ``ContentUnavailableView``. Such a label has a large symbol above its title.
  var isInContentUnavailableView: Bool {
    get { self[ContentUnavailableViewKey.self] }
    set { self[ContentUnavailableViewKey.self] = newValue }
  }
}
