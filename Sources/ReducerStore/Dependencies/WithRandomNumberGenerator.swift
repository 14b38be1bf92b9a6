internal import Synchronization

/// A source of random numbers: `@Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator`.
///
/// ```swift
/// let roll = withRandomNumberGenerator { generator in
///   Int.random(in: 1...6, using: &generator)
/// }
/// ```
///
/// A test replaces the dependency with a generator of known numbers.
public struct WithRandomNumberGenerator: Sendable {
  private let generator: SharedGenerator

  /// A generator that all copies of a source share, so that no two copies return the same numbers.
  private final class SharedGenerator: Sendable {
    let locked: Mutex<any RandomNumberGenerator & Sendable>

    init(_ generator: any RandomNumberGenerator & Sendable) {
      locked = Mutex(generator)
    }
  }

  /// Creates a source of random numbers from a generator.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = SharedGenerator(generator)
  }

  /// Passes the generator to a closure and returns the result of the closure. The closure must not call the same source
  /// again, because the generator is locked.
  public func callAsFunction<Result>(_ work: (inout any RandomNumberGenerator & Sendable) -> Result) -> Result {
    // Safe because `withLock` calls its closure once, on this thread, before it returns.
    nonisolated(unsafe) var result: Result?
    generator.locked.withLock { result = work(&$0) }
    return result!
  }
}

/// A generator for tests that do not replace the dependency. It reports each number that is drawn.
private struct UnimplementedGenerator: RandomNumberGenerator, Sendable {
  private var generator = SystemRandomNumberGenerator()

  mutating func next() -> UInt64 {
    UnimplementedDependency("withRandomNumberGenerator").report()
    return generator.next()
  }
}

private enum WithRandomNumberGeneratorKey: DependencyKey {
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
  static let testValue = WithRandomNumberGenerator(UnimplementedGenerator())
}

extension DependencyValues {
  /// A source of random numbers. In a test that does not replace it, each drawn number is reported as a `Misuse`.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}
