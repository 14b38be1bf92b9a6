#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
import Observation
import Synchronization

/// One thing that a view can read, and be told that it has changed.
final class ObservedField: Observable, Sendable {
  /// It is asked about this field alone. The path to the field itself stands for that, whose hash costs the registrar the least.
  private let registrar = ObservationRegistrar()
  /// Whether anybody has ever read it in an observation. Until then there is nobody to tell.
  private let wasRead = Atomic<Bool>(false)
  /// Whether the reducer that is running has changed it.
  fileprivate let isNoted = Atomic<Bool>(false)

  /// The running observer reads it.
  func access() {
    if !wasRead.load(ordering: .relaxed) { wasRead.store(true, ordering: .sequentiallyConsistent) }
    registrar.access(self, keyPath: \.self)
  }

  /// Tells those who have read it.
  func notify() {
    guard wasRead.load(ordering: .sequentiallyConsistent) else { return }
    registrar.withMutation(of: self, keyPath: \.self) {}
  }
}

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
  static var isOpen: Bool { thread.load(ordering: .relaxed) == currentThread }

  /// A reducer begins to run here.
  static func begin() -> Chapter {
    let chapter = Chapter(start: count.load(ordering: .relaxed), outerThread: thread.load(ordering: .relaxed))
    thread.store(currentThread, ordering: .relaxed)
    return chapter
  }

  /// The reducer has run: the observers of what it has changed are told.
  static func end(_ chapter: Chapter) {
    thread.store(chapter.outerThread, ordering: .relaxed)
    guard count.load(ordering: .relaxed) > chapter.start else { return }
    let changed = fields.withLock { fields in
      defer {
        fields.removeSubrange(chapter.start...)
        count.store(chapter.start, ordering: .relaxed)
      }
      return Array(fields[chapter.start...])
    }
    for field in changed {
      field.isNoted.store(false, ordering: .relaxed)
      field.notify()
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
    guard !field.isNoted.exchange(true, ordering: .relaxed) else { return }
    fields.withLock { fields in
      fields.append(field)
      count.store(fields.count, ordering: .relaxed)
    }
  }

  private static var currentThread: UInt { UInt(pthread_self()) }
}
