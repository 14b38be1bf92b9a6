public import Foundation
public import ReducerStore

/// Tells the time: `@Dependency(\.date) var date`, and `date()` or `date.now`.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Makes a generator out of a closure.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// The time now. A test may set it: `$0.date.now = Date(timeIntervalSince1970: 0)`.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The time now.
  public func callAsFunction() -> Date { generate() }

  /// A generator that gives the same time each time, for tests.
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
  /// Tells the time. A test that does not replace it fails when it is used.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }
}
