internal import Presentation
internal import Synchronization

/// Collects the fields that a reducer changes. Each observer is notified once, after the reducer has run.
///
/// While a reducer runs, it has exclusive access to the state, so an observer could not read the state. All reducers
/// run on the main actor, one at a time or nested. So there is one log, which stores the thread. (A task-local value
/// would also work, but setting and reading it costs more than the rest of an action.)
enum MutationLog {
  /// The thread on which a reducer runs, or 0.
  private static let thread = Atomic<UInt>(0)
  private static let fields = Mutex<[ObservedField]>([])
  /// The number of recorded fields.
  private static let count = Atomic<Int>(0)

  /// The position in the log at which a reducer begins, and the thread of the reducer that encloses it, or 0.
  struct MutationScope {
    fileprivate let start: Int
    fileprivate let outerThread: UInt
  }

  /// Whether a reducer is running on this thread.
  static var isOpen: Bool { thread.load(ordering: .relaxed) == CurrentThread.id }

  /// Opens the log for a reducer on this thread.
  static func begin() -> MutationScope {
    let scope = MutationScope(start: count.load(ordering: .relaxed), outerThread: thread.load(ordering: .relaxed))
    thread.store(CurrentThread.id, ordering: .relaxed)
    return scope
  }

  /// Closes the log of a reducer, and notifies the observers of the fields that it has changed.
  static func end(_ scope: MutationScope) {
    thread.store(scope.outerThread, ordering: .relaxed)
    guard count.load(ordering: .relaxed) > scope.start else { return }
    // The fields stay in the log during the notifications. A reducer that an observer starts appends its own scope
    // after them.
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
    let scope = begin()
    defer { end(scope) }
    return try read()
  }

  /// Records that the running reducer has changed a field.
  static func note(_ field: ObservedField) {
    guard field.mark() else { return }
    fields.withLock { fields in
      fields.append(field)
      count.store(fields.count, ordering: .relaxed)
    }
  }
}
