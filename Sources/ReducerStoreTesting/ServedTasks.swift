internal import CReducerStoreTesting
internal import Synchronization

/// The served tasks: tasks whose jobs run on the main actor in tests, even if their code is not isolated to the main
/// actor.
///
/// The tasks of running effects are served. As long as any effect runs, the tasks that a served task starts or resumes
/// are also served. A job is a part of a task between two suspensions. The main actor runs the jobs in the order in
/// which they are enqueued, so the order of effects does not depend on the thread pool.
struct ServedTasks: Sendable {
  /// The served tasks of this process.
  private static let tasks = Mutex(ServedTasks())
  /// Registers the function that selects the jobs of served tasks, once per process.
  private static let installation: Void = jobs_set_selector { ServedTasks.serves($0, enqueuedBy: $1) }

  /// The addresses of the tasks of running effects. The addresses only identify the tasks and are never dereferenced.
  private var effects: Set<UInt> = []
  /// The addresses of the other served tasks, the followers. The task of an effect or another follower has started or
  /// resumed each of them.
  private var followers: Set<UInt> = []

  /// Runs the work of an effect. Until the work has ended, the running task is served as the task of an effect.
  @MainActor
  static func perform(_ work: @MainActor () async -> Void) async {
    _ = installation
    let task = UInt(bitPattern: jobs_current_task())
    tasks.withLock { _ = $0.effects.insert(task) }
    await work()
    tasks.withLock { $0.end(task) }
  }

  /// Returns whether the task of a job is served.
  ///
  /// - Parameters:
  ///   - task: The address of the task that the job is a part of.
  ///   - current: The address of the task that enqueues the job, or `nil` if no task is running.
  private static func serves(_ task: UnsafeMutableRawPointer?, enqueuedBy current: UnsafeMutableRawPointer?) -> Bool {
    tasks.withLock { $0.addIfServed(UInt(bitPattern: task), enqueuedBy: UInt(bitPattern: current)) }
  }

  /// Returns whether a task is served. If a served task enqueues a job of another task, that task becomes a follower.
  private mutating func addIfServed(_ task: UInt, enqueuedBy current: UInt) -> Bool {
    if effects.isEmpty { return false }
    if contains(task) { return true }
    guard contains(current) else { return false }
    followers.insert(task)
    return true
  }

  private func contains(_ task: UInt) -> Bool { effects.contains(task) || followers.contains(task) }

  /// Ends the service for the task of an effect. If no other effect runs, also ends the service for all followers.
  private mutating func end(_ task: UInt) {
    effects.remove(task)
    if effects.isEmpty { followers = [] }
  }
}
