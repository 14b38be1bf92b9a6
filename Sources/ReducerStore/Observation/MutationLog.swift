internal import Presentation
internal import Synchronization

/// Gathers the fields that a reducer changes, so that their observers are told once each, and after the reducer has run.
///
/// An observer that is told in the midst of a reducer could not read the state, which the reducer holds. Only one reducer runs at a time,
/// since all run on the main actor, or one runs inside of another: so there is one log, and it knows the thread that it is for. (A value
/// of the task would say the same, but it costs more to set and to read than all else that an action does.)
enum MutationLog {
  /// The thread on which a reducer runs, or 0.
  private static let thread = Atomic<UInt>(0)
  private static let fields = Mutex<[ObservedField]>([])
  /// How many fields are noted.
  private static let count = Atomic<Int>(0)

  /// Where the notes of a reducer begin, and on which thread another one runs around it.
  struct Chapter {
    fileprivate let start: Int
    fileprivate let outerThread: UInt
  }

  /// Whether a reducer is running here.
  static var isOpen: Bool { thread.load(ordering: .relaxed) == CurrentThread.id }

  /// A reducer begins to run here.
  static func begin() -> Chapter {
    let chapter = Chapter(start: count.load(ordering: .relaxed), outerThread: thread.load(ordering: .relaxed))
    thread.store(CurrentThread.id, ordering: .relaxed)
    return chapter
  }

  /// The reducer has run: the observers of what it has changed are told.
  static func end(_ chapter: Chapter) {
    thread.store(chapter.outerThread, ordering: .relaxed)
    guard count.load(ordering: .relaxed) > chapter.start else { return }
    // They stay in the log meanwhile: a reducer that runs because of one of them writes a chapter of its own behind.
    var position = chapter.start
    while let field = fields.withLock({ $0.indices.contains(position) ? $0[position] : nil }) {
      position += 1
      field.unmark()
      field.notify()
    }
    fields.withLock { fields in
      fields.removeLast(fields.count - chapter.start)
      count.store(chapter.start, ordering: .relaxed)
    }
  }

  /// Reads something that is not observed for that.
  static func unobserved<Result>(_ read: () throws -> Result) rethrows -> Result {
    let chapter = begin()
    defer { end(chapter) }
    return try read()
  }

  /// Notes that the reducer that runs here has changed a field.
  static func note(_ field: ObservedField) {
    guard field.mark() else { return }
    fields.withLock { fields in
      fields.append(field)
      count.store(fields.count, ordering: .relaxed)
    }
  }
}
