internal import CReducerStoreTesting
internal import Synchronization

/// The tasks whose jobs run on the main actor in tests, even if their code does not belong to it: the tasks of effects.
///
/// The main actor runs their jobs in the order in which they are enqueued. So the order of effects does not depend on
/// the thread pool. Tasks that an effect starts or resumes are included, as long as any effect of a test runs.
struct ServedTasks: Sendable {
  private static let tasks = Mutex(ServedTasks())
  /// Installs the hook of the runtime, once.
  private static let installation: Void = jobs_serve { ServedTasks.serves(job: $0, from: $1) }

  /// The addresses of the tasks of running effects. They only identify the tasks.
  private var effects: Set<UInt> = []
  /// The addresses of the tasks that these have started or resumed.
  private var followers: Set<UInt> = []

  /// Runs the work of an effect, and serves the running task until the work has ended.
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
