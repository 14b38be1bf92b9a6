internal import CReducerStoreTesting
internal import Synchronization

/// The tasks of effects in tests, which the main actor serves, also where they leave it.
///
/// The main actor runs their jobs in the order in which they are enqueued. The order of effects therefore does not depend on the threads of the pool. The
/// tasks that an effect starts or resumes are served, too, as long as any effect of a test runs.
struct ServedTasks: Sendable {
  private static let tasks = Mutex(ServedTasks())
  private static let installation: Void = jobs_serve { ServedTasks.serves(job: $0, from: $1) }

  /// By their addresses, which are never read through.
  private var effects: Set<UInt> = []
  private var followers: Set<UInt> = []

  /// Does the work of an effect in the running task.
  @MainActor
  static func perform(_ work: @MainActor () async -> Void) async {
    _ = installation
    let task = UInt(bitPattern: jobs_current_task())
    tasks.withLock { _ = $0.effects.insert(task) }
    await work()
    tasks.withLock { $0.end(task) }
  }

  private static func serves(job: UnsafeMutableRawPointer?, from current: UnsafeMutableRawPointer?) -> Bool {
    tasks.withLock { $0.serves(UInt(bitPattern: job), from: UInt(bitPattern: current)) }
  }

  private mutating func serves(_ task: UInt, from current: UInt) -> Bool {
    if effects.isEmpty { return false }
    if contains(task) { return true }
    guard contains(current) else { return false }
    followers.insert(task)
    return true
  }

  private func contains(_ task: UInt) -> Bool { effects.contains(task) || followers.contains(task) }

  private mutating func end(_ task: UInt) {
    effects.remove(task)
    if effects.isEmpty { followers = [] }
  }
}
