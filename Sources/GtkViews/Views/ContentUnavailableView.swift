/// Says why there is nothing to see, and what to do about it, in the middle of the room that it has.
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

  /// Any views for what is missing, for more about it, and for what to do.
  public init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.label = label()
    self.description = description()
    self.actions = actions()
  }

  /// The parts, one below another.
  @MainActor public var body: some View {
    VStack(spacing: 12) {
      label.font(.title2).environment(\.isUnavailableLabel, true)
      description.foregroundStyle(.secondary).multilineTextAlignment(.center)
      HStack(spacing: 8) { actions }
    }
    .padding(24)
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}

extension ContentUnavailableView where Label == GtkViews.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  /// A symbol and a text that is looked up in the catalogue, with more about it.
  public nonisolated init(
    _ key: LocalizedStringKey, systemImage symbol: String, description: Text? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(label: { GtkViews.Label(key, systemImage: symbol, fileID: fileID, line: line) }, description: { description })
  }

  /// A symbol and a text that is shown as it is, with more about it.
  @_disfavoredOverload
  public nonisolated init(
    _ text: some StringProtocol, systemImage symbol: String, description: Text? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(label: { GtkViews.Label(text, systemImage: symbol, fileID: fileID, line: line) }, description: { description })
  }
}

private struct UnavailableLabelKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

extension EnvironmentValues {
  /// Whether labels say what is missing: a large symbol above the text.
  var isUnavailableLabel: Bool {
    get { self[UnavailableLabelKey.self] }
    set { self[UnavailableLabelKey.self] = newValue }
  }
}
