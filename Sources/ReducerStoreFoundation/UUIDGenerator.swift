public import Foundation
public import ReducerStore
internal import Synchronization

/// A generator of identifiers. The generator is called like a function: a feature declares
/// `@Dependency(\.uuid) var uuid`, and calls `uuid()`.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator that calls a closure for each identifier.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Returns the next identifier.
  public func callAsFunction() -> UUID { generate() }

  /// Returns a generator that always returns the same identifier, for tests.
  public static func constant(_ uuid: UUID) -> UUIDGenerator { UUIDGenerator { uuid } }

  /// A new generator that returns `UUID(0)`, `UUID(1)`, and so on, for tests. Each use of this property starts at zero.
  public static var incrementing: UUIDGenerator {
    let counter = Counter()
    return UUIDGenerator { UUID(counter.next()) }
  }

  /// The counter of an incrementing generator. All copies of the generator share it.
  private final class Counter: Sendable {
    private let count = Mutex(0)

    /// Returns the number of earlier calls.
    func next() -> Int {
      count.withLock { count in
        defer { count += 1 }
        return count
      }
    }
  }
}

extension UUID {
  /// Creates an identifier for tests. The last 16 digits are the number in hexadecimal, and the other digits are zero:
  /// `UUID(10)` is `00000000-0000-0000-0000-00000000000A`.
  public init(_ number: Int) {
    var bytes = zeroBytes
    withUnsafeMutableBytes(of: &bytes) {
      $0.storeBytes(of: UInt64(bitPattern: Int64(number)).bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    self.init(uuid: bytes)
  }
}

/// The bytes of an identifier with only zeros.
private let zeroBytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

private enum UUIDGeneratorKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID() }
  static let testValue = UUIDGenerator {
    UnimplementedDependency("uuid").report()
    return UUID()
  }
}

extension DependencyValues {
  /// The generator of identifiers. A test has to replace the generator. Otherwise each call is reported as a `Misuse`,
  /// and returns a random identifier.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}
