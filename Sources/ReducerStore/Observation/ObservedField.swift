import Observation
import Synchronization

/// One thing that a view can read, and be told that it has changed.
final class ObservedField: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  /// Stands for the value: the registrar wants a key path to something.
  var value: Void { () }

  /// The running observer reads it.
  func access() {
    registrar.access(self, keyPath: \.value)
  }

  /// Tells those who have read it.
  func notify() {
    registrar.withMutation(of: self, keyPath: \.value) {}
  }
}

/// Gathers the fields that a reducer changes, so that their observers are told once each, and after the reducer has run.
///
/// An observer that is told in the midst of a reducer could not read the state, which the reducer holds.
final class MutationLog: Sendable {
  /// The log of the reducer that is running, or `nil` where none is.
  @TaskLocal static var current: MutationLog?

  /// Stands for a reducer where something is read that nobody is to observe.
  private static let unobserved = MutationLog()

  private let fields = Mutex<[ObservedField]>([])

  /// Reads something that is not observed for that.
  static func unobserved<Result>(_ read: () throws -> Result) rethrows -> Result {
    try $current.withValue(current ?? unobserved, operation: read)
  }

  /// Notes that a field has changed.
  func note(_ field: ObservedField) {
    fields.withLock { fields in
      if !fields.contains(where: { $0 === field }) { fields.append(field) }
    }
  }

  /// Tells the observers of the fields that were noted, and forgets them.
  func notify() {
    let changed = fields.withLock { fields in
      defer { if !fields.isEmpty { fields = [] } }
      return fields
    }
    for field in changed { field.notify() }
  }
}
