internal import Synchronization

/// The dependencies of features, such as clocks, clients and the `dismiss` effect.
///
/// ```swift
/// private enum FeedClientKey: DependencyKey {
///   static let liveValue = FeedClient.live
///   static let testValue = FeedClient.failing
/// }
///
/// extension DependencyValues {
///   var feeds: FeedClient {
///     get { self[FeedClientKey.self] }
///     set { self[FeedClientKey.self] = newValue }
///   }
/// }
/// ```
///
/// There is no global registry. Replaced dependencies are in a task-local value, which effects and tasks inherit. Only
/// a detached task does not inherit the value.
public struct DependencyValues: Sendable {
  /// Selects the default value of a dependency that is not replaced.
  public enum Context: Hashable, Sendable {
    /// The `liveValue` of its key, or the `testValue` if the key has no `liveValue`.
    case live
    /// The `testValue` of its key.
    case test
  }

  /// Whether dependencies that are not replaced have their live values or their test values. Initially `live`.
  public var context: Context {
    get { explicitContext ?? .live }
    set { explicitContext = newValue }
  }

  /// The context that was set, or `nil` if none was set, which means `live`.
  private var explicitContext: Context?
  /// The replacements, each by the identity of its key's type.
  private var replaced: [ObjectIdentifier: any Sendable] = [:]

  /// Creates dependencies without replacements.
  public init() {}

  /// The dependencies of the running task.
  @TaskLocal static var current = DependencyValues()

  private static let anyReplaced = Atomic<Bool>(false)

  /// Whether a dependency was ever replaced, or a context set, in this process. If `false`, the task-local value need
  /// not be read, which is faster.
  static var isAnyReplaced: Bool { anyReplaced.load(ordering: .relaxed) }

  /// Records that a dependency is about to be replaced, or a context to be set.
  static func noteReplacement() { anyReplaced.store(true, ordering: .relaxed) }

  /// The same value as `current`, for `TestStore` in another module.
  package static var running: DependencyValues { current }

  /// The value of one dependency: its replacement, or its default for the ``context``.
  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = replaced[ObjectIdentifier(key)] as? Key.Value { return value }
      guard context == .live, let live = key as? any DependencyKey.Type else { return key.testValue }
      return live.liveValue as? Key.Value ?? key.testValue
    }
    set { replaced[ObjectIdentifier(key)] = newValue }
  }

  /// Returns these dependencies with the replacements of `other`, and with the context of `other` if it was set. The
  /// values of `other` take precedence.
  func merging(_ other: DependencyValues) -> DependencyValues {
    if other.isUntouched { return self }
    if isUntouched { return other }
    var merged = self
    merged.explicitContext = other.explicitContext ?? explicitContext
    merged.replaced.merge(other.replaced) { $1 }
    return merged
  }

  /// Whether no dependency was replaced and no context was set.
  var isUntouched: Bool { replaced.isEmpty && explicitContext == nil }
}

/// The key of a dependency that has a value for tests.
public protocol TestDependencyKey {
  /// The type of the dependency.
  associatedtype Value: Sendable
  /// The value of the dependency in a test that does not replace the dependency.
  static var testValue: Value { get }
}

/// The key of a dependency that also has a value for the program.
///
/// ```swift
/// private enum FeedClientKey: DependencyKey {
///   static let liveValue = FeedClient.live
/// }
///
/// extension DependencyValues {
///   var feeds: FeedClient {
///     get { self[FeedClientKey.self] }
///     set { self[FeedClientKey.self] = newValue }
///   }
/// }
/// ```
public protocol DependencyKey: TestDependencyKey {
  /// The type of the dependency.
  associatedtype Value
  /// The value of the dependency in the program.
  static var liveValue: Value { get }
}

extension DependencyKey {
  /// The `liveValue`, if the key declares no `testValue`.
  public static var testValue: Value { liveValue }
}

/// A name for the type of a dependency's key. A key path can contain the name as the argument of a subscript, because
/// the name is `Hashable` and a type is not.
private struct DependencyName<Key: TestDependencyKey>: Hashable, Sendable {}

extension DependencyValues {
  fileprivate subscript<Key: TestDependencyKey>(named name: DependencyName<Key>) -> Key.Value { self[Key.self] }
}

/// One dependency of a feature: `@Dependency(\.continuousClock) var clock`.
///
/// Each read returns the replacement in the running task. If this task has no replacement, the read returns the
/// replacement in the task that created the feature, and otherwise the default of the key.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let keyPath: any KeyPath<DependencyValues, Value> & Sendable
  /// The dependencies of the task that created the feature.
  private let initialValues: DependencyValues

  /// Creates a dependency from its property of ``DependencyValues``.
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.keyPath = keyPath
    initialValues = .current
  }

  /// Creates a dependency from the type of its key. The key is often the type of the dependency itself:
  /// `@Dependency(FeedClient.self) var feeds`.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    self.init(\DependencyValues[named: DependencyName<Key>()])
  }

  /// The current value of the dependency.
  public var wrappedValue: Value {
    initialValues.merging(.current)[keyPath: keyPath]
  }
}

/// Runs an operation with replaced dependencies. Features, effects and tasks that the operation creates inherit the
/// replacements. Only detached tasks do not.
///
/// ```swift
/// let feature = withDependencies {
///   $0.feeds = FeedClient(fetch: { _ in podcast })
/// } operation: {
///   Subscribe()
/// }
/// ```
public func withDependencies<Result, Failure: Error>(
  _ update: (inout DependencyValues) -> Void, operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  var values = DependencyValues.current
  update(&values)
  return try withDependencyValues(values, operation)
}

/// Runs an asynchronous operation with replaced dependencies. Features, effects and tasks that the operation creates
/// inherit the replacements. Only detached tasks do not.
nonisolated(nonsending) public func withDependencies<Result>(
  _ update: (inout DependencyValues) -> Void, operation: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  update(&values)
  if !values.isUntouched { DependencyValues.noteReplacement() }
  return try await DependencyValues.$current.withValue(values) { try await operation() }
}

/// Runs an operation with the dependencies `values`, and returns its result or throws its error.
package func withDependencyValues<Result, Failure: Error>(
  _ values: DependencyValues, _ operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  if values.isUntouched, !DependencyValues.isAnyReplaced { return try operation() }
  DependencyValues.noteReplacement()
  // `withValue` has no typed throws, so the error is passed through a `Result`.
  let outcome = DependencyValues.$current.withValue(values) {
    do throws(Failure) {
      return Swift.Result<Result, Failure>.success(try operation())
    } catch {
      return .failure(error)
    }
  }
  return try outcome.get()
}

extension Reducer {
  /// Returns the same reducer with one dependency replaced. The replacement also applies to the effects of the reducer.
  public func dependency<Value: Sendable>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> DependencyReducer<Self> {
    DependencyReducer(base: self) { $0[keyPath: keyPath] = value }
  }

  /// Returns the same reducer with one dependency changed. The change also applies to the effects of the reducer.
  public func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, transform: @escaping (_ dependency: inout Value) -> Void
  ) -> DependencyReducer<Self> {
    DependencyReducer(base: self) { transform(&$0[keyPath: keyPath]) }
  }

  /// Returns the same reducer with several dependencies changed. The changes also apply to the effects of the reducer.
  public func transformDependency(
    _ transform: @escaping (_ dependencies: inout DependencyValues) -> Void
  ) -> DependencyReducer<Self> {
    DependencyReducer(base: self, update: transform)
  }
}

/// A reducer with replaced dependencies.
public struct DependencyReducer<Base: Reducer>: Reducer {
  fileprivate let base: Base
  fileprivate let update: (inout DependencyValues) -> Void

  /// Returns an equivalent reducer that builds the body of its base once, and not for each action.
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let base = Reduce(preparing: base)
    let prepared = DependencyReducer<Reduce<Base.State, Base.Action>>(base: base, update: update)
    return Reduce(findRemovedScopes: base.findRemovedScopes) { state, action in
      prepared.reduce(into: &state, action: action)
    }
  }

  /// Runs the base reducer with the replaced dependencies.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    withDependencies(update) { base.reduce(into: &state, action: action) }
  }
}
