internal import Presentation
internal import Synchronization

/// Collects the properties that a reducer changes. The observers of a property are notified once, after the reducer has
/// run. Each observed property has an `ObservedField`.
///
/// The notifications wait for the end of the reducer, because a running reducer has exclusive access to the state and
/// an observer could not read it. All reducers run on the main actor, one at a time or nested, so one log is enough.
/// The log stores the thread on which the reducer runs, so that other threads can read and change observed properties
/// as usual. A task-local value would also work, but using one takes longer than the rest of an action.
enum MutationLog {
  /// The id of the thread on which a reducer or ``unobserved(_:)`` runs, or 0 if neither runs.
  private static let thread = Atomic<UInt>(0)
  /// The fields of the changed properties, in the order of the changes. A field is marked until its observers are
  /// notified.
  private static let fields = Mutex<[ObservedField]>([])
  /// A copy of `fields.count` that can be read without the lock.
  private static let count = Atomic<Int>(0)

  /// The part of the log that belongs to one reducer.
  struct MutationScope {
    /// The position in the log of the first field that the reducer changes.
    fileprivate let start: Int
    /// The id of the thread of the enclosing reducer, or 0 if the reducer is not nested.
    fileprivate let outerThread: UInt
  }

  /// Whether a reducer or ``unobserved(_:)`` is running on this thread.
  static var isOpen: Bool { thread.load(ordering: .relaxed) == CurrentThread.id }

  /// Opens the log for a reducer on this thread.
  static func begin() -> MutationScope {
    let scope = MutationScope(start: count.load(ordering: .relaxed), outerThread: thread.load(ordering: .relaxed))
    thread.store(CurrentThread.id, ordering: .relaxed)
    return scope
  }

  /// Closes the log for a reducer, and notifies the observers of the properties that the reducer has changed.
  static func end(_ scope: MutationScope) {
    thread.store(scope.outerThread, ordering: .relaxed)
    guard count.load(ordering: .relaxed) > scope.start else { return }
    // The fields stay in the log during the notifications. If an observer starts another reducer, that reducer adds its
    // fields after these fields.
    var position = scope.start
    while let field = fields.withLock({ $0.indices.contains(position) ? $0[position] : nil }) {
      position += 1
      field.unmark()
      field.notify()
    }
    fields.withLock { fields in
      fields.removeLast(fields.count - scope.start)
      count.store(scope.start, ordering: .relaxed)
    }
  }

  /// Reads a value without observing it.
  static func unobserved<Result>(_ read: () throws -> Result) rethrows -> Result {
    // While the log is open, reads are not observed.
    let scope = begin()
    defer { end(scope) }
    return try read()
  }

  /// Records that the running reducer has changed a property.
  static func recordChange(of field: ObservedField) {
    // The field is added once, even if the property changes several times.
    guard field.mark() else { return }
    fields.withLock { fields in
      fields.append(field)
      count.store(fields.count, ordering: .relaxed)
    }
  }
}
