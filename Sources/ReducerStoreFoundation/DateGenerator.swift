public import Foundation
public import ReducerStore

/// A generator of the current time, which is called like a function. A feature declares `@Dependency(\.date) var date`,
/// and calls `date()` or reads `date.now`.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator that calls a closure for the current time.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// The current time. After a test has set this property, the generator always returns the new value: `$0.date.now =
  /// Date(timeIntervalSince1970: 0)`.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// Returns the current time.
  public func callAsFunction() -> Date { generate() }

  /// Returns a generator that always returns the same time, for tests.
  public static func constant(_ now: Date) -> DateGenerator { DateGenerator { now } }
}

private enum DateGeneratorKey: DependencyKey {
  static let liveValue = DateGenerator { Date() }
  static let testValue = DateGenerator {
    UnimplementedDependency("date").report()
    return Date()
  }
}

extension DependencyValues {
  /// The generator of the current time. In a test that does not replace the generator, each use is reported as a
  /// `Misuse` and returns the system's time.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }
}
