public import Foundation
public import ReducerStore
internal import Synchronization

/// Makes identifiers: `@Dependency(\.uuid) var uuid`, and `uuid()`.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Makes a generator out of a closure.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// The next identifier.
  public func callAsFunction() -> UUID { generate() }

  /// A generator that gives the same identifier each time, for tests.
  public static func constant(_ uuid: UUID) -> UUIDGenerator { UUIDGenerator { uuid } }

  /// A new generator that counts, for tests: `UUID(0)`, `UUID(1)`, and so on.
  public static var incrementing: UUIDGenerator {
    let counter = Counter()
    return UUIDGenerator { UUID(counter.next()) }
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock { count in
        defer { count += 1 }
        return count
      }
    }
  }
}

extension UUID {
  /// The identifier that ends with the digits of a number, for tests: `UUID(10)` is `00000000-0000-0000-0000-00000000000A`.
  public init(_ number: Int) {
    var bytes = zeroBytes
    withUnsafeMutableBytes(of: &bytes) { $0.storeBytes(of: UInt64(bitPattern: Int64(number)).bigEndian, toByteOffset: 8, as: UInt64.self) }
    self.init(uuid: bytes)
  }
}

/// The bytes of the identifier that is all zeros.
private let zeroBytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

private enum UUIDGeneratorKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID() }
  static let testValue = UUIDGenerator {
    UnimplementedDependency("uuid").report()
    return UUID()
  }
}

extension DependencyValues {
  /// Makes identifiers. A test that does not replace it fails when it is used.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}
