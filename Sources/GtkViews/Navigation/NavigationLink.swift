/// A button that goes to another page of the ``NavigationStack`` that contains the button.
///
/// ```swift
/// NavigationLink("Settings") { SettingsView() }
/// NavigationLink(value: episode) { Text(episode.title) }
/// NavigationLink("Edit", state: Path.State.edit(Edit.State()))
/// ```
public nonisolated struct NavigationLink<Label: View, Destination: View>: View {
  let label: Label
  /// The page that the link goes to.
  private let target: Target
  @State private var isPresented = false
  @Environment(\.navigation) private var navigation

  private enum Target {
    /// A page that only this link shows.
    case view(@MainActor () -> Destination)
    /// The value that the link pushes onto the stack's path. `nil` disables the link.
    case value(Any?)
  }

  private init(label: Label, target: Target) {
    self.label = label
    self.target = target
  }

  /// Creates a link to a view.
  @preconcurrency public init(
    @ViewBuilder destination: @escaping @MainActor () -> Destination, @ViewBuilder label: () -> Label
  ) {
    self.init(label: label(), target: .view(destination))
  }

  /// The button of the link.
  @MainActor public var body: some View {
    switch target {
    case .view(let destination):
      Button {
        isPresented = true
      } label: {
        label
      }
      .navigationDestination(isPresented: $isPresented) { destination() }
    case .value(let value):
      Button {
        if let value { go(to: value) }
      } label: {
        label
      }
      .disabled(value == nil)
    }
  }

  @MainActor private func go(to value: Any) {
    if navigation?.push(value) == true { return }
    Misuse(
      """
      A NavigationLink was clicked whose value, a \(type(of: value)), cannot be on the path of the NavigationStack that it is in, or it is in \
      none. Nothing was shown. Let the path hold values of that type.
      """, fileID: #fileID, line: #line
    ).report()
  }
}

extension NavigationLink where Label == Text {
  /// Creates a link to a view, with a text that is looked up in the catalogue of translations.
  @preconcurrency public nonisolated init(
    _ key: LocalizedStringKey, @ViewBuilder destination: @escaping @MainActor () -> Destination
  ) {
    self.init(destination: destination) { Text(key) }
  }

  /// Creates a link to a view, with a text that is not looked up in the catalogue.
  @_disfavoredOverload
  @preconcurrency public nonisolated init(
    _ text: some StringProtocol, @ViewBuilder destination: @escaping @MainActor () -> Destination
  ) {
    self.init(destination: destination) { Text(text) }
  }
}

extension NavigationLink where Destination == Never {
  /// Creates a link that pushes a value onto the stack's path. A `navigationDestination(for:)` makes the page. The link
  /// is disabled without a value.
  public nonisolated init(value: (some Hashable)?, @ViewBuilder label: () -> Label) {
    self.init(label: label(), target: .value(value))
  }

  /// Creates a link that pushes a state onto the path of a stack of features, in which each page has the state of a
  /// feature. The link is disabled without a state.
  @_disfavoredOverload  // Otherwise a closure that creates a view would be used as the state.
  public nonisolated init<Element>(state: Element?, @ViewBuilder label: () -> Label) {
    self.init(label: label(), target: .value(state))
  }
}

extension NavigationLink where Label == Text, Destination == Never {
  /// Creates a link that pushes a value onto the stack's path, with a text that is looked up in the catalogue.
  public nonisolated init(_ key: LocalizedStringKey, value: (some Hashable)?) {
    self.init(value: value) { Text(key) }
  }

  /// Creates a link that pushes a value onto the stack's path, with a text that is not looked up in the catalogue.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, value: (some Hashable)?) {
    self.init(value: value) { Text(text) }
  }

  /// Creates a link that pushes a state onto the path of a stack of features, with a text that is looked up in the
  /// catalogue.
  public nonisolated init<Element: Equatable>(_ key: LocalizedStringKey, state: Element?) {
    self.init(state: state) { Text(key) }
  }

  /// Creates a link that pushes a state that is not `Equatable` onto the path of a stack of features, with a text that
  /// is looked up in the catalogue.
  @_disfavoredOverload  // Otherwise a closure that creates a view would be used as the state.
  public nonisolated init<Element>(_ key: LocalizedStringKey, state: Element?) {
    self.init(state: state) { Text(key) }
  }

  /// Creates a link that pushes a state onto the path of a stack of features, with a text that is not looked up in the
  /// catalogue.
  @_disfavoredOverload
  public nonisolated init<Element: Equatable>(_ text: some StringProtocol, state: Element?) {
    self.init(state: state) { Text(text) }
  }
}

extension NavigationLink: TextBearing {
  /// The text of a row with this link.
  @MainActor var firstText: String? { RowText.firstText(in: label) }
}
