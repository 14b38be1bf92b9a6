internal import CReducerStoreTesting

/// Runs the tasks of effects on the main actor, turn by turn, until they have ended or wait.
///
/// A job is a part of a task between two suspensions. In one turn, each job that is enqueued on the main actor runs
/// once.
@MainActor
enum MainActorTurns {
  /// The maximum number of turns. After these turns, the test continues even if a task is still active.
  private static var maxTurns: Int { 200 }

  /// The maximum number of successive quiet turns. A turn is quiet if no job of the thread pool is moved to the main
  /// actor during the turn. After these turns, all tasks count as waiting.
  ///
  /// Tasks that only resume each other on the main actor do not use the pool, so they get only this number of turns.
  private static var maxQuietTurns: Int { 8 }

  /// Runs an operation that resumes tasks. During the operation, the jobs of all tasks run in the same order in each
  /// run of the test.
  ///
  /// After most suspensions, the runtime passes a task through its thread pool, whose state cannot be read. So during
  /// the operation, the main actor runs all jobs that this process enqueues in the pool, in their order. As a result, a
  /// task that blocks its thread until another task continues never ends. Swift forbids such tasks.
  static func withPoolOnMainActor<Failure>(_ operation: () async throws(Failure) -> Void) async throws(Failure) {
    jobs_begin_serving_on_main_actor()
    defer { jobs_end_serving_on_main_actor() }
    try await operation()
  }

  /// Runs the tasks that can continue, until each of them has ended or waits, or until a limit is reached.
  ///
  /// If a task leaves the main actor meanwhile, such as a task that an effect has started, the main actor runs the next
  /// job of this task, also outside of ``withPoolOnMainActor(_:)``. The method does not wait for tasks that already run
  /// on threads of the pool.
  ///
  /// - Parameter isOver: Returns whether the caller needs no further turn.
  static func run(until isOver: () -> Bool = { false }) async {
    jobs_begin_settling()
    defer { jobs_end_settling() }
    var (turns, quietTurns) = (0, 0)
    while turns < maxTurns, quietTurns < maxQuietTurns, !isOver() {
      // The job of `waitOneTurn()` is not moved, so it does not count.
      let jobCount = jobs_moved_to_main_actor()
      await waitOneTurn()
      turns += 1
      quietTurns = jobs_moved_to_main_actor() == jobCount ? quietTurns + 1 : 0
    }
  }

  /// Waits for one turn of the main actor. The wait does not leave the main actor.
  private static func waitOneTurn() async {
    await withCheckedContinuation { continuation in
      Task { @MainActor in continuation.resume() }
    }
  }
}
