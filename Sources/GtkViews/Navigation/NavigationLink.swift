/// A button that goes on to another page of the ``NavigationStack`` that it is in.
///
/// ```swift
/// NavigationLink("Settings") { SettingsView() }
/// NavigationLink(value: episode) { Text(episode.title) }
/// NavigationLink("Edit", state: Path.State.edit(Edit.State()))
/// ```
public nonisolated struct NavigationLink<Label: View, Destination: View>: View {
  let label: Label
  private let target: Target
  @State private var isPresented = false
  @Environment(\.navigation) private var navigation

  private enum Target {
    /// A page that only this link shows.
    case view(@MainActor () -> Destination)
    /// What is put on the stack's path; nothing, if there is nothing to go to.
    case value(Any?)
  }

  private init(label: Label, target: Target) {
    self.label = label
    self.target = target
  }

  /// A link to a view.
  @preconcurrency public init(@ViewBuilder destination: @escaping @MainActor () -> Destination, @ViewBuilder label: () -> Label) {
    self.init(label: label(), target: .view(destination))
  }

  /// What it shows.
  @MainActor public var body: some View {
    switch target {
    case .view(let destination):
      Button { isPresented = true } label: { label }
        .navigationDestination(isPresented: $isPresented) { destination() }
    case .value(let value):
      Button { if let value { go(to: value) } } label: { label }
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
  /// A link to a view, with a text that is looked up in the catalogue.
  @preconcurrency public nonisolated init(_ key: LocalizedStringKey, @ViewBuilder destination: @escaping @MainActor () -> Destination) {
    self.init(destination: destination) { Text(key) }
  }

  /// A link to a view, with a text that is shown as it is.
  @_disfavoredOverload
  @preconcurrency public nonisolated init(_ text: some StringProtocol, @ViewBuilder destination: @escaping @MainActor () -> Destination) {
    self.init(destination: destination) { Text(text) }
  }
}

extension NavigationLink where Destination == Never {
  /// A link that puts a value on the stack's path; a `navigationDestination(for:)` says how its page looks. Without a value it is disabled.
  public nonisolated init(value: (some Hashable)?, @ViewBuilder label: () -> Label) {
    self.init(label: label(), target: .value(value))
  }

  /// A link that puts a state on the path of a stack of features. Without a state it is disabled.
  @_disfavoredOverload  // Else a closure that makes a view would be taken for the state.
  public nonisolated init<Element>(state: Element?, @ViewBuilder label: () -> Label) {
    self.init(label: label(), target: .value(state))
  }
}

extension NavigationLink where Label == Text, Destination == Never {
  /// A link that puts a value on the stack's path, with a text that is looked up in the catalogue.
  public nonisolated init(_ key: LocalizedStringKey, value: (some Hashable)?) {
    self.init(value: value) { Text(key) }
  }

  /// A link that puts a value on the stack's path, with a text that is shown as it is.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, value: (some Hashable)?) {
    self.init(value: value) { Text(text) }
  }

  /// A link that puts a state on the path of a stack of features, with a text that is looked up in the catalogue.
  public nonisolated init<Element: Equatable>(_ key: LocalizedStringKey, state: Element?) {
    self.init(state: state) { Text(key) }
  }

  /// A link that puts a state on the path of a stack of features, with a text that is looked up in the catalogue.
  @_disfavoredOverload  // Else a closure that makes a view would be taken for the state.
  public nonisolated init<Element>(_ key: LocalizedStringKey, state: Element?) {
    self.init(state: state) { Text(key) }
  }

  /// A link that puts a state on the path of a stack of features, with a text that is shown as it is.
  @_disfavoredOverload
  public nonisolated init<Element: Equatable>(_ text: some StringProtocol, state: Element?) {
    self.init(state: state) { Text(text) }
  }
}
