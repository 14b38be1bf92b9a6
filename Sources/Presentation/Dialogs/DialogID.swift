import Synchronization

/// What identifies one dialog, however much it is like another.
///
/// Two alerts that say the same are equal, and yet the second is presented again when the first is gone. Each alert is given an identity
/// when it is made; its copies keep it.
public struct DialogID: Hashable, Sendable {
  private let number: UInt64

  /// An identity that no other dialog of this process has.
  public init() {
    number = Self.made.add(1, ordering: .relaxed).newValue
  }

  private static let made = Atomic<UInt64>(0)
}

extension DialogID: CustomStringConvertible {
  /// A number sign and a number, which only tells dialogs of one run apart.
  public var description: String { "#\(number)" }
}
