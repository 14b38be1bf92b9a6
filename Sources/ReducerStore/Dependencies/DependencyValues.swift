internal import Synchronization

/// The dependencies of a feature: clocks, clients, and its dismissal.
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
/// There is no registry. A replaced dependency is a value of the task, and the tasks and effects that begin in it inherit it.
public struct DependencyValues: Sendable {
  /// The kind of value that a dependency has while it is not replaced.
  public enum Context: Hashable, Sendable {
    /// Its `liveValue`.
    case live
    /// Its `testValue`.
    case test
  }

  /// The kind of value that a dependency has while it is not replaced.
  public var context: Context {
    get { chosenContext ?? .live }
    set { chosenContext = newValue }
  }

  private var chosenContext: Context?
  private var replaced: [ObjectIdentifier: any Sendable] = [:]

  /// Makes a set of dependencies in which nothing has been replaced.
  public init() {}

  /// The dependencies of the running task.
  @TaskLocal static var current = DependencyValues()

  private static let replacing = Atomic<Bool>(false)

  /// Whether anything has ever been replaced in this process. Until then the values of the running task need not be read.
  static var isAnyReplaced: Bool { replacing.load(ordering: .relaxed) }

  /// Says that something is about to be replaced.
  static func noteReplacement() { replacing.store(true, ordering: .relaxed) }

  /// The dependencies of the running task, for a test's store.
  package static var running: DependencyValues { current }

  /// The value of one dependency: its replacement, or the value for the ``context``.
  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = replaced[ObjectIdentifier(key)] as? Key.Value { return value }
      guard context == .live, let live = key as? any DependencyKey.Type else { return key.testValue }
      return live.liveValue as? Key.Value ?? key.testValue
    }
    set { replaced[ObjectIdentifier(key)] = newValue }
  }

  /// These dependencies, except where another set has replaced something.
  func merging(_ other: DependencyValues) -> DependencyValues {
    if other.isUntouched { return self }
    if isUntouched { return other }
    var merged = self
    merged.chosenContext = other.chosenContext ?? chosenContext
    merged.replaced.merge(other.replaced) { $1 }
    return merged
  }

  /// Whether nothing has been replaced.
  var isUntouched: Bool { replaced.isEmpty && chosenContext == nil }
}

/// Names a dependency, and gives its value in tests.
public protocol TestDependencyKey {
  /// The type of the dependency.
  associatedtype Value: Sendable
  /// The value in tests that do not replace it.
  static var testValue: Value { get }
}

/// Names a dependency, and gives its value in the program.
public protocol DependencyKey: TestDependencyKey {
  /// The type of the dependency.
  associatedtype Value
  /// The value in the program.
  static var liveValue: Value { get }
}

extension DependencyKey {
  /// The live value, unless the key declares another one.
  public static var testValue: Value { liveValue }
}

/// A key of dependencies as a part of a key path.
private struct DependencyName<Key: TestDependencyKey>: Hashable, Sendable {}

extension DependencyValues {
  fileprivate subscript<Key: TestDependencyKey>(named name: DependencyName<Key>) -> Key.Value { self[Key.self] }
}

/// One dependency of a feature: `@Dependency(\.continuousClock) var clock`.
///
/// Each read looks it up in the running task. If that task has not replaced it, the value of the task that made the feature is used.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let keyPath: any KeyPath<DependencyValues, Value> & Sendable
  private let surroundings: DependencyValues

  /// Names a dependency.
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.keyPath = keyPath
    surroundings = .current
  }

  /// Names a dependency by the type of its key, which is most often its own: `@Dependency(FeedClient.self) var feeds`.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    self.init(\DependencyValues[named: DependencyName<Key>()])
  }

  /// The dependency.
  public var wrappedValue: Value {
    surroundings.merging(.current)[keyPath: keyPath]
  }
}

/// Replaces dependencies while an operation runs, and in the features, tasks and effects that it begins.
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
  return try perform(with: values, operation)
}

/// Replaces dependencies while an operation runs, and in the features, tasks and effects that it begins.
nonisolated(nonsending) public func withDependencies<Result>(
  _ update: (inout DependencyValues) -> Void, operation: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  update(&values)
  if !values.isUntouched { DependencyValues.noteReplacement() }
  return try await DependencyValues.$current.withValue(values) { try await operation() }
}

/// Runs an operation with a whole set of dependencies. `withValue` of a task-local rethrows without a type.
package func perform<Result, Failure: Error>(
  with values: DependencyValues, _ operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  if values.isUntouched, !DependencyValues.isAnyReplaced { return try operation() }
  DependencyValues.noteReplacement()
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
  /// The same reducer, with one dependency replaced, in its effects too.
  public func dependency<Value: Sendable>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> DependencyReducer<Self> {
    DependencyReducer(base: self) { $0[keyPath: keyPath] = value }
  }

  /// The same reducer, with one dependency changed, in its effects too.
  public func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, transform: @escaping (_ dependency: inout Value) -> Void
  ) -> DependencyReducer<Self> {
    DependencyReducer(base: self) { transform(&$0[keyPath: keyPath]) }
  }

  /// The same reducer, with several dependencies changed, in its effects too.
  public func transformDependency(_ transform: @escaping (_ dependencies: inout DependencyValues) -> Void) -> DependencyReducer<Self> {
    DependencyReducer(base: self, update: transform)
  }
}

/// A reducer some of whose dependencies have been replaced.
public struct DependencyReducer<Base: Reducer>: Reducer {
  fileprivate let base: Base
  fileprivate let update: (inout DependencyValues) -> Void

  /// The same reducer, whose parts are built once.
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let base = Reduce(preparing: base)
    let prepared = DependencyReducer<Reduce<Base.State, Base.Action>>(base: base, update: update)
    return Reduce(removedScopes: base.removedScopes) { state, action in prepared.reduce(into: &state, action: action) }
  }

  /// Runs the reducer with the dependencies that were replaced.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    withDependencies(update) { base.reduce(into: &state, action: action) }
  }
}
