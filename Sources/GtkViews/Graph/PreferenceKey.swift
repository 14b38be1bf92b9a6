/// A value that views pass up to the views around them.
///
/// ```swift
/// struct UnsavedKey: PreferenceKey {
///   static let defaultValue = false
///   static func reduce(value: inout Bool, nextValue: () -> Bool) { value = value || nextValue() }
/// }
/// ```
///
/// A view sets the value with ``View/preference(key:value:)``. A view around it observes the value with
/// ``View/onPreferenceChange(_:perform:)``.
public protocol PreferenceKey {
  /// The type of the value.
  associatedtype Value
  /// The value if no view below sets one.
  static var defaultValue: Value { get }
  /// Combines the values of several views. Called with the combined value of the previous views and the value of the
  /// next view, in the order of the views.
  static func reduce(value: inout Value, nextValue: () -> Value)
}

extension PreferenceKey where Value: ExpressibleByNilLiteral {
  /// `nil`.
  public static var defaultValue: Value { nil }
}

extension View {
  /// Passes a value up to the views around this view. The value replaces the values of the views in this view.
  public nonisolated func preference<Key: PreferenceKey>(key: Key.Type = Key.self, value: Key.Value) -> some View {
    PreferenceWriter<Self, Key>(content: self, contribution: .value(value))
  }

  /// Changes the value that the views in this view pass up.
  @preconcurrency public nonisolated func transformPreference<Key: PreferenceKey>(
    _ key: Key.Type = Key.self, _ change: @escaping @MainActor (inout Key.Value) -> Void
  ) -> some View {
    PreferenceWriter<Self, Key>(content: self, contribution: .transform(change))
  }

  /// Performs an action when this view first appears on screen, and when the value that the views in this view pass up
  /// has changed afterwards. The action may write state.
  @preconcurrency public nonisolated func onPreferenceChange<Key: PreferenceKey>(
    _ key: Key.Type = Key.self, perform action: @escaping @MainActor (Key.Value) -> Void
  ) -> some View where Key.Value: Equatable {
    PreferenceReader<Self, Key>(content: self, action: action)
  }
}

/// The contribution of a view to a preference.
private nonisolated enum PreferenceContribution<Value> {
  case value(Value)
  case transform(@MainActor (inout Value) -> Void)
}

/// The environment key of the nearest enclosing listener of a preference.
private struct PreferenceListenerKey<Key: PreferenceKey>: EnvironmentKey {
  static var defaultValue: PreferenceListener? { nil }
}

/// The environment key of the nearest enclosing listener of any preference.
private struct NearestPreferenceListenerKey: EnvironmentKey {
  static var defaultValue: PreferenceListener? { nil }
}

extension EnvironmentValues {
  /// Called when the order of views has changed. Schedules a reading for all enclosing listeners, whatever their
  /// preference, because a combined value may depend on the order.
  @MainActor func notifyPreferenceOrderChange() {
    var next = self[NearestPreferenceListenerKey.self]
    while let listener = next {
      listener.scheduleReading()
      next = listener.enclosingOfAnyPreference
    }
  }
}

/// Observes one preference for a node. The environment of the nodes below retains the listener. The listener is
/// separate from the node, because the environment must not retain the node.
@MainActor
private final class PreferenceListener {
  /// The next enclosing listener of the same preference.
  let enclosingOfSamePreference: PreferenceListener?
  /// The next enclosing listener of any preference.
  let enclosingOfAnyPreference: PreferenceListener?
  /// Reads the combined value, and performs the action of the listener's node if the value has changed. Called after an
  /// update.
  var readValue: @MainActor () -> Void = {}
  /// Whether ``readValue`` will be called after the current update.
  private var isReadingScheduled = false

  init(enclosingOfSamePreference: PreferenceListener?, enclosingOfAnyPreference: PreferenceListener?) {
    self.enclosingOfSamePreference = enclosingOfSamePreference
    self.enclosingOfAnyPreference = enclosingOfAnyPreference
  }

  /// Schedules ``readValue`` of this listener and of all enclosing listeners of the same preference.
  func scheduleReading() {
    enclosingOfSamePreference?.scheduleReading()
    guard !isReadingScheduled else { return }
    isReadingScheduled = true
    ViewGraph.shared.afterUpdate { [weak self] in
      self?.isReadingScheduled = false
      self?.readValue()
    }
  }
}

/// A node that passes up a value of a preference.
@MainActor
private protocol PreferenceContributing<Key>: ViewNode {
  associatedtype Key: PreferenceKey
  /// Combines the node's value with the combined value of the previous nodes. If `isFirst` is `true`, no previous node
  /// has passed up a value. The node's value then replaces the default value, and `isFirst` becomes `false`.
  func contribute(to value: inout Key.Value, isFirst: inout Bool)
}

/// Combines the values that the nodes below a node pass up, in order. The nodes below a contributing node are skipped,
/// because the contributing node passes up or replaces their values.
@MainActor
private func collectPreference<Key: PreferenceKey>(
  _ key: Key.Type, below node: ViewNode, into value: inout Key.Value, isFirst: inout Bool
) {
  for child in node.children {
    if let child = child as? any PreferenceContributing<Key> {
      child.contribute(to: &value, isFirst: &isFirst)
    } else {
      collectPreference(key, below: child, into: &value, isFirst: &isFirst)
    }
  }
}

private nonisolated struct PreferenceWriter<Content: View, Key: PreferenceKey>: ModifyingView {
  let content: Content
  let contribution: PreferenceContribution<Key.Value>

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    PreferenceWriterNode(view, in: context)
  }
}

@MainActor
private final class PreferenceWriterNode<Content: View, Key: PreferenceKey>:
  ModifierNode<PreferenceWriter<Content, Key>>, PreferenceContributing
{
  override init(_ view: PreferenceWriter<Content, Key>, in context: _NodeContext) {
    super.init(view, in: context)
    notifyListener()
  }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override func update(to view: PreferenceWriter<Content, Key>) {
    let old = self.view.contribution
    super.update(to: view)
    // Closures and values of some types cannot be compared. In these cases, the listener is always notified.
    if case .value(let old) = old, case .value(let new) = view.contribution,
      let areEqual = valueComparison(of: Key.Value.self), areEqual(old, new)
    {
      return
    }
    notifyListener()
  }

  override func didUnmount() { notifyListener() }

  func contribute(to value: inout Key.Value, isFirst: inout Bool) {
    var ownValue = Key.defaultValue
    switch view.contribution {
    case .value(let passedValue): ownValue = passedValue
    case .transform(let change):
      var isFirstBelow = true
      collectPreference(Key.self, below: self, into: &ownValue, isFirst: &isFirstBelow)
      change(&ownValue)
    }
    if isFirst { value = ownValue } else { Key.reduce(value: &value) { ownValue } }
    isFirst = false
  }

  private func notifyListener() { environment[PreferenceListenerKey<Key>.self]?.scheduleReading() }
}

private nonisolated struct PreferenceReader<Content: View, Key: PreferenceKey>: PrimitiveView
where Key.Value: Equatable {
  let content: Content
  let action: @MainActor (Key.Value) -> Void

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    PreferenceReaderNode(view, in: context)
  }
}

@MainActor
private final class PreferenceReaderNode<Content: View, Key: PreferenceKey>: _ViewNode<PreferenceReader<Content, Key>>
where Key.Value: Equatable {
  private var content: _ViewNode<Content>!
  private let listener: PreferenceListener
  /// The last value that the action received. `nil` before its first call.
  private var reportedValue: Key.Value?
  private var hasAppeared = false

  override init(_ view: PreferenceReader<Content, Key>, in context: _NodeContext) {
    listener = PreferenceListener(
      enclosingOfSamePreference: context.environment[PreferenceListenerKey<Key>.self],
      enclosingOfAnyPreference: context.environment[NearestPreferenceListenerKey.self])
    super.init(view, in: context)
    listener.readValue = { [weak self] in self?.readValue() }
    content = Content._makeNode(view.content, in: contextBelow(environmentInside))
    whenAppeared { [weak self] in
      self?.hasAppeared = true
      self?.readValue()
    }
  }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override var children: [ViewNode] { [content] }

  override func update(to view: PreferenceReader<Content, Key>) {
    super.update(to: view)
    content.update(to: view.content)
  }

  override func environmentDidChange() { content.updateEnvironment(environmentInside) }

  /// The environment of the views inside, which contains the listener.
  private var environmentInside: EnvironmentValues {
    var environment = environment
    environment[PreferenceListenerKey<Key>.self] = listener
    environment[NearestPreferenceListenerKey.self] = listener
    return environment
  }

  private func readValue() {
    guard isMounted, hasAppeared else { return }
    var value = Key.defaultValue
    var isFirst = true
    collectPreference(Key.self, below: self, into: &value, isFirst: &isFirst)
    guard value != reportedValue else { return }
    reportedValue = value
    view.action(value)
  }
}
