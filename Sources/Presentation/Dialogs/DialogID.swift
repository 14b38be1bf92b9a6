import Synchronization

/// The identity of one dialog, which is independent of the dialog's content.
///
/// Two alerts with the same texts and buttons are equal. Nevertheless, they are two alerts, and the second one is
/// presented after the first. Each alert therefore gets an identity when it is created, and its copies keep the
/// identity.
public struct DialogID: Hashable, Sendable {
  private let number: UInt64

  /// Creates an identity that no other dialog of this process has.
  public init() {
    number = Self.lastNumber.add(1, ordering: .relaxed).newValue
  }

  /// The number of the last identity.
  private static let lastNumber = Atomic<UInt64>(0)
}

extension DialogID: CustomStringConvertible {
  /// The number after a `#`. It is unique only within one run of the program.
  public var description: String { "#\(number)" }
}
